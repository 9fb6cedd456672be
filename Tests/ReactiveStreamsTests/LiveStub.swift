import Foundation
import ReactiveTestSupport
import ReactiveTesting

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveStreams

/// A transport on virtual time whose responses come piece by piece, and that pauses as a socket does. The last script
/// repeats.
final class LiveStub: Transport {
    enum Step: Sendable {
        case wait(Duration)
        case head(HTTP.StatusCode, HTTP.Headers)
        case bytes(Data)
        case end
        case fail(TransportError)

        static let open = Step.head(.ok, ["Content-Type": "text/event-stream"])

        static func text(_ text: String) -> Step { .bytes(Data(text.utf8)) }

        static func status(_ status: HTTP.StatusCode, _ headers: HTTP.Headers = [:]) -> Step { .head(status, headers) }
    }

    private struct State: Sendable {
        var exchanges: [(request: PreparedRequest, time: Duration)] = []
        var live = 0
        var sentByteCount = 0
    }

    private let scripts: @Sendable (PreparedRequest, Int) -> [Step]
    private let clock: any TimedScheduler
    private let begun: SchedulerInstant
    private let state = Locked(State())

    init(on clock: any TimedScheduler, _ scripts: @escaping @Sendable (PreparedRequest, Int) -> [Step]) {
        self.scripts = scripts
        self.clock = clock
        begun = clock.now
    }

    var requests: [PreparedRequest] { state.withLock { $0.exchanges.map(\.request) } }
    var times: [Duration] { state.withLock { $0.exchanges.map(\.time) } }
    var liveCount: Int { state.withLock { $0.live } }
    var sentByteCount: Int { state.withLock { $0.sentByteCount } }

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        SignalProducer { [self] observer, lifetime in
            let number = state.withLock { state in
                state.live += 1
                state.exchanges.append((request, begun.duration(to: clock.now)))
                return state.exchanges.count - 1
            }
            lifetime.observeEnded { [self] in state.withLock { $0.live -= 1 } }
            play(scripts(request, number)[...], request.flow, observer, lifetime)
        }
    }

    private func play(
        _ steps: ArraySlice<Step>,
        _ flow: Backpressure?,
        _ observer: Signal<TransportEvent, TransportError>.Observer,
        _ lifetime: Lifetime
    ) {
        var rest = steps
        while let step = rest.popFirst(), !lifetime.hasEnded {
            switch step {
            case .wait(let delay):
                let rest = rest
                let wait = clock.schedule(after: delay) { [self] in play(rest, flow, observer, lifetime) }
                lifetime.observeEnded { wait?.dispose() }
                return
            case .head(let status, let headers):
                observer.send(value: .head(ResponseHead(status: status, headers: headers)))
            case .bytes(let bytes):
                let again = [step] + rest
                let isPaused = flow?.whenOpen { [self] in play(again[...], flow, observer, lifetime) } ?? false
                if isPaused { return }
                state.withLock { $0.sentByteCount += bytes.count }
                observer.send(value: .body(bytes))
            case .end:
                observer.send(value: .completed(TransferMetrics(receivedByteCount: 0)))
                observer.sendCompleted()
            case .fail(let error): observer.send(error: error)
            }
        }
    }
}

/// A network on virtual time over a ``LiveStub``.
struct LiveWorld {
    let clock = TestScheduler()
    let stub: LiveStub
    let network: Network
    let log = Locked<[Network.Event.Kind]>([])

    /// - Parameters:
    ///   - scripts: The responses; the last one repeats.
    ///   - configuration: The settings of the network.
    init(_ scripts: [LiveStub.Step]..., configuration: Network.Configuration = Network.Configuration()) {
        self.init(configuration: configuration) { _, number in scripts[min(number, scripts.count - 1)] }
    }

    init(
        configuration: Network.Configuration = Network.Configuration(),
        _ scripts: @escaping @Sendable (PreparedRequest, Int) -> [LiveStub.Step]
    ) {
        stub = LiveStub(on: clock, scripts)
        network = Network(configuration: configuration, transport: stub, clock: clock)
        network.events.observeValues { [log] event in log.withLock { $0.append(event.kind) } }
    }

    var isQuiet: Bool { clock.scheduledCount == 0 && stub.liveCount == 0 && network.activity.count.value == 0 }

    /// The values of a header field in the requests, with an empty text for none.
    func sent(_ name: String) -> [String] { stub.requests.map { $0.headers[name] ?? "" } }

    /// Records the events of a stream.
    func events(
        _ request: Request = .get(),
        _ options: EventSourceOptions = EventSourceOptions()
    ) -> EventRecorder<ServerSentEvent, OperationError> {
        network.eventSource(request, options: options).record(on: clock)
    }
}

extension ServerSentEvent {
    static func data(_ text: String, id: String = "") -> ServerSentEvent { ServerSentEvent(data: text, id: id) }
}
