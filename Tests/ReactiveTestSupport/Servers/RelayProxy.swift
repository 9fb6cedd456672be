#if os(Linux)
    import Foundation

    /// A proxy of HTTP, plain and over TLS, and of SOCKS 5, on one port for each. Whatever server is asked for, it
    /// connects to 127.0.0.1. A request that is sent to it as a whole is answered with "proxied".
    package final class RelayProxy: Sendable {
        package static let isPossible = ServerProcess.exists("python3") && ServerProcess.exists("openssl")

        package let port: Int
        private let process: ServerProcess
        private let output: String

        /// - Parameters:
        ///   - kind: `http`, `https`, or `socks`.
        ///   - identity: The certificate of a proxy over TLS.
        ///   - asksForPassword: True if a proxy of SOCKS chooses authentication by a password.
        package init(_ kind: String, _ identity: Certificates.Identity, asksForPassword: Bool = false) async throws {
            let directory = try ServerProcess.makeDirectory()
            output = "\(directory)/output"
            let script = "\(directory)/proxy.py"
            try Self.script.write(toFile: script, atomically: true, encoding: .utf8)
            let command = ["python3", script, kind, identity.certificate, identity.key, "\(asksForPassword)"]
            (process, port) = try await ServerProcess.startServer(command, in: directory)
        }

        /// The events so far: `connected`, `failed` for a TLS handshake, the `request` lines and the `authorization`
        /// of HTTP, and the `methods`, the `password`, and the `target` of SOCKS.
        package var events: [String] {
            // The first line names the port, and the last one may be incomplete.
            ((try? String(contentsOfFile: output, encoding: .utf8)) ?? "").components(separatedBy: "\n").dropFirst()
                .dropLast()
        }

        private static let script = """
            import socket, ssl, sys, threading

            kind, chain, key, asks = sys.argv[1:5]
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(chain, key)
            listener = socket.create_server(("127.0.0.1", 0), backlog=512)
            lock = threading.Lock()

            def note(event):
                with lock:
                    print(event, flush=True)

            def exactly(stream, count):
                data = b""
                while len(data) < count:
                    more = stream.recv(count - len(data))
                    if not more:
                        raise EOFError
                    data += more
                return data

            def pump(source, target):
                try:
                    while data := source.recv(65536):
                        target.sendall(data)
                    target.shutdown(socket.SHUT_WR)
                except (OSError, ValueError):
                    pass

            class Sealed:
                # A TLS connection whose directions two threads use: OpenSSL wants one call at a time.
                def __init__(self, plain):
                    plain.settimeout(60)
                    self.plain, self.lock = plain, threading.Lock()
                    self.inner, self.outer = ssl.MemoryBIO(), ssl.MemoryBIO()
                    self.tls = context.wrap_bio(self.inner, self.outer, server_side=True)
                    self.step(self.tls.do_handshake)

                def flush(self):
                    data = self.outer.read()
                    if data:
                        self.plain.sendall(data)

                def step(self, call, *arguments):
                    while True:
                        with self.lock:
                            try:
                                result = call(*arguments)
                                self.flush()
                                return result
                            except ssl.SSLWantReadError:
                                self.flush()
                        data = self.plain.recv(65536)
                        with self.lock:
                            self.inner.write(data) if data else self.inner.write_eof()

                def recv(self, count):
                    try:
                        return self.step(self.tls.read, count)
                    except (ssl.SSLEOFError, ssl.SSLZeroReturnError):
                        return b""

                def sendall(self, data):
                    with self.lock:
                        self.tls.write(data)
                        self.flush()

                def shutdown(self, how):
                    self.plain.shutdown(how)

            def relay(stream, port):
                server = socket.create_connection(("127.0.0.1", port))
                back = threading.Thread(target=pump, args=(server, stream), daemon=True)
                return server, back

            def http(stream):
                while True:
                    head = b""
                    while not head.endswith(b"\\r\\n\\r\\n"):
                        head += exactly(stream, 1)
                    lines = head.decode().split("\\r\\n")
                    note("request " + lines[0])
                    for line in lines:
                        if line.lower().startswith("proxy-authorization:"):
                            note("authorization " + line.split(": ")[1])
                    if not lines[0].startswith("CONNECT "):
                        stream.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 7\\r\\n\\r\\nproxied")
                        continue
                    server, back = relay(stream, int(lines[0].split(" ")[1].rsplit(":", 1)[1]))
                    stream.sendall(b"HTTP/1.1 200 Connection established\\r\\n\\r\\n")
                    back.start()
                    return pump(stream, server)

            def socks(stream):
                version, count = exactly(stream, 2)
                note("methods " + " ".join(str(method) for method in exactly(stream, count)))
                stream.sendall(b"\\x05\\x02" if asks == "true" else b"\\x05\\x00")
                if asks == "true":
                    user = exactly(stream, exactly(stream, 2)[1])
                    password = exactly(stream, exactly(stream, 1)[0])
                    note("password " + user.decode() + " " + password.decode())
                    stream.sendall(b"\\x01\\x00" if user == b"ape" else b"\\x01\\x01")
                _, _, _, type = exactly(stream, 4)
                size = {1: 4, 4: 16}.get(type) or exactly(stream, 1)[0]
                host = exactly(stream, size)
                host = host.decode() if type == 3 else socket.inet_ntop({1: 2, 4: 10}[type], host)
                port = int.from_bytes(exactly(stream, 2), "big")
                note("target " + host)
                server, back = relay(stream, port)
                stream.sendall(b"\\x05\\x00\\x00\\x01\\x00\\x00\\x00\\x00\\x00\\x00")
                back.start()
                pump(stream, server)

            def serve(plain):
                plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                try:
                    stream = Sealed(plain) if kind == "https" else plain
                    note("connected")
                    socks(stream) if kind == "socks" else http(stream)
                except ssl.SSLError:
                    note("failed")
                except (EOFError, OSError):
                    pass
                plain.close()

            print("listens at", listener.getsockname()[1], flush=True)
            while True:
                threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
            """
    }
#endif
