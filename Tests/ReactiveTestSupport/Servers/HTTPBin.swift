#if os(Linux)
    import Foundation

    /// A server that returns its understanding of a request: httpbin from PyPI, installed by
    ///
    ///     /usr/bin/python3 -m pip install --target .build/oracles httpbin
    package final class HTTPBin: Sendable {
        package static let packages = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: ".build/oracles").path

        package static let isInstalled =
            ServerProcess.exists("python3") && access("\(packages)/httpbin/__init__.py", F_OK) == 0

        private let port: Int
        private let process: ServerProcess

        package init() async throws {
            (process, port) = try await ServerProcess.startPython(Self.program)
        }

        package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

        private static let program = """
            import sys
            sys.path.insert(0, sys.argv[1])
            from httpbin import app
            from werkzeug.serving import make_server
            server = make_server("127.0.0.1", 0, app, threaded=True)
            print("listens at", server.server_port, flush=True)
            server.serve_forever()
            """
    }
#endif
