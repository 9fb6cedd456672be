import Foundation
import ReactiveCache
import ReactiveNetworking

extension SendOptions {
    /// Creates the network to send the request with.
    func network(retryPolicy: RetryPolicy, over transport: (any Transport)?) -> Network {
        Network(
            configuration: Network.Configuration(
                retryPolicy: retryPolicy,
                redirectPolicy: followsRedirects ? .standard : .never
            ),
            transport: transport
        )
    }

    /// Creates the transport for `request`, or returns `nil` if the default one will do.
    ///
    /// - Throws: An error if the route is not supported.
    func transport(for request: Request) throws -> (any Transport)? { try route.transport(to: request.url) }

    /// Creates the cache of the command line, if it names one.
    func cache(over transport: (any Transport)?) throws -> CachingTransport? {
        try cacheDirectory.map { CachingTransport(transport, store: try DiskCacheStore(directory: $0)) }
    }
}

extension SendOptions.Route {
    /// Creates the transport for the route, or returns `nil` if the route has no special settings.
    fileprivate func transport(to url: String) throws -> (any Transport)? {
        guard self != SendOptions.Route() else { return nil }
        #if os(Linux)
            var configuration = SocketTransport.Configuration()
            if let authorities {
                let file = URL(filePath: authorities)
                try UnreadableFile.check(file)
                configuration.tls.trust = .file(file.path)
            }
            if isInsecure, let host = (try? Request(.get, url).prepared())?.url.host {
                configuration.tls.unverifiedHosts = [host]
            }
            if let proxy { configuration.proxy = .server(url: proxy) }
            if speaksHTTP1Only { configuration.httpVersion = .http1 }
            return try SocketTransport(configuration)
        #else
            let reason = "--cacert, --insecure, --proxy and --http1 need the transport that Linux has"
            throw TransportError(.unsupported, phase: .preparing, detail: reason)
        #endif
    }
}

/// An error for a file of the command line that cannot be read.
struct UnreadableFile: Error, CustomStringConvertible {
    let path: String
    let reason: String

    var description: String { "The file \(path) cannot be read: \(reason)" }

    static func check(_ file: URL) throws(UnreadableFile) {
        var code = access(file.path, R_OK) == 0 ? 0 : errno
        var isDirectory: ObjCBool = false
        if FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory), isDirectory.boolValue {
            code = EISDIR
        }
        guard code == 0 else {
            throw UnreadableFile(path: file.relativePath, reason: String(cString: strerror(code)))
        }
    }
}
