import ReactiveCore
import ReactiveNetworking
import ReactiveStreams
import Synchronization

/// A transport that responds from a script, in virtual time: each exchange uses the next reply, and the last one
/// repeats.
///
/// It records the requests and the number of canceled exchanges.
///
/// ```swift
/// let clock = TestScheduler()
/// let stub = StubTransport(script: [.failure(.connectionLost), .json(#"{"id": 1}"#)], clock: clock)
/// let network = Network(transport: stub, clock: clock)
/// ```
public final class StubTransport: DirectTransport {
    /// A request that was sent.
    public struct Exchange: Sendable {
        /// The request.
        public let request: PreparedRequest
        /// The time on the stub's clock; zero without a clock.
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

    /// Creates a transport that uses the replies of an array in turn.
    ///
    /// - Parameters:
    ///   - script: The replies, at least one; the last one repeats.
    ///   - clock: The scheduler of the delays, required if there are any.
    public convenience init(script: [Reply], clock: (any TimedScheduler)? = nil) {
        require(!script.isEmpty, "A script needs at least one reply")
        self.init(clock: clock) { _, number in script[min(number, script.count - 1)] }
    }

    /// Creates a transport that uses a list of replies in turn.
    ///
    /// - Parameters:
    ///   - first: The first reply.
    ///   - rest: The following replies; the last one repeats.
    ///   - clock: The scheduler of the delays, required if there are any.
    public convenience init(_ first: Reply, _ rest: Reply..., clock: (any TimedScheduler)? = nil) {
        self.init(script: [first] + rest, clock: clock)
    }

    /// Creates a transport that calls a closure for each reply.
    ///
    /// - Parameters:
    ///   - clock: The scheduler of the delays, required if there are any.
    ///   - answer: Returns the reply to a request; its second argument is the number of previous exchanges.
    public init(
        clock: (any TimedScheduler)? = nil,
        _ answer: @escaping @Sendable (PreparedRequest, Int) -> Reply
    ) {
        self.answer = answer
        self.clock = clock
        begun = clock?.now ?? .zero
    }

    /// The requests that were sent, with their times, in order.
    public var exchanges: [Exchange] { state.withLock { $0.exchanges } }

    /// The requests that were sent, in order.
    public var requests: [PreparedRequest] { exchanges.map(\.request) }

    /// The times at which requests were sent, on the stub's clock.
    public var times: [Duration] { exchanges.map(\.time) }

    /// The number of exchanges in progress.
    public var liveCount: Int { state.withLock { $0.live } }

    /// The number of exchanges that were canceled before they ended.
    public var cancelledCount: Int { state.withLock { $0.cancelled } }

    public func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        producer(of: request)
    }

    package func begin(_ request: PreparedRequest, _ output: ExchangeOutput) {
        let reply = answer(request, record(request))
        let running = RunningExchange(of: self)
        output.keep(running)
        play(reply.steps, of: request, to: output, running)
    }

    /// One exchange in progress. It counts as canceled if its script has not reached the end.
    private final class RunningExchange: Disposable {
        private struct State: Sendable {
            var hasLeft = false
            var hasPlayed = false
            var waitCount = 0
            /// The wait for the rest of the script, and the receiver, which nobody else may keep.
            var wait: (any Disposable)?
            var output: ExchangeOutput?
        }

        private let stub: StubTransport
        private let state = Locked(State())

        init(of stub: StubTransport) {
            self.stub = stub
        }

        var isDisposed: Bool { state.withLock { $0.hasLeft } }

        /// Notes that the script has reached its end.
        func end() { state.withLock { $0.hasPlayed = true } }

        /// Keeps the receiver of a script that goes on after a wait, or never.
        func wait(for output: ExchangeOutput, _ begin: () -> (any Disposable)? = { nil }) {
            let number = state.withLock { state in
                if !state.hasLeft { state.output = output }
                state.waitCount += 1
                return state.waitCount
            }
            let wait = begin()
            let isOver = state.withLock { state in
                // This wait may be over before it is known, and the next one may have begun.
                if !state.hasLeft, state.waitCount == number { state.wait = wait }
                return state.hasLeft
            }
            if isOver { wait?.dispose() }
        }

        func dispose() {
            let before = state.withLock { state in
                defer { state = State(hasLeft: true, hasPlayed: state.hasPlayed) }
                return state
            }
            guard !before.hasLeft else { return }
            before.wait?.dispose()
            stub.state.withLock { state in
                state.live -= 1
                if !before.hasPlayed { state.cancelled += 1 }
            }
        }
    }

    /// Returns the number of exchanges before.
    private func record(_ request: PreparedRequest) -> Int {
        let time = clock.map { begun.duration(to: $0.now) } ?? .zero
        return state.withLock { state in
            state.live += 1
            state.exchanges.append(Exchange(request: request, time: time))
            return state.exchanges.count - 1
        }
    }

    private func play(
        _ steps: [Reply.Step],
        from first: Int = 0,
        of request: PreparedRequest,
        to output: ExchangeOutput,
        _ running: RunningExchange
    ) {
        for index in first..<steps.count where output.isNeeded {
            switch steps[index] {
            case .event(let event): output.send(event)
            case .open(let socket, let headers):
                if let refusal = open(socket, headers, for: request, output) {
                    running.end()
                    return output.end(.failed(refusal))
                }
            case .fail(let error):
                running.end()
                return output.end(.failed(error))
            case .complete:
                running.end()
                return output.end(.completed)
            case .hang: return running.wait(for: output)
            case .wait(let delay):
                guard let clock else {
                    preconditionFailure("A StubTransport with a delay in its script needs a clock")
                }
                return running.wait(for: output) {
                    clock.schedule(after: delay) { [self] in
                        play(steps, from: index + 1, of: request, to: output, running)
                    }
                }
            }
        }
    }

    /// Opens a WebSocket; returns the failure of a request that did not ask for one.
    private func open(
        _ socket: ScriptedSocket,
        _ headers: HTTP.Headers,
        for request: PreparedRequest,
        _ output: ExchangeOutput
    ) -> TransportError? {
        guard let upgrade = request.upgrade else {
            return TransportError(.unsupported, detail: "the reply opens a WebSocket, but the request asks for none")
        }
        let (head, duplex) = socket.open(for: request, headers)
        upgrade.succeed(with: .bytes(duplex))
        output.send(.head(head))
        return nil
    }
}

extension StubTransport {
    /// The scripted course of one exchange.
    public struct Reply: Sendable {
        enum Step: Sendable {
            case event(TransportEvent)
            case open(ScriptedSocket, HTTP.Headers)
            case wait(Duration)
            case fail(TransportError)
            case complete
            case hang
        }

        var steps: [Step]

        /// Creates a response with a body in one piece.
        ///
        /// - Parameters:
        ///   - status: The status code.
        ///   - headers: The headers.
        ///   - body: The body.
        /// - Returns: The reply.
        public static func status(
            _ status: HTTP.StatusCode,
            headers: HTTP.Headers = [:],
            body: Data = Data()
        ) -> Reply {
            chunks(body.isEmpty ? [] : [body], status: status, headers: headers)
        }

        /// Creates a response with text as its body.
        ///
        /// - Parameters:
        ///   - text: The body.
        ///   - status: The status code.
        ///   - headers: The headers.
        /// - Returns: The reply.
        public static func text(
            _ text: String,
            status: HTTP.StatusCode = .ok,
            headers: HTTP.Headers = ["Content-Type": "text/plain"]
        ) -> Reply {
            .status(status, headers: headers, body: Data(text.utf8))
        }

        /// Creates a response with JSON text as its body.
        ///
        /// - Parameters:
        ///   - json: The body.
        ///   - status: The status code.
        /// - Returns: The reply.
        public static func json(_ json: String, status: HTTP.StatusCode = .ok) -> Reply {
            .text(json, status: status, headers: ["Content-Type": "application/json"])
        }

        /// Creates a response with a JSON-encoded value, as `Body.json(_:vendor:encoder:)` does. A value that cannot be
        /// encoded fails the exchange.
        ///
        /// - Parameters:
        ///   - value: The value to encode.
        ///   - status: The status code.
        ///   - encoder: The encoder of the value.
        /// - Returns: The reply.
        public static func json(
            _ value: some Encodable,
            status: HTTP.StatusCode = .ok,
            encoder: JSONEncoder = JSONEncoder()
        ) -> Reply {
            json(.json(value, encoder: encoder), status)
        }

        /// Creates a response with a JSON object of untyped values, as `Body` encodes them. One that is no JSON fails
        /// the exchange.
        ///
        /// - Parameters:
        ///   - object: The members of the object.
        ///   - status: The status code.
        /// - Returns: The reply.
        public static func json(_ object: [String: Any], status: HTTP.StatusCode = .ok) -> Reply {
            json(.json(object), status)
        }

        private static func json(_ body: Body, _ status: HTTP.StatusCode) -> Reply {
            do throws(RequestError) {
                return .status(status, headers: ["Content-Type": "application/json"], body: try body.data())
            } catch {
                return .failure(TransportError(MockError.invalidData("the content", cause: RequestError.Cause(error))))
            }
        }

        /// Creates a response with a body in several pieces.
        ///
        /// - Parameters:
        ///   - chunks: The pieces.
        ///   - interval: The time before each piece.
        ///   - status: The status code.
        ///   - headers: The headers.
        /// - Returns: The reply.
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

        /// Creates a response whose connection is cut after a part of its body.
        ///
        /// - Parameters:
        ///   - chunks: The pieces of the body that are received.
        ///   - interval: The time before each piece.
        ///   - status: The status code.
        ///   - headers: The headers.
        ///   - error: The failure of the exchange.
        /// - Returns: The reply.
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

        /// Creates a redirect.
        ///
        /// - Parameters:
        ///   - location: The value of `Location`.
        ///   - status: The status code.
        /// - Returns: The reply.
        public static func redirect(to location: String, status: HTTP.StatusCode = .found) -> Reply {
            .status(status, headers: ["Location": location])
        }

        /// Creates a reply that opens a WebSocket.
        ///
        /// - Parameters:
        ///   - socket: The server's side of the WebSocket.
        ///   - headers: The header fields that replace those of a correct answer to the handshake.
        /// - Returns: The reply.
        public static func webSocket(_ socket: ScriptedSocket, headers: HTTP.Headers = [:]) -> Reply {
            Reply(steps: [.open(socket, headers), .event(.completed(TransferMetrics())), .complete])
        }

        /// Creates a reply that fails the exchange without a response.
        ///
        /// - Parameter error: The failure.
        /// - Returns: The reply.
        public static func failure(_ error: TransportError) -> Reply { Reply(steps: [.fail(error)]) }

        /// Creates a reply that fails the exchange without a response.
        ///
        /// - Parameter error: The failure.
        /// - Returns: The reply.
        @available(*, deprecated, renamed: "failure(_:)")
        public static func fail(_ error: TransportError) -> Reply { failure(error) }

        /// A reply that never comes: the exchange waits until it is canceled.
        public static let never = Reply(steps: [.event(.phase(.waitingForHead)), .hang])

        /// Creates a response that stalls after its head, or after a part of its body, until the exchange is canceled.
        ///
        /// - Parameters:
        ///   - status: The status code.
        ///   - headers: The headers.
        ///   - body: The part of the body that is received.
        /// - Returns: The reply.
        public static func stall(
            afterHead status: HTTP.StatusCode = .ok,
            headers: HTTP.Headers = [:],
            body: Data = Data()
        ) -> Reply {
            var reply = head(status, headers, then: body.isEmpty ? [] : [body], every: .zero)
            reply.steps.append(.hang)
            return reply
        }

        /// Creates a reply that sends exactly the given events and completes, for cases that the other replies do not
        /// cover.
        ///
        /// - Parameter events: The events to send.
        /// - Returns: The reply.
        public static func events(_ events: [TransportEvent]) -> Reply {
            Reply(steps: events.map { .event($0) } + [.complete])
        }

        /// Returns a copy with a header field that replaces those of the same name, in each of its heads.
        ///
        /// - Parameters:
        ///   - name: The name of the field.
        ///   - value: The value of the field.
        /// - Returns: The copy.
        public func header(_ name: String, _ value: String) -> Reply {
            Reply(
                steps: steps.map { step in
                    switch step {
                    case .event(.head(var head)):
                        head.headers.set(name, value)
                        return .event(.head(head))
                    case .open(let socket, var headers):
                        headers.set(name, value)
                        return .open(socket, headers)
                    case .event, .wait, .fail, .complete, .hang: return step
                    }
                }
            )
        }

        /// Returns a copy of the reply with a delay before it.
        ///
        /// - Parameter delay: The delay.
        /// - Returns: The copy.
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
