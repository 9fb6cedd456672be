import Foundation
import ReactiveNetworking

extension SendOptions {
    /// Creates the network to send `request` with.
    ///
    /// - Throws: An error if the route is not supported.
    func network(for request: Request, retryPolicy: RetryPolicy) throws -> Network {
        Network(
            configuration: Network.Configuration(
                retryPolicy: retryPolicy,
                redirectPolicy: followsRedirects ? .standard : .never
            ),
            transport: try route.transport(to: request.url)
        )
    }
}

extension SendOptions.Route {
    /// Creates the transport for the route, or returns `nil` if the route has no special settings.
    fileprivate func transport(to url: String) throws -> (any Transport)? {
        guard self != SendOptions.Route() else { return nil }
        #if os(Linux)
            var configuration = CurlTransport.Configuration()
            if let authorities {
                let file = URL(filePath: authorities)
                do {
                    _ = try FileHandle(forReadingFrom: file).close()
                } catch {
                    throw UnreadableFile(path: authorities, reason: error.localizedDescription)
                }
                configuration.tls.trust = .file(file.path)
            }
            if isInsecure, let host = URL(string: url)?.host { configuration.tls.unverifiedHosts = [host] }
            if let proxy { configuration.proxy = .server(url: proxy) }
            if speaksHTTP1Only { configuration.httpVersion = .http1 }
            return try CurlTransport(configuration)
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
}
