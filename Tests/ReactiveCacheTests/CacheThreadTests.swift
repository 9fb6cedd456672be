import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache
@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

/// Requests from many threads at once: each one ends, with the right response.
@Suite struct CacheThreadTests {
    /// A server, by the response of a request with a number.
    struct Server: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let reply: @Sendable (PreparedRequest, Int) -> StubTransport.Reply
    }

    static let body = String(repeating: "0123456789", count: 7_000)

    static let servers = [
        Server(testDescription: "stored") { _, _ in .cached("max-age=86400", body) },
        Server(testDescription: "not stored") { _, _ in .cached("no-store", body) },
        Server(testDescription: "validated") { request, _ in
            request.headers["If-None-Match"] == nil
                ? .cached("max-age=0", body, ["ETag": #""a""#]) : .status(.notModified)
        },
        Server(testDescription: "not confirmed") { request, _ in
            request.headers["If-None-Match"] == nil
                ? .cached("max-age=0", body, ["ETag": #""a""#]) : .status(.notModified, headers: ["ETag": #""b""#])
        },
        Server(testDescription: "stale in place of an error") { request, _ in
            request.headers["If-None-Match"] == nil
                ? .cached("max-age=0, stale-if-error=86400", body, ["ETag": #""a""#]) : .status(.serviceUnavailable)
        },
        Server(testDescription: "stale while validated") { _, _ in
            .cached("max-age=0, stale-while-revalidate=86400", body, ["ETag": #""a""#])
        },
    ]

    @Test(arguments: servers, [false, true])
    func everyRequestOnManyThreadsEnds(server: Server, isStoreInMemory: Bool) async throws {  // H35, H36
        let stub = StubTransport(clock: QueueScheduler.shared, server.reply)
        let store: any RecordStore = isStoreInMemory ? MemoryCacheStore() : ThreadedStore()
        let cache = CachingTransport(stub, store, .init(), QueueScheduler.shared, timingStoreOn: TestScheduler())
        let network = Network(transport: cache)
        let first = try await network.send(.get("http://cache.test/0"), decoding: .text(), abortAfter: .patience)
            .value()
        #expect(first.parsedData == Self.body)
        await withTaskGroup(of: Bool.self) { group in
            for worker in 0..<8 {
                group.addTask { await Self.isRight(worker, network) }
            }
            for await isRight in group { #expect(isRight) }
        }
        // A thread that was just sending when its operation was disposed of leaves a moment later.
        if server.testDescription != "stale while validated" { #expect(await eventually { stub.liveCount == 0 }) }
    }

    /// Sends requests one after the other, and disposes of some of them.
    private static func isRight(_ worker: Int, _ network: Network) async -> Bool {
        for round in 0..<60 {
            let request = RequestBuilder(.get, "http://cache.test/\(round / 20)").build()
            let responses = network.send(request, decoding: .text(), abortAfter: .patience, maxRetries: 0)
            if (round + worker).isMultiple(of: 5) {
                responses.start().dispose()
            } else if (try? await responses.value().parsedData) != body {
                return false
            }
        }
        return true
    }
}

/// A store whose operations run on threads, like those of a store on a disk.
private final class ThreadedStore: RecordStore {
    let base = MemoryCacheStore()

    private func hop<Value>(
        _ producer: SignalProducer<Value, CacheStoreError>
    ) -> SignalProducer<Value, CacheStoreError> {
        producer.start(on: QueueScheduler.shared)
    }

    var maxBodyByteCount: Int64 { base.maxBodyByteCount }

    func salt() -> SignalProducer<Data, CacheStoreError> { hop(base.salt()) }

    func records(
        for key: CacheKey,
        in partitions: [CachePartition],
        readingBodyOf choose: @escaping @Sendable ([CacheRecord]) -> CacheRecord?
    ) -> SignalProducer<StoreFinding, CacheStoreError> {
        hop(base.records(for: key, in: partitions, readingBodyOf: choose))
    }

    func body(of record: CacheRecord) -> SignalProducer<any CacheBody, CacheStoreError> {
        hop(base.body(of: record).map { Body(base: $0) })
    }

    func writer(
        for key: CacheKey,
        in partition: CachePartition,
        expecting byteCount: Int64?
    ) -> SignalProducer<any CacheWriter, CacheStoreError> {
        hop(base.writer(for: key, in: partition, expecting: byteCount).map { Writer(base: $0) })
    }

    func update(
        _ record: CacheRecord,
        with metadata: CacheMetadata
    ) -> SignalProducer<CacheRecord?, CacheStoreError> { hop(base.update(record, with: metadata)) }

    func remove(_ records: [CacheRecord]) -> SignalProducer<Int, CacheStoreError> { hop(base.remove(records)) }

    func removeRecords(for key: CacheKey) -> SignalProducer<Int, CacheStoreError> {
        hop(base.removeRecords(for: key))
    }

    func updateRecords(
        for key: CacheKey,
        _ change: @escaping @Sendable (CacheMetadata) -> CacheMetadata?
    ) -> SignalProducer<Int, CacheStoreError> { hop(base.updateRecords(for: key, change)) }

    func removeAll() -> SignalProducer<Int, CacheStoreError> { hop(base.removeAll()) }

    func allRecords() -> SignalProducer<[CacheRecord], CacheStoreError> { hop(base.allRecords()) }

    struct Body: CacheBody {
        let base: any CacheBody

        var byteCount: Int64 { base.byteCount }

        func bytes(in range: Range<Int64>) -> SignalProducer<Data, CacheStoreError> {
            base.bytes(in: range).start(on: QueueScheduler.shared)
        }
    }

    struct Writer: CacheWriter {
        let base: any CacheWriter

        var body: any CacheBody { Body(base: base.body) }

        func write(_ bytes: Data) -> SignalProducer<Never, CacheStoreError> {
            base.write(bytes).start(on: QueueScheduler.shared)
        }

        func commit(
            _ metadata: CacheMetadata,
            among partitions: [CachePartition],
            replacing choose: @escaping @Sendable (_ present: [CacheRecord]) -> [CacheRecord]?
        ) -> SignalProducer<CacheRecord?, CacheStoreError> {
            base.commit(metadata, among: partitions, replacing: choose).start(on: QueueScheduler.shared)
        }

        func abandon() { base.abandon() }
    }
}
