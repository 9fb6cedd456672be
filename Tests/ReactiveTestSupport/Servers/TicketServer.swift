#if os(Linux)
    import Foundation

    /// A server of HTTP/1.1 over TLS 1.3 that calls OpenSSL directly. It answers each request with "right" and keeps
    /// the connection. The path says what else it sends, a while after the answer: `/tickets` two session tickets and
    /// an update of its keys, `/data` a response that nobody asked for, `/end` a closing notice and the end.
    package final class TicketServer: Sendable {
        package static let isPossible = ServerProcess.exists("python3") && ServerProcess.exists("openssl")

        package let port: Int
        private let process: ServerProcess
        private let output: String

        /// - Parameter tickets: the number of tickets that follow each handshake.
        package init(_ identity: Certificates.Identity, tickets: Int = 0) async throws {
            let directory = try ServerProcess.makeDirectory()
            output = "\(directory)/output"
            let script = "\(directory)/server.py"
            try Self.script.write(toFile: script, atomically: true, encoding: .utf8)
            let command = ["python3", script, identity.certificate, identity.key, "\(tickets)"]
            (process, port) = try await ServerProcess.startServer(command, in: directory)
        }

        package func url(_ path: String = "/", host: String = "localhost") -> String {
            "https://\(host):\(port)\(path)"
        }

        /// The events so far: `full` and `resumed` handshakes and those that `failed`, each `request`, each
        /// time something was `sent` after an answer, and each connection that was `closed`.
        package var events: [String] {
            // The first line names the port, and the last one may be incomplete.
            ((try? String(contentsOfFile: output, encoding: .utf8)) ?? "").components(separatedBy: "\n").dropFirst()
                .dropLast()
        }

        package func count(_ event: String) -> Int { events.count { $0 == event } }

        private static let script = """
            import ctypes, socket, sys, threading, time

            def library():
                for name in ["libssl.so.3", "libssl.so.4"]:
                    try:
                        return ctypes.CDLL(name)
                    except OSError:
                        pass

            openssl = library()
            P, I, S = ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p

            def function(name, result, *arguments):
                found = getattr(openssl, name)
                found.restype, found.argtypes = result, arguments
                return found

            method, new_context = function("TLS_server_method", P), function("SSL_CTX_new", P, P)
            use_chain = function("SSL_CTX_use_certificate_chain_file", I, P, S)
            use_key = function("SSL_CTX_use_PrivateKey_file", I, P, S, I)
            set_tickets = function("SSL_CTX_set_num_tickets", I, P, ctypes.c_size_t)
            new, release = function("SSL_new", P, P), function("SSL_free", None, P)
            set_socket, accept = function("SSL_set_fd", I, P, I), function("SSL_accept", I, P)
            read, write = function("SSL_read", I, P, P, I), function("SSL_write", I, P, S, I)
            new_ticket, update = function("SSL_new_session_ticket", I, P), function("SSL_key_update", I, P, I)
            shake, shutdown = function("SSL_do_handshake", I, P), function("SSL_shutdown", I, P)
            is_resumed = function("SSL_session_reused", I, P)

            context = new_context(method())
            assert use_chain(context, sys.argv[1].encode()) == 1 and use_key(context, sys.argv[2].encode(), 1) == 1
            set_tickets(context, int(sys.argv[3]))
            listener = socket.create_server(("127.0.0.1", 0), backlog=512)
            lock = threading.Lock()

            def note(event):
                with lock:
                    print(event, flush=True)

            def send(ssl, body):
                answer = b"HTTP/1.1 200 OK\\r\\nContent-Length: %d\\r\\n\\r\\n" % len(body) + body
                write(ssl, answer, len(answer))

            def converse(ssl):
                buffer, received = ctypes.create_string_buffer(65536), b""
                while True:
                    while b"\\r\\n\\r\\n" not in received:
                        count = read(ssl, buffer, 65536)
                        if count <= 0:
                            return
                        received += buffer.raw[:count]
                    head, received = received.split(b"\\r\\n\\r\\n", 1)
                    note("request")
                    send(ssl, b"right")
                    path = head.split(b" ")[1]
                    if path == b"/":
                        continue
                    time.sleep(0.05)
                    if path == b"/tickets":
                        assert new_ticket(ssl) == 1 and new_ticket(ssl) == 1 and shake(ssl) == 1
                        assert update(ssl, 0) == 1 and shake(ssl) == 1
                    elif path == b"/data":
                        send(ssl, b"wrong")
                    elif path == b"/end":
                        shutdown(ssl)
                    note("sent")
                    if path == b"/end":
                        return

            def serve(plain):
                plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                ssl = new(context)
                set_socket(ssl, plain.fileno())
                if accept(ssl) == 1:
                    note("resumed" if is_resumed(ssl) else "full")
                    converse(ssl)
                else:
                    note("failed")
                release(ssl)
                plain.close()
                note("closed")

            print("listens at", listener.getsockname()[1], flush=True)
            while True:
                threading.Thread(target=serve, args=(listener.accept()[0],), daemon=True).start()
            """
    }
#endif
