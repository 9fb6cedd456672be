/// A small HTTP/1.1 server on this machine that answers, and misbehaves, as a test or a demo tells it to.
///
/// It knows nothing of the client it is used with: methods are text, headers are pairs of texts, bodies are bytes. It
/// records every request as it came over the wire. Each connection has a thread of its own; all members may be used
/// from any thread.
///
/// ```swift
/// let server = try LoopbackServer()
/// server.on("GET", "/todos/1", .json(#"{"id":1}"#))
/// server.on("/flaky", .status(503), .reset, .text("ok"))
/// server.on("/greet") { request in .text("hello \(request.query ?? "")") }
/// let url = server.url("/todos/1")                     // "http://127.0.0.1:49152/todos/1"
/// …
/// #expect(await server.received(count: 1, to: "/todos/1", within: .seconds(5)))
/// #expect(server.requests.first?.header("Accept") == "application/json")
/// server.stop()
/// ```
public final class LoopbackServer: Sendable {
    /// The limits of a server and its behaviour before any request.
    public struct Configuration: Sendable {
        /// What happens to a new connection.
        public enum Acceptance: Sendable, Hashable {
            /// Its requests are read and answered.
            case serve
            /// It is reset at once.
            case reset
            /// It stays in the system's queue, which holds about `backlog` of them; more get no answer at all.
            case never
        }

        /// Where a server listens.
        public enum Address: Sendable, Hashable {
            /// A free port of 127.0.0.1.
            case ipv4
            /// A free port of ::1.
            case ipv6
            /// A Unix-domain socket at a path that nothing has yet; it is removed when the server stops.
            case unixSocket(path: String)
        }

        /// Where it listens.
        public var address = Address.ipv4
        /// The length of the queue of connections that the server has not taken yet.
        public var backlog = 1024
        /// What happens to a new connection.
        public var acceptance = Acceptance.serve
        /// A request with a longer body gets the status 413. In bytes.
        public var bodyByteLimit = 64 * 1024 * 1024
        /// How many requests, disconnections and rejections are kept, the newest of each; the counts go on. At least 1.
        public var recordLimit = 10_000

        /// The defaults, to be changed by assignment.
        public init() {}
    }

    /// The system refused a socket, a port or a thread.
    public struct StartError: Error, Hashable, CustomStringConvertible {
        /// The system call that failed.
        public let call: String
        /// Its `errno`, where it has one.
        public let code: Int32?

        /// The call and the code in one line.
        public var description: String {
            "LoopbackServer cannot start: \(call) failed\(code.map { " with errno \($0)" } ?? "")"
        }
    }

    private static let reserved = Result { () throws(StartError) in try Socket.bound(to: .ipv4) }

    let engine: ServerEngine

    /// Starts a server on a free port.
    ///
    /// - Throws: `StartError` when the system has no socket, port or thread left.
    public init(_ configuration: Configuration = Configuration()) throws(StartError) {
        precondition(configuration.recordLimit > 0, "a server keeps at least one record")
        engine = try ServerEngine(configuration)
        try engine.start()
    }

    deinit {
        engine.stop()
        engine.abandon()
    }

    /// The port it listens on; 0 on a Unix-domain socket.
    public var port: Int { engine.port }

    /// The address of a path: `http://127.0.0.1:PORT/path`, or `http://[::1]:PORT/path`. The path, with a query if there is
    /// one, is taken as written. Of a Unix-domain socket a client has to be told beside it.
    public func url(_ path: String) -> String {
        switch engine.configuration.address {
        case .ipv4: "http://127.0.0.1:\(port)\(path)"
        case .ipv6: "http://[::1]:\(port)\(path)"
        case .unixSocket: "http://localhost\(path)"
        }
    }

    /// Closes the listener and all connections, and returns when all threads have ended and all descriptors are closed.
    ///
    /// Delays and silences end at once; a route's closure that runs is waited for. Called from such a closure it returns
    /// without waiting. Further calls do nothing. A server that is no longer referenced stops by itself.
    public func stop() { engine.stop() }

    /// A port of 127.0.0.1 on which nothing listens, and on which nothing can: the process keeps it bound, with one
    /// descriptor, to its end. Every call returns the same port.
    ///
    /// - Throws: `StartError` when the system has no socket or port left.
    public static func closedPort() throws(StartError) -> Int { try reserved.get().port }
}

extension LoopbackServer {
    /// Answers a path, whatever the method, with the replies in turn; the last one repeats.
    ///
    /// The path is compared as sent, without the query; one that ends in `*` stands for all that begin alike. Exact paths
    /// win over prefixes, longer prefixes over shorter ones, a named method over any. HEAD without a route of its own
    /// takes the one of GET. A route takes the place of an earlier one for the same method and path, its script begins
    /// anew, and it may be added at any time. Other requests get the status 404.
    public func on(_ path: String, _ first: Reply, _ rest: Reply...) {
        on(path, script: [first] + rest)
    }

    /// Answers a method and path with the replies in turn; the last one repeats. See `on(_:_:_:)`.
    public func on(_ method: String, _ path: String, _ first: Reply, _ rest: Reply...) {
        on(method, path, script: [first] + rest)
    }

    /// Answers a path, whatever the method, with the replies of a list in turn. See `on(_:_:_:)`.
    ///
    /// - Precondition: the script is not empty.
    public func on(_ path: String, script: [Reply]) {
        engine.routes.add(nil, path, .script(script))
    }

    /// Answers a method and path with the replies of a list in turn. See `on(_:_:_:)`.
    ///
    /// - Precondition: the script is not empty.
    public func on(_ method: String, _ path: String, script: [Reply]) {
        engine.routes.add(method, path, .script(script))
    }

    /// Answers a path, whatever the method, with what a closure makes of the request. See `on(_:_:_:)`.
    ///
    /// The closure runs on the thread of the connection, several at a time, and may block it; `stop()` waits for it.
    public func on(_ path: String, reply: @escaping @Sendable (ReceivedRequest) -> Reply) {
        engine.routes.add(nil, path, .closure(reply))
    }

    /// Answers a method and path with what a closure makes of the request. See `on(_:reply:)`.
    public func on(_ method: String, _ path: String, reply: @escaping @Sendable (ReceivedRequest) -> Reply) {
        engine.routes.add(method, path, .closure(reply))
    }
}
