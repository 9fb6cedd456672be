import Foundation
import ReactiveTestSupport
import ReactiveTesting

@testable import ReactiveCache
@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

/// A cache on virtual time over a scripted transport.
struct CacheWorld {
    let clock: TestScheduler
    let stub: StubTransport
    let cache: CachingTransport

    init(
        _ script: StubTransport.Reply...,
        options: CachingTransport.Options = CachingTransport.Options(),
        store: any RecordStore = MemoryCacheStore()
    ) {
        let clock = TestScheduler()
        self.init(StubTransport(script: script, clock: clock), clock, options: options, store: store)
    }

    init(
        _ stub: StubTransport,
        _ clock: TestScheduler,
        options: CachingTransport.Options = CachingTransport.Options(),
        store: any RecordStore = MemoryCacheStore(),
        isWhole: Bool = false
    ) {
        self.clock = clock
        self.stub = stub
        let base: any Transport = isWhole ? WholeTransport(stub) : stub
        cache = CachingTransport(base, store, options, clock, timingStoreOn: clock)
    }

    /// The number of requests that reached the server.
    var count: Int { stub.exchanges.count }

    var network: Network { Network(transport: cache, clock: clock) }

    /// A Boolean value that indicates whether nothing is scheduled and nothing is under way.
    var isQuiet: Bool { clock.scheduledCount == 0 && stub.liveCount == 0 && cache.core.table.all.isEmpty }

    /// Begins an exchange of a request, for a caller that takes the body at its own pace if `pace` is given.
    @discardableResult
    func begin(
        _ method: HTTP.Method = .get,
        _ url: String = "http://cache.test/a",
        _ headers: HTTP.Headers = [:],
        _ configuration: Network.Configuration = Network.Configuration(),
        over transport: (any Transport)? = nil,
        pace: Backpressure? = nil
    ) -> CacheAnswer {
        let answer = CacheAnswer()
        do {
            let builder = RequestBuilder(method, url).configuration(configuration).headers(headers)
            let request = try builder.build().prepared()
            let exchange = (transport ?? cache).exchange(pace.map { request.paused(by: $0) } ?? request)
            answer.keep(
                exchange.start { event in
                    if case .value(.body(let data)) = event { pace?.enqueue(data.count) }
                    answer.receive(event)
                }
            )
        } catch {
            preconditionFailure("The request is invalid: \(error)")
        }
        return answer
    }

    /// Exchanges a request, and runs the clock's actions that are due now.
    @discardableResult
    func send(
        _ method: HTTP.Method = .get,
        _ url: String = "http://cache.test/a",
        _ headers: HTTP.Headers = [:],
        _ configuration: Network.Configuration = Network.Configuration()
    ) -> CacheAnswer {
        let answer = begin(method, url, headers, configuration)
        clock.advance(by: .zero)
        return answer
    }

    @discardableResult
    func get(_ headers: HTTP.Headers = [:], _ policy: Network.CachePolicy? = nil) -> CacheAnswer {
        send(.get, "http://cache.test/a", headers, Network.Configuration(cachePolicy: policy))
    }

    /// Moves the clock to a number of seconds since the beginning.
    func at(_ seconds: Double) { clock.advance(to: SchedulerInstant(offset: .seconds(seconds))) }

    /// The conditions of the last request that reached the server.
    var conditions: [String?] {
        ["If-None-Match", "If-Modified-Since"].map { stub.requests.last?.headers[$0] }
    }
}

/// A caller that takes the body at its own pace.
struct PacedCaller {
    let answer: CacheAnswer
    private let pace: Backpressure
    private let clock: TestScheduler

    /// Begins an exchange of a caller that accepts a number of bytes without taking them.
    init(_ world: CacheWorld, accepting byteCount: Int = Backpressure.standardLimit) {
        pace = Backpressure(limit: byteCount)
        clock = world.clock
        answer = world.begin(pace: pace)
    }

    /// Takes bytes, and lets a second pass.
    func take(_ byteCount: Int) {
        pace.take(byteCount)
        clock.advance(by: .seconds(1))
    }

    /// Takes what waits, second by second, until the exchange has ended or nothing more comes.
    func takeAll() {
        while !answer.hasEnded, pace.waitingByteCount > 0 { take(pace.waitingByteCount) }
    }
}

/// The events of one exchange.
final class CacheAnswer: Sendable {
    private let events = Locked<[SignalProducer<TransportEvent, TransportError>.ProducedSignal.Event]>([])
    private let work = Locked<(any Disposable)?>(nil)

    func receive(_ event: SignalProducer<TransportEvent, TransportError>.ProducedSignal.Event) {
        events.withLock { $0.append(event) }
    }

    func keep(_ disposable: (any Disposable)?) { work.withLock { $0 = disposable } }

    func dispose() { work.withLock { $0 }?.dispose() }

    var heads: [ResponseHead] {
        events.withLock { events in
            events.compactMap { if case .value(.head(let head)) = $0 { head } else { nil } }
        }
    }

    var head: ResponseHead? { heads.last }
    var status: Int? { head?.status.rawValue }
    var headers: HTTP.Headers { head?.headers ?? [:] }
    var cacheStatus: CacheStatus? { head?.cacheStatus }
    var note: String? { cacheStatus?.description }

    var pieces: [Data] {
        events.withLock { events in
            events.compactMap { if case .value(.body(let data)) = $0 { data } else { nil } }
        }
    }

    var data: Data { pieces.reduce(Data(), +) }
    var text: String { String(decoding: data, as: UTF8.self) }

    var trailers: [HTTP.Headers] {
        events.withLock { events in
            events.compactMap { if case .value(.trailers(let trailers)) = $0 { trailers } else { nil } }
        }
    }

    var metrics: TransferMetrics? {
        events.withLock { events in
            events.lazy.compactMap { if case .value(.completed(let metrics)) = $0 { metrics } else { nil } }.first
        }
    }

    var isComplete: Bool { events.withLock { if case .completed = $0.last { true } else { false } } }

    var error: TransportError? {
        events.withLock { if case .failed(let error) = $0.last { error } else { nil } }
    }

    var hasEnded: Bool {
        events.withLock { events in
            switch events.last {
            case .completed, .failed, .interrupted: true
            default: false
            }
        }
    }

    /// A short description: `hit 200 text`, `net 200 text`, `304 200 text`, `failed` or `open`.
    var summary: String {
        guard isComplete, let status, let cacheStatus else { return hasEnded ? "failed" : "open" }
        let source = cacheStatus.isHit ? "hit" : cacheStatus.forwardStatus == .notModified ? "304" : "net"
        return "\(source) \(status) \(text)"
    }
}

extension StubTransport.Reply {
    /// A 200 with a `Cache-Control` and other fields.
    static func cached(_ control: String, _ text: String = "a", _ headers: HTTP.Headers = [:]) -> Self {
        var fields: HTTP.Headers = ["Cache-Control": control]
        for (name, value) in headers { fields.add(name, value) }
        return .text(text, headers: fields)
    }
}

/// Delivers each response in one call, like the engine does with a short one that nobody paces.
struct WholeTransport: DirectTransport {
    let base: StubTransport

    init(_ base: StubTransport) {
        self.base = base
    }

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        producer(of: request)
    }

    func begin(_ request: PreparedRequest, _ output: ExchangeOutput) {
        guard request.flow == nil else { return base.begin(request, output) }
        base.begin(request, ExchangeOutput(to: Joiner(output), 0))
    }

    private final class Joiner: ExchangeReceiver {
        private let output: ExchangeOutput
        private let response = Locked<RawResponse?>(nil)

        init(_ output: ExchangeOutput) {
            self.output = output
        }

        func keep(_ work: any Disposable, of exchange: Int) { output.keep(work) }

        func needs(_ exchange: Int) -> Bool { output.isNeeded }

        func receive(_ event: TransportEvent, of exchange: Int) {
            switch event {
            case .head(let head): response.withLock { $0 = RawResponse(head: head, data: Data()) }
            case .body(let data): response.withLock { $0?.data += data }
            case .trailers(let trailers): response.withLock { $0?.trailers = trailers }
            case .completed: response.withLock { $0?.completion = event }
            case .phase, .uploadProgress, .informational: output.send(event)
            }
        }

        func receive(_ response: RawResponse, of exchange: Int) { output.finish(with: response) }

        func end(_ termination: Termination<TransportError>, of exchange: Int) {
            let response = response.withLock { $0 }
            if let response, case .completed = termination { return output.finish(with: response) }
            if let response {
                output.send(.head(response.head))
                if !response.data.isEmpty { output.send(.body(response.data)) }
            }
            output.end(termination)
        }
    }
}
