// The one import of Foundation and of the system's library, for all modules above this one. On Linux it is the part of
// Foundation that loads neither ICU nor libcurl (AD7).
@_exported import Dispatch

#if canImport(FoundationEssentials)
    @_exported import FoundationEssentials

    #if canImport(Musl)
        @_exported import Musl
    #else
        @_exported import Glibc
    #endif
#else
    @_exported import Foundation
#endif
