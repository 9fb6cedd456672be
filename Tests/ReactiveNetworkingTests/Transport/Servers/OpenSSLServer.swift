#if os(Linux)
    import Foundation

    /// `openssl s_server`, for behavior that nginx lacks: it answers each request with a page about the connection.
    final class OpenSSLServer: Sendable {
        let port: Int
        private let process: ServerProcess

        init(_ identity: Certificates.Identity, _ options: String...) async throws {
            let directory = try ServerProcess.makeDirectory()
            let command = ["openssl", "s_server", "-www", "-accept", "127.0.0.1:0"]
            let files = ["-cert", identity.certificate, "-key", identity.key]
            (process, port) = try await ServerProcess.startServer(
                command + files + options,
                in: directory,
                announcing: "ACCEPT 127.0.0.1:"
            )
        }

        var url: String { "https://localhost:\(port)/" }
    }
#endif
