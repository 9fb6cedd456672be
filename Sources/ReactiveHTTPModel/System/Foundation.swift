// The one import of Foundation and of the system's library, for all modules above this one. Where Foundation comes
// without Objective-C, it is the part that loads neither ICU nor libcurl (AD7).
@_exported import Dispatch

#if !canImport(ObjectiveC)
    @_exported import FoundationEssentials

    #if canImport(Musl)
        @_exported import Musl
    #else
        @_exported import Glibc
    #endif
#else
    @_exported import Foundation
#endif
