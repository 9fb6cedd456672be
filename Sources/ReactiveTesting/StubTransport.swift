import Foundation
import ReactiveCore
import ReactiveNetworking
import Synchronization

/// A transport that answers from a script, on virtual time: each exchange takes the next reply, and the last one repeats.
///
/// It records what it was sent and how many exchanges were cancelled, so that a test can say all that a server could.
///
/// ```swift
/// let clock = TestScheduler()
/// let stub = StubTransport(script: [.fail(.connectionLost), .json(#"{"id": 1}"#)], clock: clock)
/// let network = Network(transport: stub, clock: clock)
/// ```
public final class StubTransport: Transport {
    /// A request that was sent.
    public struct Exchange: Sendable {
        /// What was sent.
        public let request: PreparedRequest
        /// When, on the stub's clock; zero without one.
        public let time: Duration
    }

    private struct State: Sendable {
        var exchanges: [Exchange] = []
        var live = 0
        var cancelled = 0
    }

    private let answer: @Sendable (PreparedRequest, Int) -> Reply
    private let clock: (any TimedScheduler)?
    private let begun: SchedulerInstant
    private let state = Locked(State())

    /// A transport that answers by `script`, reply by reply.
    ///
    /// - Parameters:
    ///   - script: at least one reply; the last one repeats.
    ///   - clock: where the delays pass; may be left out if there are none.
    public convenience init(script: [Reply], clock: (any TimedScheduler)? = nil) {
        precondition(!script.isEmpty, "A script needs at least one reply")
        self.init(clock: clock) { _, number in script[min(number, script.count - 1)] }
    }

    /// A transport that answers by `script`, reply by reply; see ``init(script:clock:)``.
    public convenience init(_ first: Reply, _ rest: Reply..., clock: (any TimedScheduler)? = nil) {
        self.init(script: [first] + rest, clock: clock)
    }

    /// A transport that asks `answer` for each reply.
    ///
    /// - Parameters:
    ///   - clock: where the delays pass; may be left out if there are none.
    ///   - answer: gets the request and the number of exchanges before it.
    public init(
        clock: (any TimedScheduler)? = nil,
        _ answer: @escaping @Sendable (PreparedRequest, Int) -> Reply
    ) {
        self.answer = answer
        self.clock = clock
        begun = clock?.now ?? .zero
    }

    /// What was sent, in order.
    public var exchanges: [Exchange] { state.withLock { $0.exchanges } }

    /// The requests that were sent, in order.
    public var requests: [PreparedRequest] { exchanges.map(\.request) }

    /// When requests were sent, on the stub's clock.
    public var times: [Duration] { exchanges.map(\.time) }

    /// How many exchanges are going on.
    public var liveCount: Int { state.withLock { $0.live } }

    /// How many exchanges were cancelled before they had ended.
    public var cancelledCount: Int { state.withLock { $0.cancelled } }

    public func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        SignalProducer { [self] observer, lifetime in
            let reply = answer(request, begin(request))
            let running = RunningExchange(of: self)
            lifetime.keep(running)
            play(reply.steps[...], to: observer, lifetime, running)
        }
    }

    /// One exchange that is going on. It was cancelled if its script had not come to the end.
    private final class RunningExchange: Disposable {
        private let stub: StubTransport
        private let hasPlayed = Synchronization.Atomic(false)
        private let hasLeft = Synchronization.Atomic(false)

        init(of stub: StubTransport) {
            self.stub = stub
        }

        var isDisposed: Bool { hasLeft.load(ordering: .acquiring) }

        func end() { hasPlayed.store(true, ordering: .releasing) }

        func dispose() {
            guard !hasLeft.exchange(true, ordering: .acquiringAndReleasing) else { return }
            let wasCancelled = !hasPlayed.load(ordering: .acquiring)
            stub.state.withLock { state in
                state.live -= 1
                if wasCancelled { state.cancelled += 1 }
            }
        }
    }

    private func begin(_ request: PreparedRequest) -> Int {
        let time = clock.map { begun.duration(to: $0.now) } ?? .zero
        return state.withLock { state in
            state.live += 1
            state.exchanges.append(Exchange(request: request, time: time))
            return state.exchanges.count - 1
        }
    }

    private func play(
        _ steps: ArraySlice<Reply.Step>,
        to observer: Signal<TransportEvent, TransportError>.Observer,
        _ lifetime: Lifetime,
        _ running: RunningExchange
    ) {
        var steps = steps
        while let step = steps.popFirst(), !lifetime.hasEnded {
            switch step {
            case .event(let event): observer.send(value: event)
            case .fail(let error):
                running.end()
                return observer.send(error: error)
            case .complete:
                running.end()
                return observer.sendCompleted()
            case .hang:
                lifetime.observeEnded { _ = observer }
                return
            case .wait(let delay):
                guard let clock else {
                    preconditionFailure("A StubTransport with a delay in its script needs a clock")
                }
                lifetime += clock.schedule(after: delay) { [self, steps] in
                    play(steps, to: observer, lifetime, running)
                }
                return
            }
        }
    }
}

extension StubTransport {
    /// What becomes of one exchange.
    public struct Reply: Sendable {
        enum Step: Sendable {
            case event(TransportEvent)
            case wait(Duration)
            case fail(TransportError)
            case complete
            case hang
        }

        var steps: [Step]

        /// A response with a body in one piece.
        public static func status(
            _ status: HTTP.StatusCode,
            headers: HTTP.Headers = [:],
            body: Data = Data()
        ) -> Reply {
            chunks(body.isEmpty ? [] : [body], status: status, headers: headers)
        }

        /// A response with a text as its body.
        public static func text(
            _ text: String,
            status: HTTP.StatusCode = .ok,
            headers: HTTP.Headers = ["Content-Type": "text/plain"]
        ) -> Reply {
            .status(status, headers: headers, body: Data(text.utf8))
        }

        /// A response with a JSON text as its body.
        public static func json(_ json: String, status: HTTP.StatusCode = .ok) -> Reply {
            .text(json, status: status, headers: ["Content-Type": "application/json"])
        }

        /// A response whose body comes in pieces.
        ///
        /// - Parameters:
        ///   - chunks: the pieces.
        ///   - interval: the time before each piece.
        ///   - status: the status code.
        ///   - headers: the headers; none by default.
        public static func chunks(
            _ chunks: [Data],
            every interval: Duration = .zero,
            status: HTTP.StatusCode = .ok,
            headers: HTTP.Headers = [:]
        ) -> Reply {
            var reply = head(status, headers, then: chunks, every: interval)
            let byteCount = chunks.reduce(0) { $0 + $1.count }
            reply.steps += [.event(.completed(TransferMetrics(receivedByteCount: Int64(byteCount)))), .complete]
            return reply
        }

        /// A response whose connection is cut after some of its body.
        public static func cut(
            afterSending chunks: [Data],
            every interval: Duration = .zero,
            status: HTTP.StatusCode = .ok,
            headers: HTTP.Headers = [:],
            with error: TransportError = .truncatedResponse
        ) -> Reply {
            var reply = head(status, headers, then: chunks, every: interval)
            reply.steps.append(.fail(error))
            return reply
        }

        /// A redirect.
        public static func redirect(to location: String, status: HTTP.StatusCode = .found) -> Reply {
            .status(status, headers: ["Location": location])
        }

        /// No response, but this error.
        public static func fail(_ error: TransportError) -> Reply { Reply(steps: [.fail(error)]) }

        /// No answer at all, until the exchange is cancelled.
        public static let never = Reply(steps: [.event(.phase(.waitingForHead)), .hang])

        /// A response that stalls after its head, or after some of its body, until the exchange is cancelled.
        public static func stall(
            afterHead status: HTTP.StatusCode = .ok,
            headers: HTTP.Headers = [:],
            body: Data = Data()
        ) -> Reply {
            var reply = head(status, headers, then: body.isEmpty ? [] : [body], every: .zero)
            reply.steps.append(.hang)
            return reply
        }

        /// Exactly these events, and completion: for what the other replies cannot say.
        public static func events(_ events: [TransportEvent]) -> Reply {
            Reply(steps: events.map { .event($0) } + [.complete])
        }

        /// The same reply, a while later.
        public func delayed(by delay: Duration) -> Reply {
            Reply(steps: [.wait(delay)] + steps)
        }

        private static func head(
            _ status: HTTP.StatusCode,
            _ headers: HTTP.Headers,
            then chunks: [Data],
            every interval: Duration
        ) -> Reply {
            var steps: [Step] = [.event(.head(ResponseHead(status: status, headers: headers)))]
            for chunk in chunks {
                if interval > .zero { steps.append(.wait(interval)) }
                steps.append(.event(.body(chunk)))
            }
            return Reply(steps: steps)
        }
    }
}
