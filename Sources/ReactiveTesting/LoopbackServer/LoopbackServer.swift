/// A small HTTP/1.1 server on the loopback interface that serves, and misbehaves, as scripted by a test or a demo.
///
/// The server is independent of its clients: methods are text, headers are pairs of texts, bodies are bytes. It records
/// every request as received. Each connection has its own thread; all members can be used from any thread.
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
    /// The settings of a server: its address, its limits, and the treatment of new connections.
    public struct Configuration: Sendable {
        /// The treatment of a new connection.
        public enum Acceptance: Sendable, Hashable {
            /// The connection's requests are read and answered.
            case serve
            /// The connection is reset immediately.
            case reset
            /// The connection stays in the system's queue, which holds about `backlog` connections; further ones get no
            /// response.
            case never
        }

        /// The address of a server.
        public enum Address: Sendable, Hashable {
            /// A free port of 127.0.0.1.
            case ipv4
            /// A free port of ::1.
            case ipv6
            /// A Unix-domain socket at an unused path, which is removed when the server stops.
            case unixSocket(path: String)
        }

        /// The address to listen on.
        public var address = Address.ipv4
        /// The length of the queue of connections that the server has not accepted yet.
        public var backlog = 1024
        /// The treatment of a new connection.
        public var acceptance = Acceptance.serve
        /// The maximum size of a request body in bytes. A longer body is rejected with the status 413.
        public var bodyByteLimit = 64 * 1024 * 1024
        /// The number of requests, disconnections, and rejections to keep, the newest of each; counts are not limited.
        /// At least 1.
        public var recordLimit = 10_000

        /// Creates the default configuration.
        public init() {}
    }

    /// An error that occurs when the system refuses a socket, a port, or a thread.
    public struct StartError: Error, Hashable, CustomStringConvertible {
        /// The system call that failed.
        public let call: String
        /// The `errno` of the call, if it has one.
        public let code: Int32?

        /// The call and the error number on one line.
        public var description: String {
            "LoopbackServer cannot start: \(call) failed\(code.map { " with errno \($0)" } ?? "")"
        }
    }

    private static let reserved = Result { () throws(StartError) in try Socket.bound(to: .ipv4) }

    let engine: ServerEngine

    /// Starts a server.
    ///
    /// - Parameter configuration: The settings of the server, which by default uses a free port of 127.0.0.1.
    /// - Throws: ``StartError`` if the system has no socket, port, or thread left.
    public init(_ configuration: Configuration = Configuration()) throws(StartError) {
        require(configuration.recordLimit > 0, "a server keeps at least one record")
        engine = try ServerEngine(configuration)
        try engine.start()
    }

    deinit {
        engine.stop()
        engine.abandon()
    }

    /// The port of the server; 0 for a Unix-domain socket.
    public var port: Int { engine.port }

    /// Returns the URL of a path, such as `http://127.0.0.1:PORT/path` or `http://[::1]:PORT/path`.
    ///
    /// For a Unix-domain socket, the client must be configured with the socket's path separately.
    ///
    /// - Parameter path: The path, and the query, if any, which are used unchanged.
    /// - Returns: The URL.
    public func url(_ path: String) -> String {
        switch engine.configuration.address {
        case .ipv4: "http://127.0.0.1:\(port)\(path)"
        case .ipv6: "http://[::1]:\(port)\(path)"
        case .unixSocket: "http://localhost\(path)"
        }
    }

    /// Closes the listener and all connections, and waits until all threads have ended and all descriptors are closed.
    ///
    /// Delays and stalls end immediately; running route closures are waited for. When called from such a closure, the
    /// method returns without waiting. Further calls have no effect. A server stops when it is deallocated.
    public func stop() { engine.stop() }

    /// Returns a port of 127.0.0.1 on which nothing listens.
    ///
    /// The process keeps the port bound, with one descriptor, until it exits. Every call returns the same port.
    ///
    /// - Returns: The port.
    /// - Throws: ``StartError`` if the system has no socket or port left.
    public static func closedPort() throws(StartError) -> Int { try reserved.get().port }
}

extension LoopbackServer {
    /// Replies to requests for a path, with any method, with a list of replies in turn; the last one repeats.
    ///
    /// The path is compared as sent, without the query; a path that ends in `*` matches every path with that prefix.
    /// Exact paths take precedence over prefixes, longer prefixes over shorter ones, and a given method over any. HEAD
    /// uses the route of GET unless it has its own. A route replaces an earlier one for the same method and path, with
    /// its replies starting from the first, and can be added at any time. Requests without a route get the status 404.
    ///
    /// - Parameters:
    ///   - path: The path, or a prefix that ends in `*`.
    ///   - first: The first reply.
    ///   - rest: The following replies.
    public func on(_ path: String, _ first: Reply, _ rest: Reply...) {
        on(path, script: [first] + rest)
    }

    /// Replies to requests for a method and a path with a list of replies in turn; the last one repeats.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path, or a prefix that ends in `*`.
    ///   - first: The first reply.
    ///   - rest: The following replies.
    public func on(_ method: String, _ path: String, _ first: Reply, _ rest: Reply...) {
        on(method, path, script: [first] + rest)
    }

    /// Replies to requests for a path, with any method, with an array of replies in turn; the last one repeats.
    ///
    /// - Parameters:
    ///   - path: The path, or a prefix that ends in `*`.
    ///   - script: The replies.
    /// - Precondition: The script is not empty.
    public func on(_ path: String, script: [Reply]) {
        engine.routes.add(nil, path, .script(script))
    }

    /// Replies to requests for a method and a path with an array of replies in turn; the last one repeats.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path, or a prefix that ends in `*`.
    ///   - script: The replies.
    /// - Precondition: The script is not empty.
    public func on(_ method: String, _ path: String, script: [Reply]) {
        engine.routes.add(method, path, .script(script))
    }

    /// Replies to requests for a path, with any method, with the reply that a closure returns.
    ///
    /// The closure runs on the connection's thread, concurrently for several connections, and may block it; ``stop()``
    /// waits for it.
    ///
    /// - Parameters:
    ///   - path: The path, or a prefix that ends in `*`.
    ///   - reply: Returns the reply to a request.
    public func on(_ path: String, reply: @escaping @Sendable (ReceivedRequest) -> Reply) {
        engine.routes.add(nil, path, .closure(reply))
    }

    /// Replies to requests for a method and a path with the reply that a closure returns.
    ///
    /// The closure runs on the connection's thread, concurrently for several connections, and may block it; ``stop()``
    /// waits for it.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path, or a prefix that ends in `*`.
    ///   - reply: Returns the reply to a request.
    public func on(_ method: String, _ path: String, reply: @escaping @Sendable (ReceivedRequest) -> Reply) {
        engine.routes.add(method, path, .closure(reply))
    }
}
