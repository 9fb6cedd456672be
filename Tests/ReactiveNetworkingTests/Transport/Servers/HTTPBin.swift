#if os(Linux)
    import Foundation

    /// A server that returns its understanding of a request: httpbin from PyPI, installed by
    ///
    ///     /usr/bin/python3 -m pip install --target .build/oracles httpbin
    final class HTTPBin: Sendable {
        private static let packages = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: ".build/oracles").path

        static let isInstalled =
            ServerProcess.exists("python3") && access("\(packages)/httpbin/__init__.py", F_OK) == 0

        private let port: Int
        private let process: ServerProcess

        init() async throws {
            let directory = try ServerProcess.makeDirectory()
            port = try freePort()
            try Self.program.write(toFile: directory + "/server.py", atomically: true, encoding: .utf8)
            let command = ["/usr/bin/python3", "\(directory)/server.py", "\(port)", directory, Self.packages]
            process = try await ServerProcess.start(command, in: directory) {
                access("\(directory)/ready", F_OK) == 0
            }
        }

        func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

        private static let program = """
            import sys
            port, directory, packages = int(sys.argv[1]), sys.argv[2], sys.argv[3]
            sys.path.insert(0, packages)
            from httpbin import app
            from werkzeug.serving import make_server
            server = make_server("127.0.0.1", port, app, threaded=True)
            open(directory + "/ready", "w").close()
            server.serve_forever()
            """
    }
#endif
