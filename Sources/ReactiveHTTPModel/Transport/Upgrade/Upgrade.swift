import ReactiveCore

/// A change of the protocol that a request asks for, and the connection that comes of it (EN40, RFC 9110 §7.8).
///
/// A transport that receives a request with an upgrade sends it over HTTP/1.1. If the server agrees with a 101, the
/// transport passes the connection to ``succeed(with:)``, and then sends the head and the completion. Any other status
/// is an ordinary response. A transport that cannot do this fails with ``TransportError/Kind/unsupported``. Decorators
/// pass the request on; what they answer themselves is an ordinary response.
package final class Upgrade: Sendable {
    /// The connection after the change.
    package enum Outcome: Sendable {
        case bytes(any ByteDuplex)
        /// The platform speaks the protocol itself.
        case platform(any PlatformWebSocket)

        package func abort() {
            switch self {
            case .bytes(let duplex): duplex.abort()
            case .platform(let socket): socket.abort()
            }
        }
    }

    private enum State: Sendable {
        case awaited
        case succeeded(Outcome)
        case over
    }

    /// The name of the protocol, in lower case.
    package let token: String
    /// The header fields that belong to the change. They replace all fields with the beginning that theirs have in
    /// common.
    package let fields: [(name: String, value: String)]
    private let ownPrefix: String
    private let state = InlineLocked(State.awaited)

    /// Creates a change of protocols for one exchange.
    ///
    /// - Parameters:
    ///   - token: The name of the protocol, in lower case.
    ///   - fields: The header fields that the protocol adds.
    ///   - prefix: The beginning of the names of all its fields, in lower case.
    package init(to token: String, adding fields: [(name: String, value: String)], namedFrom prefix: String) {
        self.token = token
        self.fields = [("Connection", "Upgrade"), ("Upgrade", token)] + fields
        ownPrefix = prefix
    }

    deinit { abandon() }

    /// Receives the connection after the server's agreement. If nobody wants it any more, it is aborted.
    package func succeed(with outcome: Outcome) {
        let isWanted = state.withLock { state in
            guard case .awaited = state else { return false }
            state = .succeeded(outcome)
            return true
        }
        if !isWanted { outcome.abort() }
    }

    /// Returns the connection, which then belongs to the caller.
    package func take() -> Outcome? {
        state.withLock { state in
            guard case .succeeded(let outcome) = state else { return nil }
            state = .over
            return outcome
        }
    }

    /// Aborts the connection, if nobody has taken it.
    package func abandon() {
        let outcome = take()
        state.withLock { $0 = .over }
        outcome?.abort()
    }

    /// Returns header fields without those that belong to the change.
    func removingFields(from headers: HTTP.Headers) -> HTTP.Headers {
        var others = headers.emptied()
        for (name, value) in headers where !owns(name.lowercased()) { others.add(name, value) }
        return others
    }

    /// Returns header fields with those of the change.
    func replacingFields(in headers: HTTP.Headers) -> HTTP.Headers {
        var headers = removingFields(from: headers)
        for (name, value) in fields { headers.add(name, value) }
        return headers
    }

    private func owns(_ name: String) -> Bool {
        name == "connection" || name == "upgrade" || name.hasPrefix(ownPrefix)
    }
}

extension TransportError {
    /// The error of a transport that cannot change the protocol of a connection.
    package static func withoutUpgrade(_ request: PreparedRequest, _ transport: String) -> TransportError {
        let detail = "\(transport) cannot change the protocol of a connection"
        return TransportError(.unsupported, host: request.url.host, phase: .preparing, detail: detail)
    }
}
