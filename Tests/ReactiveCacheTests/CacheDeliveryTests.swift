import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache
@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveStreams

/// The threads on which operations over a cache are decoded and delivered, if the transport tolerates slow observers.
@Suite struct CacheDeliveryTests {
    /// Answers in one piece, on one queue that a receiver may block.
    private final class QueueTransport: DirectTransport {
        private static let key = DispatchSpecificKey<ObjectIdentifier>()
        private let queue = DispatchQueue(label: "transport")
        private let fields: HTTP.Headers
        private let failsValidations: Bool

        /// Creates a server whose responses have some fields. It confirms what a request knows, or fails with a 503.
        init(_ fields: HTTP.Headers, failsValidations: Bool = false) {
            self.fields = fields
            self.failsValidations = failsValidations
            queue.setSpecific(key: Self.key, value: ObjectIdentifier(self))
        }

        var toleratesSlowObservers: Bool { true }

        /// A Boolean value that indicates whether the current thread is that of the transport.
        var isHere: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) }

        func hold() { queue.suspend() }

        func release() { queue.resume() }

        func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
            producer(of: request)
        }

        func begin(_ request: PreparedRequest, _ output: ExchangeOutput) {
            queue.async { [fields, failsValidations] in
                let isKnown = fields["ETag"].map { $0 == request.headers["If-None-Match"] } ?? false
                let validated = failsValidations ? HTTP.StatusCode.serviceUnavailable : .notModified
                let head = ResponseHead(status: isKnown ? validated : .ok, headers: fields)
                let completion = TransportEvent.completed(TransferMetrics(receivedByteCount: isKnown ? 0 : 1))
                output.finish(
                    with: RawResponse(head: head, data: isKnown ? Data() : Data("1".utf8), completion: completion)
                )
            }
        }
    }

    private static let request = RequestBuilder(.get, "http://cache.test/a").build()

    private func send(
        _ request: Request = request,
        over network: Network
    ) -> SignalProducer<Network.DataResponse<String>, Network.OperationError> {
        network.send(request, decoding: .text(), abortAfter: .patience, maxRetries: 0)
    }

    @Test(arguments: ["max-age=86400", "no-store"])
    func aResponseOfTheServerIsDeliveredWhereItArrives(control: String) async throws {  // N13
        let transport = QueueTransport(["Cache-Control": control])
        let network = Network(transport: CachingTransport(transport))
        #expect(try await send(over: network).map { _ in transport.isHere }.value())
    }

    /// Runs a closure on a thread of its own, and returns its result.
    private func onCaller<Value: Sendable>(_ run: @escaping @Sendable () -> Value) async -> Value {
        let caller = DispatchQueue(label: "caller")
        caller.setSpecific(key: Place.key, value: true)
        return await withCheckedContinuation { (continuation: CheckedContinuation<Value, Never>) in
            caller.async { continuation.resume(returning: run()) }
        }
    }

    /// Notes whether it is decoded on the thread of the caller.
    private struct Place: Decodable, Sendable {
        static let key = DispatchSpecificKey<Bool>()

        static var isCallers: Bool { DispatchQueue.getSpecific(key: key) == true }

        let isCallers = Place.isCallers

        init(from decoder: any Decoder) throws {}
    }

    /// The fields of a response that stays fresh for a day: a busy machine may take minutes between two requests.
    private static let storable: HTTP.Headers = ["Cache-Control": "max-age=86400"]

    @Test(arguments: [1, 2])
    func aStoredResponseIsNotDecodedOnTheThreadThatAsks(cacheCount: Int) async throws {  // N13
        let inner = CachingTransport(QueueTransport(Self.storable))
        func network() -> Network { Network(transport: cacheCount == 1 ? inner : CachingTransport(inner)) }
        _ = try await send(over: network()).value()
        // If there are two caches, the outer one is new, and the inner one answers.
        let network = network()
        let places = await onCaller {
            let answer = network.send(Self.request, decoding: .json(Place.self), abortAfter: .patience)
                .map { [$0.parsedData.isCallers, Place.isCallers, $0.cacheStatus?.isHit == true] }.first()
            return try? answer?.get()
        }
        #expect(places == [false, false, cacheCount == 1])
    }

    @Test func storedLinesAreNotDecodedOnTheThreadThatAsks() async throws {  // N13
        let network = Network(transport: CachingTransport(QueueTransport(Self.storable)))
        _ = try await send(over: network).value()
        let place = await onCaller {
            try? network.jsonLines(Self.request, as: Place.self, abortAfter: .patience).first()?.get()
        }
        #expect(place?.isCallers == false)
    }

    /// Begins two operations that share an exchange, and returns whether the second ends while the first is held up.
    private func secondEndsFirst(
        _ network: Network,
        _ transport: QueueTransport,
        first firstRequest: Request = request
    ) -> Bool {
        let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isInTime = Locked(false)
        transport.hold()
        let hold: @Sendable (Any) -> Void = { _ in isInTime.value = second.wait(timeout: .now() + 600) == .success }
        send(firstRequest, over: network)
            .start(in: .awaited, keeping: { _ in }, value: hold, terminate: { _ in first.signal() })
        send(over: network).start(in: .awaited, keeping: { _ in }, value: { _ in }, terminate: { _ in second.signal() })
        transport.release()
        first.wait()
        return isInTime.value
    }

    @Test func aSlowObserverOfASharedResponseHoldsUpNoOtherCaller() {  // H36
        let transport = QueueTransport(["Cache-Control": "max-age=86400"])
        #expect(secondEndsFirst(Network(transport: CachingTransport(transport)), transport))
    }

    @Test func aSlowObserverOfASharedConfirmationHoldsUpNoOtherCaller() async throws {  // H23, H36
        let transport = QueueTransport(["Cache-Control": "max-age=0", "ETag": #""a""#])
        let cache = CachingTransport(transport)
        let network = Network(transport: cache)
        _ = try await send(over: network).value()
        #expect(secondEndsFirst(network, transport))
        #expect(cache.statistics.value.validations == 1)
    }

    @Test func aSlowObserverOfAStaleResponseHoldsUpNoOtherCaller() async throws {  // H33, H36
        let transport = QueueTransport(["Cache-Control": "max-age=0", "ETag": #""a""#], failsValidations: true)
        let network = Network(transport: CachingTransport(transport))
        _ = try await send(over: network).value()
        let stale = RequestBuilder(.get, "http://cache.test/a").header("Cache-Control", "stale-if-error=86400").build()
        #expect(secondEndsFirst(network, transport, first: stale))
    }
}
