#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTesting

    /// A request that a seed determines: to which fault of the server, and when it is disposed of.
    struct Errand: Sendable {
        let path: String
        /// The size of the body that it sends; `nil` for a request without one.
        let byteCount: Int?
        /// The time until it is disposed of, if it is, in microseconds.
        let disposal: Int?

        init(seed: UInt64) {
            var random = Seeded(seed)
            let isUpload = random.chance(1, of: 8)
            // A server that answers early lingers for a while, with a thread.
            let path = random.one(of: isUpload ? Self.uploads : Self.downloads)
            self.path = path == "/early" && random.chance(7, of: 8) ? "/ok" : path
            byteCount = isUpload ? random.one(of: [0, 1, 1_000, 300_000]) : nil
            disposal = random.chance(1, of: 3) ? random.one(of: [0, 0, 100, 1_000, 10_000]) : nil
        }

        func request(to server: LoopbackServer) -> Request {
            guard let byteCount else { return RequestBuilder(.get, server.url(path)).build() }
            return RequestBuilder(.post, server.url(path)).data(Data(count: byteCount)).build()
        }

        private static let uploads = ["/ok", "/ok", "/silent", "/reset", "/close", "/early", "/503"]
        private static let downloads = [
            "/ok", "/ok", "/ok", "/chunks", "/silent", "/drip", "/503", "/late", "/cut", "/reset", "/cut-reset",
            "/close", "/redirect", "/401", "/closing", "/surplus", "/endless", "/no-http",
        ]

        /// Makes a server answer the paths of errands.
        static func prepare(_ server: LoopbackServer) {
            server.on("/ok", .text("ok"))
            server.on("/chunks", .chunked([.init("a"), .init("b", after: .milliseconds(1)), .init("c")]))
            server.on("/silent", .silent)
            server.on("/drip", .drip("0123456789".utf8, every: .milliseconds(1)))
            server.on("/503", .status(503))
            server.on("/late", LoopbackServer.Reply.text("late").delayed(by: .milliseconds(5)))
            server.on("/cut", .cutBody(declaring: 100, sending: "cut".utf8))
            server.on("/cut-reset", LoopbackServer.Reply.cutBody(declaring: 100, sending: "cut".utf8).ending(.reset))
            server.on("/reset", .reset)
            server.on("/close", .closeBeforeHead)
            server.on("/redirect", .redirect(to: "/ok"))
            server.on("/401", LoopbackServer.Reply.status(401).header("WWW-Authenticate", "Basic realm=\"x\""))
            server.on("/closing", LoopbackServer.Reply.text("ok").closing())
            server.on("/surplus", .wrongContentLength(declaring: 2, sending: "okHTTP/1.1 200 OK".utf8))
            server.on("/endless", .endless(.init([UInt8](repeating: 7, count: 10_000), after: .milliseconds(1))))
            server.on("/no-http", .garbage("SSH-2.0-x\r\n".utf8))
            server.on("/early", LoopbackServer.Reply.status(413).requestBody(.leaveUnread))
        }
    }
#endif
