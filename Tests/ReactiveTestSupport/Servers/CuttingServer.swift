#if os(Linux)
    import Foundation

    /// A server that ends TLS connections abruptly. It answers "hello" and then closes the connection, with or without
    /// a closing notice. The path selects the framing: `/open-cut` has no framing, `/length-cut` has a length,
    /// `/short-cut` has a length that is not reached, `/chunked-cut` has chunks, and `/open-whole` ends with a notice.
    package final class CuttingServer: Sendable {
        package let port: Int
        private let process: ServerProcess

        package init(_ identity: Certificates.Identity, upTo version: String = "TLSv1_3") async throws {
            let directory = try ServerProcess.makeDirectory()
            let script = "\(directory)/server.py"
            try Self.script.write(toFile: script, atomically: true, encoding: .utf8)
            let command = ["python3", script, identity.certificate, identity.key, version]
            (process, port) = try await ServerProcess.startServer(command, in: directory)
        }

        package static let isPossible = ServerProcess.exists("python3")

        package func url(_ path: String) -> String { "https://localhost:\(port)\(path)" }

        private static let script = """
            import socket, ssl, sys, threading

            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(sys.argv[1], sys.argv[2])
            context.maximum_version = ssl.TLSVersion[sys.argv[3]]
            listener = socket.create_server(("127.0.0.1", 0))
            framings = {
                b"open": b"", b"length": b"Content-Length: 5\\r\\n", b"short": b"Content-Length: 9\\r\\n",
                b"chunked": b"Transfer-Encoding: chunked\\r\\n",
            }

            def serve(plain):
                try:
                    connection = context.wrap_socket(plain, server_side=True)
                    request = b""
                    while b"\\r\\n\\r\\n" not in request:
                        part = connection.recv(4096)
                        if not part:
                            raise OSError
                        request += part
                    framing, end = request.split(b" ")[1][1:].split(b"-")
                    head = b"HTTP/1.1 200 OK\\r\\nETag: \\"v1\\"\\r\\nConnection: close\\r\\n" + framings[framing] + b"\\r\\n"
                    body = b"5\\r\\nhello\\r\\n0\\r\\n\\r\\n" if framing == b"chunked" else b"hello"
                    connection.sendall(head + body)
                    if end == b"whole":
                        connection.unwrap()
                    connection.close()
                except (OSError, ValueError):
                    plain.close()

            print("listens at", listener.getsockname()[1], flush=True)
            while True:
                threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
            """
    }
#endif
