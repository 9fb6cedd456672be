import ReactiveNetworking

/// The receiver of a record for a store in memory.
final class MemoryWriter: CacheWriter {
    private enum Phase: Sendable {
        case writing(reserved: Int)
        case ended
    }

    private let key: CacheKey
    private let partition: CachePartition
    private let store: MemoryCacheStore
    private let content = MemoryBody()
    private let phase = InlineLocked(Phase.writing(reserved: 0))

    init(_ store: MemoryCacheStore, _ key: CacheKey, _ partition: CachePartition) {
        self.store = store
        self.key = key
        self.partition = partition
    }

    deinit { abandon() }

    var body: any CacheBody { content }

    func write(_ bytes: Data) -> SignalProducer<Never, CacheStoreError> {
        .deferred { [self] in
            guard isWriting else { return SignalProducer(error: CacheStoreError(.missing)) }
            let growth = content.growth(by: bytes.count)
            guard content.byteCount + Int64(bytes.count) <= store.maxBodyByteCount,
                growth == 0 || store.reserve(growth)
            else { return SignalProducer(error: CacheStoreError(.tooLarge)) }
            content.append(bytes)
            let isKept = phase.withLock { phase in
                guard case .writing(let reserved) = phase else { return false }
                phase = .writing(reserved: reserved + growth)
                return true
            }
            if !isKept { store.release(growth) }
            return .empty
        }
    }

    func commit(
        _ metadata: CacheMetadata,
        among partitions: [CachePartition],
        replacing choose: @escaping @Sendable (_ current: [CacheRecord]) -> [CacheRecord]?
    ) -> SignalProducer<CacheRecord?, CacheStoreError> {
        SignalProducer { [self] in
            Result { () throws(CacheStoreError) in
                guard let reserved = end() else { throw CacheStoreError(.missing) }
                content.close()
                let place = MemoryPlace(key: key, partition: partition, rivals: partitions)
                return try store.insert(metadata, content, at: place, releasing: reserved, replacing: choose)
            }
        }
    }

    func abandon() {
        if let reserved = end() { store.release(reserved) }
    }

    private var isWriting: Bool {
        phase.withLock { if case .writing = $0 { true } else { false } }
    }

    /// Returns the bytes that are reserved, or `nil` if the writer has ended before.
    private func end() -> Int? {
        phase.withLock { phase in
            guard case .writing(let reserved) = phase else { return nil }
            phase = .ended
            return reserved
        }
    }
}
