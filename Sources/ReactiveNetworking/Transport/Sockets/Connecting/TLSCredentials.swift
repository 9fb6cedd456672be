#if os(Linux)
    import Foundation

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
            if mustBegin { Engine.deliverers.async { self.loadNow() } }
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
        ///   - socket: The connected socket.
        ///   - server: The server.
        ///   - mayOfferHTTP2: False if HTTP/1.1 alone is offered.
        func stream(
            over socket: Int32,
            to server: Server,
            mayOfferHTTP2: Bool
        ) throws(TransportError) -> any SocketStream {
            guard case .ready(let context) = state else {
                throw TransportError(.unsupported, phase: .connecting, detail: "TLS is not available")
            }
            let key = "\(server.host):\(server.port)"
            let stream = try TLSStream(context, socket: socket, host: server.host, sessionKey: key)
            if !mayOfferHTTP2 { stream.offerHTTP1Alone() }
            return stream
        }
    }
#endif
