import ReactiveNetworking

extension RequestJournal {
    /// A request that a journal keeps.
    ///
    /// It has no secrets, because none are written down; see <doc:SendingLater>.
    public struct Entry: Identifiable, Hashable, Sendable {
        /// The state of an entry.
        #if hasAttribute(nonexhaustive)
            @nonexhaustive(warn)
        #endif
        public enum State: Hashable, Sendable {
            /// The entry waits for a replay, or for its turn.
            case waiting
            /// The request is being sent.
            case sending
            /// The entry stays in the journal and is not sent, for this reason, until it is unparked, cancelled, or
            /// expired.
            case parked(reason: String)
        }

        /// The number of the entry, which ascends in the order of addition.
        public let id: UInt64
        /// The key of the entry's lane. The entries of one lane are sent one after the other.
        public let key: String
        /// The method of the request.
        public let method: HTTP.Method
        /// The URL as it was given: a relative one stays relative.
        public let url: String
        /// The time of the addition, in whole milliseconds.
        public let added: Date
        /// The time at which the entry expires, or `nil` if it never does.
        public let expires: Date?
        /// The number of attempts after which the entry was kept.
        public internal(set) var attempts: Int
        /// The size of the request's body in bytes.
        public let bodyByteCount: Int64
        /// The value of `Idempotency-Key`, which all attempts carry; `nil` if the request needs none.
        public let idempotencyKey: String?
        /// The state of the entry.
        public internal(set) var state: State
    }
}

extension RequestJournal.Entry: CustomStringConvertible, CustomReflectable {
    /// The number, the method, the URL with secrets hidden, and the state on one line: `3: POST /orders (waiting)`.
    public var description: String { "\(id): \(method) \(Redaction.standard.url(url)) (\(state))" }

    /// The parts with secrets hidden, for `dump` and debuggers.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["entry": description, "key": key, "attempts": attempts, "bodyByteCount": bodyByteCount]
        )
    }
}

extension RequestJournal.Entry.State: CustomStringConvertible {
    /// The state in words: `parked: the address has changed`.
    public var description: String {
        switch self {
        case .waiting: "waiting"
        case .sending: "sending"
        case .parked(let reason): "parked: \(reason)"
        }
    }
}
