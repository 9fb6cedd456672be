#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTesting

    /// An nginx with TLS on a free port of 127.0.0.1.
    package final class Nginx: Sendable {
        /// The log entry of one request.
        package struct Entry: Sendable, Equatable {
            package let connection: String
            package let version: String
            package let method: String
            package let path: String
            package let status: String
        }

        package static let isInstalled = ServerProcess.exists("nginx") && ServerProcess.exists("openssl")

        package let port: Int
        private let directory: String
        private let process: ServerProcess

        /// Starts a server that answers "ok" with status 200 unless `directives` change it.
        ///
        /// - Parameters:
        ///   - protocols: what it speaks on its port: `ssl http2`, `ssl`, or nothing.
        ///   - directives: of the server block.
        package convenience init(
            _ identity: Certificates.Identity,
            _ protocols: String = "ssl http2",
            _ directives: String = ""
        ) async throws {
            // Another program may take the port before nginx.
            do { try await self.init(unrepeated: identity, protocols, directives) } catch {
                try await self.init(unrepeated: identity, protocols, directives)
            }
        }

        private init(unrepeated identity: Certificates.Identity, _ protocols: String, _ directives: String) async throws
        {
            let directory = try ServerProcess.makeDirectory()
            port = try freePort()
            self.directory = directory
            let configuration = """
                daemon off;
                master_process off;
                pid pid;
                events { worker_connections 1000; }
                http {
                    client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi;
                    uwsgi_temp_path uwsgi; scgi_temp_path scgi;
                    log_format served "$connection $server_protocol $request_method $uri $status";
                    access_log access served;
                    default_type text/plain;
                    keepalive_timeout 3600; send_timeout 3600; proxy_read_timeout 3600; proxy_send_timeout 3600;
                    client_header_timeout 3600; client_body_timeout 3600;
                    server {
                        listen 127.0.0.1:\(port) \(protocols);
                        listen unix:\(directory)/witness;
                        ssl_certificate \(identity.certificate);
                        ssl_certificate_key \(identity.key);
                        \(directives)
                        location / { return 200 ok; }
                        location = /witness { return 204; }
                    }
                }
                """
            try configuration.write(toFile: "\(directory)/configuration", atomically: true, encoding: .utf8)
            let command = ["nginx", "-p", directory, "-c", "configuration", "-e", "error"]
            process = try await ServerProcess.start(command, in: directory) { access("\(directory)/pid", F_OK) == 0 }
        }

        package func url(_ path: String = "/", host: String = "localhost") -> String {
            "https://\(host):\(port)\(path)"
        }

        /// Writes a file for the server; requires the directive `root files;`.
        package func serve(_ data: Data, at path: String) throws {
            let file = URL(fileURLWithPath: "\(directory)/files\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try data.write(to: file)
        }

        /// Makes a served file a day older.
        package func age(_ path: String) throws {
            let yesterday = Date(timeIntervalSinceNow: -86_400)
            try FileManager.default.setAttributes(
                [.modificationDate: yesterday],
                ofItemAtPath: "\(directory)/files\(path)"
            )
        }

        /// The received requests, including all that were sent before this call.
        package func served() async throws -> [Entry] {
            var configuration = SocketTransport.Configuration()
            configuration.unixSocketPath = "\(directory)/witness"
            let witness = Network(
                configuration: .patient,
                transport: try SocketTransport(configuration),
                scheduler: ImmediateScheduler()
            )
            _ = try await witness.send(.get("http://localhost/witness")).value()
            var all: [Entry] = []
            let isComplete = try await eventually {
                all = try entries()
                return all.contains(where: \.isWitness)
            }
            guard isComplete else { throw ServerProcess.Failure(description: "nginx does not log") }
            return all.filter { !$0.isWitness }
        }

        private func entries() throws -> [Entry] {
            let text = try String(contentsOfFile: "\(directory)/access", encoding: .utf8)
            return text.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ").map(String.init)
                guard words.count == 5 else { return nil }
                return Entry(
                    connection: words[0],
                    version: words[1],
                    method: words[2],
                    path: words[3],
                    status: words[4]
                )
            }
        }
    }

    extension Nginx.Entry {
        fileprivate var isWitness: Bool { path == "/witness" }
    }

    /// A port of 127.0.0.1 without a listener at the time of the call.
    package func freePort() throws -> Int {
        let server = try LoopbackServer()
        defer { server.stop() }
        return server.port
    }
#endif
