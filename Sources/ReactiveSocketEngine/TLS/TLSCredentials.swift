#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// The TLS context of an engine, which is loaded once, off the loop, when it is first needed (EN26).
    final class TLSCredentials: Sendable {
        enum State: Sendable {
            case unknown
            case ready(TLSContext)
            case failed(TransportError)
        }

        private struct Loading: Sendable {
            var state = State.unknown
            /// The exchanges that wait; `nil` while nothing is being loaded.
            var waiting: [@Sendable (TransportError?) -> Void]?
        }

        private let policy: TLSPolicy
        private let offersHTTP2: Bool
        private let loading = InlineLocked(Loading())

        init(_ policy: TLSPolicy, offersHTTP2: Bool) {
            self.policy = policy
            self.offersHTTP2 = offersHTTP2
        }

        var state: State { loading.withLock { $0.state } }

        /// Loads the context.
        ///
        /// - Parameter then: Receives an error if there is no context, on a thread of the pool.
        func load(_ then: @escaping @Sendable (TransportError?) -> Void) {
            let mustBegin = loading.withLock { loading in
                defer { loading.waiting = (loading.waiting ?? []) + [then] }
                return loading.waiting == nil
            }
            if mustBegin { DispatchQueue.global().async { self.loadNow() } }
        }

        private func loadNow() {
            var state = self.state
            if case .unknown = state { state = made() }
            let waiting = loading.withLock { [state] loading in
                // Missing descriptors are no lasting failure.
                if case .failed(let error) = state, error.kind == .resourcesExhausted {
                    loading.state = .unknown
                } else {
                    loading.state = state
                }
                defer { loading.waiting = nil }
                return loading.waiting ?? []
            }
            let error: TransportError? = if case .failed(let error) = state { error } else { nil }
            for then in waiting { then(error) }
        }

        private func made() -> State {
            do throws(TransportError) {
                return .ready(try TLSContext(policy, offersHTTP2: offersHTTP2))
            } catch {
                return .failed(error)
            }
        }

        /// Returns a stream that has yet to shake hands.
        ///
        /// - Parameters:
        ///   - socket: The socket.
        ///   - below: The stream over the socket that carries this one, if it is encrypted, too.
        ///   - server: The server at the other end.
        func stream(
            over socket: Int32,
            _ below: TLSStream? = nil,
            to server: Server
        ) throws(TransportError) -> TLSStream {
            guard case .ready(let context) = state else {
                throw TransportError(.unsupported, phase: .connecting, detail: "TLS is not available")
            }
            let key = "\(server.host):\(server.port)"
            return try TLSStream(context, socket: socket, below: below, host: server.host, sessionKey: key)
        }
    }
#endif
