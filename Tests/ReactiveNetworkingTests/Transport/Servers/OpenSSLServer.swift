#if os(Linux)
    import Foundation

    /// `openssl s_server`, for behavior that nginx lacks: it answers each request with a page about the connection.
    final class OpenSSLServer: Sendable {
        let port: Int
        private let process: ServerProcess

        init(_ identity: Certificates.Identity, _ options: String...) async throws {
            let directory = try ServerProcess.makeDirectory()
            port = try freePort()
            let command = ["openssl", "s_server", "-www", "-accept", "127.0.0.1:\(port)"]
            let files = ["-cert", identity.certificate, "-key", identity.key]
            process = try await ServerProcess.start(command + files + options, in: directory) {
                let output = try? String(contentsOfFile: "\(directory)/output", encoding: .utf8)
                return output?.contains("ACCEPT") ?? false
            }
        }

        var url: String { "https://localhost:\(port)/" }
    }
#endif
