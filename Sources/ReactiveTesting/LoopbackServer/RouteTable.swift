import ReactiveCore

/// Selects the reply to a request. Exact paths take precedence over prefixes, longer prefixes over shorter ones, and a
/// given method over any.
final class RouteTable: Sendable {
    enum Answer: Sendable {
        case script([LoopbackServer.Reply], next: Int = 0)
        case closure(@Sendable (LoopbackServer.ReceivedRequest) -> LoopbackServer.Reply)
    }

    /// A selected reply: known once the head is read, or only once the request is complete.
    enum Choice: Sendable {
        case reply(LoopbackServer.Reply)
        case closure(@Sendable (LoopbackServer.ReceivedRequest) -> LoopbackServer.Reply)
    }

    fileprivate struct Key: Hashable {
        let method: String?
        let path: String

        var rank: (Int, Int) { (path.utf8.count, method == nil ? 0 : 1) }
    }

    fileprivate struct Routes {
        var exact: [Key: Answer] = [:]
        /// Longest path first; for equal paths, given methods first.
        var prefixes: [(key: Key, answer: Answer)] = []
    }

    private let routes = Locked(Routes())

    /// Adds a route, replacing the one with the same method and path. A `*` at the end of the path makes it a prefix.
    func add(_ method: String?, _ path: String, _ answer: Answer) {
        require(path.hasPrefix("/") || path == "*", "a route's path begins with a slash, or is a lone *: \(path)")
        if case .script(let replies, _) = answer { require(!replies.isEmpty, "a script has at least one reply") }
        routes.withLock { routes in
            guard path.hasSuffix("*") else {
                routes.exact[Key(method: method, path: path)] = answer
                return
            }
            let key = Key(method: method, path: String(path.dropLast()))
            routes.prefixes.removeAll { $0.key == key }
            routes.prefixes.append((key, answer))
            routes.prefixes.sort { $0.key.rank > $1.key.rank }
        }
    }

    /// Returns the reply for a request, advancing its script.
    func choose(_ method: String, _ path: String) -> Choice {
        let found = routes.withLock { routes in
            let choice = routes.choose(method, path)
            // RFC 9110 §9.3.2: HEAD is GET without the body.
            return choice == nil && method == "HEAD" ? routes.choose("GET", path) : choice
        }
        return found ?? .reply(.text("no route for \(method) \(path)", status: 404))
    }

    /// Releases everything that the closures retain.
    func removeAll() {
        routes.withLock { $0 = Routes() }
    }
}

extension RouteTable.Routes {
    fileprivate mutating func choose(_ method: String, _ path: String) -> RouteTable.Choice? {
        for key in [RouteTable.Key(method: method, path: path), RouteTable.Key(method: nil, path: path)] {
            if let choice = exact[key]?.takeNext() { return choice }
        }
        let index = prefixes.firstIndex { $0.key.method ?? method == method && path.hasPrefix($0.key.path) }
        return index.map { prefixes[$0].answer.takeNext() }
    }
}

extension RouteTable.Answer {
    fileprivate mutating func takeNext() -> RouteTable.Choice {
        switch self {
        case .closure(let reply): return .closure(reply)
        case .script(let replies, let next):
            self = .script(replies, next: min(next + 1, replies.count - 1))
            return .reply(replies[next])
        }
    }
}
