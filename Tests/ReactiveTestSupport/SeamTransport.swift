#if os(Linux)
    import ReactiveNetworking
    import ReactiveTesting
    import Synchronization
    import Testing

    /// A transport that begins the exchanges of another one by the interface that operations use, and checks what a
    /// receiver may rely on: events one at a time, something to cancel before the first one, and nothing after the end.
    package struct SeamTransport: Transport {
        private let base: any DirectTransport

        package init(over base: any DirectTransport) {
            self.base = base
        }

        package var toleratesSlowObservers: Bool { base.toleratesSlowObservers }

        package func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
            SignalProducer { [base] observer, lifetime in
                base.begin(request, ExchangeOutput(to: SeamReceiver(observer, lifetime), SeamReceiver.number))
            }
        }
    }

    private final class SeamReceiver: ExchangeReceiver {
        static let number = 7

        private struct State {
            var canCancel = false
            var isBusy = false
            var hasEnded = false
        }

        private let observer: Signal<TransportEvent, TransportError>.Observer
        private let lifetime: Lifetime
        private let state = Locked(State())

        init(_ observer: Signal<TransportEvent, TransportError>.Observer, _ lifetime: Lifetime) {
            self.observer = observer
            self.lifetime = lifetime
        }

        func keep(_ work: any Disposable, of exchange: Int) {
            state.withLock { $0.canCancel = true }
            lifetime.keep(work)
        }

        func needs(_ exchange: Int) -> Bool { !lifetime.hasEnded }

        func receive(_ event: TransportEvent, of exchange: Int) {
            accept(exchange, isLast: false) { observer.send(value: event) }
        }

        func receive(_ response: RawResponse, of exchange: Int) {
            accept(exchange, isLast: true) {
                for event in response.events { observer.send(value: event) }
                observer.sendCompleted()
            }
        }

        func end(_ termination: Termination<TransportError>, of exchange: Int) {
            accept(exchange, isLast: true) {
                switch termination {
                case .completed: observer.sendCompleted()
                case .failed(let error): observer.send(error: error)
                case .interrupted: observer.sendInterrupted()
                }
            }
        }

        private func accept(_ exchange: Int, isLast: Bool, _ pass: () -> Void) {
            let before = state.withLock { state in
                defer {
                    state.isBusy = true
                    state.hasEnded = state.hasEnded || isLast
                }
                return state
            }
            #expect(exchange == Self.number)
            #expect(!before.isBusy, "two events at a time")
            #expect(!before.hasEnded, "an event after the end")
            // A request that cannot be sent fails before there is anything to cancel.
            #expect(before.canCancel || isLast, "nothing to cancel")
            pass()
            state.withLock { $0.isBusy = false }
        }
    }
#endif
