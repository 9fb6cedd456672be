#if os(Linux)
    import Foundation
    import ReactiveStreams

    /// A server for TLS and HTTP/2, written in Python, whose scenario selects its misbehavior.
    package final class FrameServer: Sendable {
        package static let isInstalled = ServerProcess.exists("python3") && ServerProcess.exists("openssl")

        package let port: Int
        private let directory: String
        private let process: ServerProcess

        package init(_ identity: Certificates.Identity, _ scenario: String) async throws {
            let directory = try ServerProcess.makeDirectory()
            let script = "\(directory)/script"
            try Self.script.write(toFile: script, atomically: true, encoding: .utf8)
            let command = ["python3", script, scenario, identity.certificate, identity.key]
            process = try await ServerProcess.start(command, in: directory) { Self.lines(in: directory).count > 0 }
            self.directory = directory
            port = Self.lines(in: directory).first.flatMap { Int($0) } ?? 0
        }

        package var url: String { "https://localhost:\(port)/" }

        /// The number of requests on all connections.
        package var requestCount: Int { Self.lines(in: directory).count { $0 == "request" } }

        /// The number of connections with a handshake.
        package var connectionCount: Int { Self.lines(in: directory).count { $0 == "connection" } }

        /// The number of streams beyond the limit.
        package var excessCount: Int { Self.lines(in: directory).count { $0 == "excess" } }

        /// The complete lines that the server has printed.
        private static func lines(in directory: String) -> [String] {
            let text = (try? String(contentsOfFile: "\(directory)/output", encoding: .utf8)) ?? ""
            return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }

        private static let script = """
            import socket, ssl, struct, sys, threading

            scenario, certificate, key = sys.argv[1:]
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate, key)
            context.set_alpn_protocols(["h2", "http/1.1"] if scenario == "http11Required" else ["h2"])
            DATA, HEADERS, RESET, SETTINGS, PING, GOAWAY, CONTINUATION = 0, 1, 3, 4, 6, 7, 9
            END_STREAM, END_HEADERS, ACK = 1, 4, 1
            lock = threading.Lock()
            total = 0

            def frame(kind, flags, stream, payload=b""):
                return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload

            def head(stream, flags=END_HEADERS):
                return frame(HEADERS, flags, stream, bytes([0x88]))  # :status 200

            def field(name, value):
                return bytes([0, len(name)]) + name + bytes([len(value)]) + value

            def odd(stream, fields):
                return frame(HEADERS, END_HEADERS, stream, bytes([0x88]) + fields) + frame(DATA, END_STREAM, stream, b"12345")

            def ok(stream):
                return head(stream) + frame(DATA, END_STREAM, stream, b"ok")

            def reset(stream, code):
                return frame(RESET, 0, stream, struct.pack(">I", code))

            def goaway(last, code=0):
                return frame(GOAWAY, 0, 0, struct.pack(">II", last, code))

            def answer(stream, number):
                if scenario == "refuse":
                    return reset(stream, 7) if number == 1 else ok(stream)
                if scenario == "refuseAlways":
                    return reset(stream, 7)
                if scenario == "cancel":
                    return reset(stream, 8)
                if scenario == "internal":
                    return reset(stream, 2)
                if scenario == "resetInBody":
                    return head(stream) + frame(DATA, 0, stream, b"half") + reset(stream, 2)
                if scenario == "goawayBelow":
                    return goaway(0) if number == 1 else ok(stream)
                if scenario == "goawayAbove":
                    return goaway(stream) + ok(stream)
                if scenario == "goawayInBody":
                    return head(stream) + frame(DATA, 0, stream, b"o") + goaway(stream) + frame(DATA, END_STREAM, stream, b"k")
                if scenario == "trailers":
                    trailers = field(b"digest", b"x") + field(b"set-cookie", b"a=b")
                    return head(stream) + frame(DATA, 0, stream, b"ok") + frame(HEADERS, END_HEADERS | END_STREAM, stream, trailers)
                if scenario == "settingsFlood":
                    return frame(SETTINGS, 0, 0) * 20000
                if scenario == "pingFlood":
                    return frame(PING, 0, 0, bytes(8)) * 20000
                if scenario == "wrongLength":
                    return odd(stream, field(b"content-length", b"10")) if number == 1 else ok(stream)
                if scenario == "upperCase":
                    return odd(stream, field(b"Upper", b"1")) if number == 1 else ok(stream)
                if scenario == "twoStatuses":
                    return odd(stream, bytes([0x88])) if number == 1 else ok(stream)
                if scenario == "emptyData":
                    return head(stream) + frame(DATA, 0, stream) * 100000
                if scenario == "continuation":
                    return head(stream, 0) + frame(CONTINUATION, 0, stream, field(b"a", b"b")) * 100000
                if scenario == "http11Required":
                    return reset(stream, 13)
                if scenario == "limit":
                    return b""
                if scenario == "silentSecond":
                    return b"" if number == 2 else ok(stream)
                if scenario == "garbage":
                    return b"HTTP/1.1 200 OK\\r\\nContent-Length: 0\\r\\n\\r\\n" * 10
                return b""

            def read(connection, count, pause=None):
                data = b""
                while len(data) < count:
                    try:
                        more = connection.recv(count - len(data))
                    except TimeoutError:
                        pause()
                        continue
                    if not more:
                        raise EOFError
                    data += more
                return data

            def serve(connection):
                global total
                if scenario == "early":
                    return connection.close()
                if scenario in ["hello", "reset"]:
                    connection.recv(65536)
                    if scenario == "reset":
                        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    return connection.close()
                connection = context.wrap_socket(connection, server_side=True)
                print("connection", flush=True)
                while scenario == "http1" or connection.selected_alpn_protocol() == "http/1.1":
                    if not connection.recv(65536):
                        return connection.close()
                    print("request", flush=True)
                    connection.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok")
                read(connection, 24)
                settings = struct.pack(">HI", 4, 0) if scenario == "window" else b""
                if scenario == "limit":
                    settings = struct.pack(">HI", 3, 5)
                    connection.settimeout(0.02)
                opened = []

                def pause():
                    connection.sendall(b"".join(ok(stream) for stream in opened))
                    opened.clear()

                connection.sendall(frame(SETTINGS, 0, 0, settings))
                while True:
                    header = read(connection, 9, pause)
                    size, kind, flags = int.from_bytes(header[:3], "big"), header[3], header[4]
                    stream = int.from_bytes(header[5:], "big")
                    read(connection, size, pause)
                    if kind == SETTINGS and not flags & ACK:
                        connection.sendall(frame(SETTINGS, ACK, 0))
                    if kind == HEADERS and scenario == "limit":
                        opened.append(stream)
                        if len(opened) > 5:
                            print("excess", flush=True)
                    if kind == HEADERS and scenario == "resetAfter" and not flags & END_STREAM:
                        print("request", flush=True)
                        connection.sendall(ok(stream) + reset(stream, 0))
                    elif kind in [DATA, HEADERS] and flags & END_STREAM:
                        with lock:
                            total += 1
                            number = total
                        print("request", flush=True)
                        connection.sendall(answer(stream, number))

            def guarded(connection):
                try:
                    serve(connection)
                except (OSError, EOFError):
                    connection.close()

            listener = socket.create_server(("127.0.0.1", 0))
            print(listener.getsockname()[1], flush=True)
            while True:
                connection, _ = listener.accept()
                threading.Thread(target=guarded, args=(connection,), daemon=True).start()
            """
    }
#endif
