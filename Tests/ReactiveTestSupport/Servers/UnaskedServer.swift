#if os(Linux)
    import Foundation

    /// A server that speaks HTTP/1.1 over TLS and breaks its rules. In mode `unasked` each connection gets one answer
    /// and, in the same segment, an unsolicited one. In mode `notice` the connection ends instead. In mode `http2` the
    /// status line names HTTP/2, and the body repeats the path.
    package final class UnaskedServer: Sendable {
        package let port: Int
        private let process: ServerProcess
        private let output: String

        package init(_ identity: Certificates.Identity, _ mode: String) async throws {
            let directory = try ServerProcess.makeDirectory()
            output = "\(directory)/output"
            let script = "\(directory)/server.py"
            try Self.script.write(toFile: script, atomically: true, encoding: .utf8)
            let command = ["python3", script, identity.certificate, identity.key, mode]
            (process, port) = try await ServerProcess.startServer(command, in: directory)
        }

        package static let isPossible = ServerProcess.exists("python3")

        package func url(_ path: String) -> String { "https://localhost:\(port)\(path)" }

        /// The number of requests on connections that should have been closed.
        package var misledCount: Int {
            ((try? String(contentsOfFile: output, encoding: .utf8)) ?? "").split(separator: "\n").count {
                $0 == "misled"
            }
        }

        private static let script = """
            import socket, ssl, sys, threading

            mode = sys.argv[3]
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(sys.argv[1], sys.argv[2])
            context.set_alpn_protocols(["http/1.1"])
            listener = socket.create_server(("127.0.0.1", 0), backlog=512)

            def serve(plain):
                plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                received, sent = ssl.MemoryBIO(), ssl.MemoryBIO()
                connection = context.wrap_bio(received, sent, server_side=True)

                def carry(action):
                    while True:
                        try:
                            result, waits = action(), False
                        except ssl.SSLWantReadError:
                            result, waits = None, True
                        out = sent.read()
                        if out:
                            plain.sendall(out)
                        if not waits:
                            return result
                        more = plain.recv(65536)
                        if not more:
                            raise OSError
                        received.write(more)

                def request():
                    head = b""
                    while b"\\r\\n\\r\\n" not in head:
                        part = carry(lambda: connection.read(65536))
                        if not part:
                            raise OSError
                        head += part
                    return head

                try:
                    carry(connection.do_handshake)
                    while mode == "http2":
                        path = request().split(b" ")[1]
                        answer = b"HTTP/2 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n" % len(path) + path
                        carry(lambda: connection.write(answer))
                    request()
                    connection.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\n\\r\\nright")
                    if mode == "unasked":
                        connection.write(b"HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\n\\r\\nwrong")
                    else:
                        try:
                            connection.unwrap()
                        except ssl.SSLError:
                            pass
                    plain.sendall(sent.read())
                    while carry(lambda: connection.read(65536)):
                        print("misled", flush=True)
                except (OSError, ValueError):
                    pass
                finally:
                    plain.close()

            print("listens at", listener.getsockname()[1], flush=True)
            while True:
                threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
            """
    }
#endif
