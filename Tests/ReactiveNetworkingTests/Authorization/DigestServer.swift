#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting

    /// A server that asks for Digest authentication and checks the answers with Python's hashlib and urllib: an oracle
    /// that shares no code with this library.
    final class DigestServer: Sendable {
        static let isAvailable = ServerProcess.exists("python3")

        let port: Int
        private let process: ServerProcess

        /// - Parameters:
        ///   - username: the user's name.
        ///   - password: the password.
        ///   - fields: of the challenges, each a format with `%s` for the nonce; sent in fields of their own.
        init(_ username: String, _ password: String, _ fields: [String]) async throws {
            let directory = try ServerProcess.makeDirectory()
            try Self.program.write(toFile: directory + "/server.py", atomically: true, encoding: .utf8)
            let settings = try JSONEncoder().encode([username, password] + fields)
            try settings.write(to: URL(fileURLWithPath: directory + "/settings"))
            let command = ["python3", "\(directory)/server.py", directory]
            (process, port) = try await ServerProcess.startServer(command, in: directory)
        }

        func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

        private static let program = #"""
            import hashlib, http.server, json, os, sys, urllib.parse, urllib.request
            directory = sys.argv[1]
            username, password, *fields = json.load(open(directory + "/settings", encoding="utf-8"))
            nonces = {}

            def answer_is_right(header, method, path, body):
                scheme, _, rest = header.partition(" ")
                if scheme.lower() != "digest": return "no digest"
                items = urllib.request.parse_keqv_list(urllib.request.parse_http_list(rest))
                if items["nonce"] not in nonces: return "unknown nonce"
                if items["uri"] != path: return "other uri"
                name = items.get("algorithm", "MD5")
                hash = hashlib.sha256 if name.upper().startswith("SHA-256") else hashlib.md5
                H = lambda text: hash(text.encode("utf-8") if isinstance(text, str) else text).hexdigest()
                if "username*" in items:
                    user = urllib.parse.unquote(items["username*"].split("''", 1)[1])
                else:
                    user = items["username"]
                expected = H(username + ":" + items["realm"]) if items.get("userhash") == "true" else username
                if user != expected: return "other user"
                a1 = H(username + ":" + items["realm"] + ":" + password)
                if name.lower().endswith("-sess"): a1 = H(a1 + ":" + items["nonce"] + ":" + items["cnonce"])
                a2 = method + ":" + items["uri"]
                if items.get("qop") == "auth-int": a2 += ":" + H(body)
                if "qop" in items:
                    count = int(items["nc"], 16)
                    if count != nonces[items["nonce"]] + 1: return "count"
                    nonces[items["nonce"]] = count
                    whole = ":".join([a1, items["nonce"], items["nc"], items["cnonce"], items["qop"], H(a2)])
                else:
                    whole = ":".join([a1, items["nonce"], H(a2)])
                return "" if H(whole) == items["response"] else "wrong response"

            class Handler(http.server.BaseHTTPRequestHandler):
                protocol_version = "HTTP/1.1"
                def log_message(self, *arguments): pass
                def do_GET(self):
                    body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
                    header = self.headers.get("Authorization")
                    if header is not None:
                        header = header.encode("latin-1").decode("utf-8")
                    try:
                        flaw = "none" if header is None else answer_is_right(header, self.command, self.path, body)
                    except Exception as error:
                        flaw = repr(error)
                    text = (flaw or "ok").encode()
                    self.send_response(401 if flaw else 200)
                    if flaw:
                        nonce = os.urandom(16).hex()
                        nonces[nonce] = 0
                        for field in fields: self.send_header("WWW-Authenticate", field.replace("%s", nonce))
                    self.send_header("Content-Length", str(len(text)))
                    self.end_headers()
                    self.wfile.write(text)
                do_POST = do_GET

            server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
            print("listens at", server.server_port, flush=True)
            server.serve_forever()
            """#
    }
#endif
