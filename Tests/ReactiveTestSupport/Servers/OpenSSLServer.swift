#if os(Linux)
    import Foundation

    /// `openssl s_server`, for behavior that nginx lacks: it answers each request with a page about the connection.
    package final class OpenSSLServer: Sendable {
        package let port: Int
        private let process: ServerProcess

        package init(_ identity: Certificates.Identity, _ options: String...) async throws {
            let directory = try ServerProcess.makeDirectory()
            let command = ["openssl", "s_server", "-www", "-accept", "127.0.0.1:0"]
            let files = ["-cert", identity.certificate, "-key", identity.key]
            (process, port) = try await ServerProcess.startServer(
                command + files + options,
                in: directory,
                announcing: "ACCEPT 127.0.0.1:"
            )
        }

        package var url: String { "https://localhost:\(port)/" }
    }
#endif
