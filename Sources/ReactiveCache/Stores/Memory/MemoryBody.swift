import ReactiveNetworking

/// A body in memory, complete or still growing.
final class MemoryBody: CacheBody {
    private let content: InlineLocked<StoredPieces>

    init(_ content: StoredPieces = StoredPieces()) {
        self.content = InlineLocked(content)
    }

    var byteCount: Int64 { content.withLock { $0.byteCount } }

    /// The memory that the body takes.
    var cost: Int { content.withLock { $0.cost } }

    var pieces: [Data] { content.withLock { $0.pieces } }

    /// Returns how much the memory grows, at most, if a piece is appended.
    func growth(by count: Int) -> Int { content.withLock { $0.growth(by: count) } }

    func append(_ piece: Data) { content.withLock { $0.append(piece) } }

    func close() { content.withLock { $0.close() } }

    func bytes(in range: Range<Int64>) -> SignalProducer<Data, CacheStoreError> {
        SignalProducer { [self] in Result { () throws(CacheStoreError) in try bytesNow(in: range) } }
    }

    func bytesNow(in range: Range<Int64>) throws(CacheStoreError) -> Data {
        try content.withLock { content throws(CacheStoreError) in
            guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= content.byteCount else {
                throw CacheStoreError(.missing, detail: "the body has no bytes \(range)")
            }
            return content.bytes(in: range)
        }
    }
}
