#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTesting

    /// The server of nghttp2, nghttpd(1), which serves files and returns uploads.
    package final class NGHTTPD: Sendable {
        package static let isInstalled = ServerProcess.exists("nghttpd") && ServerProcess.exists("openssl")

        package let port: Int
        private let isSecure: Bool
        private let directory: String
        private let process: ServerProcess

        /// Starts a server.
        ///
        /// - Parameters:
        ///   - identity: The certificate; `nil` for a server without TLS.
        ///   - options: More options of the program.
        package convenience init(_ identity: Certificates.Identity?, _ options: [String] = []) async throws {
            // Another program may take the port before the server.
            do { try await self.init(unrepeated: identity, options) } catch {
                try await self.init(unrepeated: identity, options)
            }
        }

        private init(unrepeated identity: Certificates.Identity?, _ options: [String]) async throws {
            let directory = try ServerProcess.makeDirectory()
            port = try freePort()
            isSecure = identity != nil
            self.directory = directory
            let command = ["nghttpd", "--address=127.0.0.1", "--htdocs=\(directory)", "--verbose"]
            let security = identity.map { [$0.key, $0.certificate] }
            (process, _) = try await ServerProcess.startServer(
                command + options + (security == nil ? ["--no-tls"] : []) + ["\(port)"] + (security ?? []),
                in: directory,
                announcing: "listen 127.0.0.1:"
            )
        }

        package func url(_ path: String) -> String { "\(isSecure ? "https" : "http")://localhost:\(port)\(path)" }

        /// Writes a file for the server.
        package func serve(_ data: Data, at path: String) throws {
            try data.write(to: URL(fileURLWithPath: "\(directory)\(path)"))
        }

        /// The number of connections so far.
        package var connectionCount: Int {
            let text = (try? String(contentsOfFile: "\(directory)/output", encoding: .utf8)) ?? ""
            let numbers = text.split(separator: "\n").filter { $0.hasPrefix("[id=") }.map { $0.prefix { $0 != "]" } }
            return Set(numbers).count
        }
    }
#endif
