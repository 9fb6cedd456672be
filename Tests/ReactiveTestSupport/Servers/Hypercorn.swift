#if os(Linux)
    import Foundation

    /// A server of HTTP/1.1 and HTTP/2 that others have written: hypercorn from PyPI, over Python's `h2`, installed by
    ///
    ///     /usr/bin/python3 -m pip install --target .build/oracles hypercorn
    ///
    /// It answers with its understanding of a request, as JSON.
    package final class Hypercorn: Sendable {
        package static let isInstalled =
            ServerProcess.exists("python3") && ServerProcess.exists("openssl")
            && access("\(HTTPBin.packages)/hypercorn/__init__.py", F_OK) == 0

        private let port: Int
        private let isSecure: Bool
        private let process: ServerProcess

        /// - Parameter identity: The certificate; `nil` for a server without TLS.
        package init(_ identity: Certificates.Identity?) async throws {
            let files = identity.map { [$0.certificate, $0.key] } ?? []
            (process, port) = try await ServerProcess.startPython(Self.program, files)
            isSecure = identity != nil
        }

        package func url(_ path: String) -> String { "\(isSecure ? "https" : "http")://localhost:\(port)\(path)" }

        private static let program = """
            import asyncio
            import hashlib
            import json
            import socket
            import sys
            sys.path.insert(0, sys.argv[1])
            from hypercorn.asyncio import serve
            from hypercorn.config import Config

            async def app(scope, receive, send):
                if scope["type"] != "http":
                    return
                digest, size, more = hashlib.sha256(), 0, True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return
                    digest.update(message.get("body", b""))
                    size += len(message.get("body", b""))
                    more = message.get("more_body", False)
                fields = [[name.decode("latin-1"), value.decode("latin-1")] for name, value in scope["headers"]]
                answer = json.dumps({
                    "version": scope["http_version"], "scheme": scope["scheme"], "method": scope["method"],
                    "path": scope["raw_path"].decode(), "query": scope["query_string"].decode(), "fields": fields,
                    "size": size, "digest": digest.hexdigest(),
                }).encode()
                if scope["path"] == "/hints" and "http.response.early_hint" in scope.get("extensions", {}):
                    await send({"type": "http.response.early_hint", "links": [b"</a.css>"]})
                headers = [(b"content-type", b"application/json"), (b"set-cookie", b"a=1"), (b"set-cookie", b"b=2")]
                await send({"type": "http.response.start", "status": 200, "headers": headers})
                for start in range(0, len(answer), 7):
                    await send({"type": "http.response.body", "body": answer[start:start + 7], "more_body": True})
                await send({"type": "http.response.body", "body": b"", "more_body": False})

            listener = socket.create_server(("127.0.0.1", 0))
            config = Config()
            config.bind = ["fd://%d" % listener.fileno()]
            config.accesslog = config.errorlog = None
            if len(sys.argv) > 2:
                config.certfile, config.keyfile = sys.argv[2:]
            print("listens at", listener.getsockname()[1], flush=True)
            asyncio.run(serve(app, config))
            """
    }
#endif
