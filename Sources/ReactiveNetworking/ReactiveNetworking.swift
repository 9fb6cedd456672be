@_exported import ReactiveCore
@_exported import ReactiveHTTPModel

#if os(Linux)
    @_exported import class ReactiveSocketEngine.SocketTransport
    @_exported import struct ReactiveSocketEngine.NameResolver
#endif
