#if os(Linux)
    import ReactiveHTTPModel

    /// The order and the times at which the addresses of a host are tried (RFC 8305, EN9).
    ///
    /// A pure value: its owner has the sockets and the timer. After creating it and after each event, call
    /// ``next(at:)`` until it returns something else than ``Action/connect(_:)``.
    struct AddressAttempts: Sendable {
        /// The time between the beginnings of two attempts, if none fails.
        static let delay = Duration.milliseconds(250)
        /// The number of addresses that are tried.
        static let limit = 8

        /// The next step of the owner.
        enum Action: Sendable, Hashable {
            /// Begin to connect to the address with this index, and ask for the next step.
            case connect(Int)
            /// Wait for an attempt to end. At the instant, if there is one, ask for the next step.
            case wait(until: Moment?)
            /// Use this connection, and close those of ``AddressAttempts/pending``.
            case use(Int)
            /// Report that no address can be connected to.
            case fail(StreamFailure)
        }

        /// The addresses in the order in which they are tried.
        let addresses: [SocketAddress]
        /// The attempts that have begun and not ended.
        private(set) var pending: Set<Int> = []
        private var begunCount = 0
        /// The earliest time of the next attempt; `nil` if it may begin at once.
        private var nextTime: Moment?
        private var winner: Int?
        /// The failure that says most so far.
        private var failure: StreamFailure?

        /// Creates the attempts.
        ///
        /// - Parameter addresses: The addresses in the order of preference.
        init(_ addresses: [SocketAddress]) {
            self.addresses = Array(Self.alternatingFamilies(addresses).prefix(Self.limit))
        }

        /// Returns the addresses with the families taking turns, beginning with that of the first one. In each family
        /// the order stays.
        static func alternatingFamilies(_ addresses: [SocketAddress]) -> [SocketAddress] {
            let preferred = addresses.filter { $0.family == addresses.first?.family }
            let others = addresses.filter { $0.family != addresses.first?.family }
            let pairs = min(preferred.count, others.count)
            return zip(preferred, others).flatMap { [$0, $1] } + preferred[pairs...] + others[pairs...]
        }

        /// Decides on the next step.
        mutating func next(at now: Moment) -> Action {
            if let winner { return .use(winner) }
            if begunCount < addresses.count, nextTime.map({ $0 <= now }) ?? true { return begin(at: now) }
            if pending.isEmpty { return .fail(failure ?? Self.noAddress) }
            return .wait(until: begunCount < addresses.count ? nextTime : nil)
        }

        private mutating func begin(at now: Moment) -> Action {
            let index = begunCount
            begunCount += 1
            pending.insert(index)
            nextTime = now + Self.delay
            return .connect(index)
        }

        /// Notes that an attempt has succeeded. Only the first one counts.
        mutating func connected(_ index: Int) {
            guard winner == nil, pending.remove(index) != nil else { return }
            winner = index
        }

        /// Notes that an attempt has failed. The next one may begin at once.
        mutating func failed(_ index: Int, _ failure: StreamFailure) {
            guard winner == nil, pending.remove(index) != nil else { return }
            nextTime = nil
            if let known = self.failure, known.weight > failure.weight { return }
            self.failure = failure
        }

        private static let noAddress = StreamFailure(kind: .cannotResolveHost, text: LookupFailure.noAddress.text)
    }

    extension StreamFailure {
        /// Indicates how much a failure says about the host, if its addresses have failed for different reasons. Among
        /// equals the last one counts.
        ///
        /// A machine without IPv6 fails at once at every IPv6 address. That must not hide that the server refused or
        /// did not answer over IPv4. Missing descriptors or memory come first: the address was not tried at all, and
        /// the remedy is on this side.
        fileprivate var weight: Int {
            switch code.flatMap({ Int32(exactly: $0) }) {
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: 5
            case ECONNREFUSED: 4
            case ETIMEDOUT: 3
            case EHOSTUNREACH, EHOSTDOWN: 1
            // `EADDRNOTAVAIL` is also the answer for `::1` where IPv6 is turned off.
            case ENETUNREACH, ENETDOWN, EADDRNOTAVAIL, EAFNOSUPPORT: 0
            default: 2
            }
        }
    }
#endif
