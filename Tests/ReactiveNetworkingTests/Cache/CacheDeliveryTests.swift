import Foundation
import ReactiveTesting
import Testing

@testable import ReactiveNetworking

/// The threads on which operations over a cache are decoded and delivered, if the transport tolerates slow observers.
@Suite struct CacheDeliveryTests {
    /// Answers in one piece, on one queue that a receiver may block.
    private final class QueueTransport: DirectTransport {
        private static let key = DispatchSpecificKey<ObjectIdentifier>()
        private let queue = DispatchQueue(label: "transport")
        private let fields: HTTP.Headers

        init(_ fields: HTTP.Headers) {
            self.fields = fields
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
            queue.async { [fields] in
                let isKnown = fields["ETag"].map { $0 == request.headers["If-None-Match"] } ?? false
                let head = ResponseHead(status: isKnown ? .notModified : .ok, headers: fields)
                let completion = TransportEvent.completed(TransferMetrics(receivedByteCount: isKnown ? 0 : 1))
                output.finish(
                    with: RawResponse(head: head, data: isKnown ? Data() : Data("1".utf8), completion: completion)
                )
            }
        }
    }

    private static let request = RequestBuilder(.get, "http://cache.test/a").build()

    private func send(over network: Network) -> SignalProducer<Network.DataResponse<String>, Network.OperationError> {
        network.send(Self.request, decoding: .text(), abortAfter: .patience)
    }

    @Test(arguments: ["max-age=86400", "no-store"])
    func aResponseOfTheServerIsDeliveredWhereItArrives(control: String) async throws {  // N13
        let transport = QueueTransport(["Cache-Control": control])
        let network = Network(transport: CachingTransport(transport))
        #expect(try await send(over: network).map { _ in transport.isHere }.value())
    }

    @Test func aStoredResponseIsNotDecodedOnTheThreadThatAsks() async throws {  // N13
        // A busy machine may take minutes between two requests.
        let network = Network(transport: CachingTransport(QueueTransport(["Cache-Control": "max-age=86400"])))
        _ = try await send(over: network).value()
        let caller = DispatchQueue(label: "caller")
        let key = DispatchSpecificKey<Bool>()
        caller.setSpecific(key: key, value: true)
        let isThere = { @Sendable in DispatchQueue.getSpecific(key: key) == true }
        let decoding: Decoding<Bool> = .custom { (_: Data) in isThere() }
        let places = await withCheckedContinuation { (continuation: CheckedContinuation<[Bool]?, Never>) in
            caller.async {
                let answer = network.send(Self.request, decoding: decoding, abortAfter: .patience)
                    .map { [$0.parsedData, isThere(), $0.cacheStatus?.isHit == true] }.first()
                continuation.resume(returning: try? answer?.get())
            }
        }
        #expect(places == [false, false, true])
    }

    /// Begins two operations that share an exchange, and returns whether the second ends while the first is held up.
    private func secondEndsFirst(_ network: Network, _ transport: QueueTransport) -> Bool {
        let (first, second) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let isInTime = Locked(false)
        transport.hold()
        let hold: @Sendable (Any) -> Void = { _ in isInTime.value = second.wait(timeout: .now() + 600) == .success }
        send(over: network).start(in: .awaited, keeping: { _ in }, value: hold, terminate: { _ in first.signal() })
        send(over: network).start(in: .awaited, keeping: { _ in }, value: { _ in }, terminate: { _ in second.signal() })
        transport.release()
        first.wait()
        return isInTime.value
    }

    @Test func aSlowObserverOfASharedResponseHoldsUpNobodyElse() {  // H36
        let transport = QueueTransport(["Cache-Control": "max-age=86400"])
        #expect(secondEndsFirst(Network(transport: CachingTransport(transport)), transport))
    }

    @Test func aSlowObserverOfASharedConfirmationHoldsUpNobodyElse() async throws {  // H23, H36
        let transport = QueueTransport(["Cache-Control": "max-age=0", "ETag": #""a""#])
        let cache = CachingTransport(transport)
        let network = Network(transport: cache)
        _ = try await send(over: network).value()
        #expect(secondEndsFirst(network, transport))
        #expect(cache.statistics.value.validations == 1)
    }
}
