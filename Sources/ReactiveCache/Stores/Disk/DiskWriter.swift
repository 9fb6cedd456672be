import ReactiveNetworking

/// The receiver of a record for a store on a disk.
///
/// Bytes wait in memory until they fill a block. A body of less than a block is never written on its own: its record
/// needs one file.
final class DiskWriter: CacheWriter {
    private struct State: Sendable {
        var isOpen = true
        /// The file of the body, once there is a block.
        var draft: StoreDraft?
        /// The bytes that the body takes of the budget.
        var reservedByteCount: Int64 = 0
    }

    private let files: DiskFiles
    private let key: CacheKey
    private let partition: CachePartition
    private let number = UInt64.random(in: .min ... .max)
    private let content: DiskBody
    private let state = InlineLocked(State())

    init(_ files: DiskFiles, _ key: CacheKey, _ partition: CachePartition) {
        self.files = files
        self.key = key
        self.partition = partition
        content = DiskBody(number: number, on: files.pool)
    }

    deinit { abandon() }

    var body: any CacheBody { content }

    func abandon() {
        guard let left = close() else { return }
        files.write { [files] in Self.discard(left.draft, left.reservedByteCount, files) }
    }

    /// Ends the writing; returns what was written, or `nil` if the writer had ended before.
    private func close() -> (draft: StoreDraft?, reservedByteCount: Int64)? {
        state.withLock { state in
            guard state.isOpen else { return nil }
            defer { state = State(isOpen: false) }
            return (state.draft, state.reservedByteCount)
        }
    }

    private static func discard(_ draft: StoreDraft?, _ reserved: Int64, _ files: DiskFiles) {
        draft?.remove()
        files.space.release(reserved)
    }
}

// The body.
extension DiskWriter {
    func write(_ bytes: Data) -> SignalProducer<Never, CacheStoreError> {
        SignalProducer { [self] observer, _ in
            guard state.withLock({ $0.isOpen }) else { return observer.send(error: CacheStoreError(.missing)) }
            guard content.byteCount + Int64(bytes.count) <= files.space.maxBodyByteCount else {
                return observer.send(error: CacheStoreError(.tooLarge))
            }
            guard content.tail.count + bytes.count >= BodyBlocks.blockByteCount else {
                content.append(toTail: bytes)
                return observer.sendCompleted()
            }
            files.write { [self] in
                writeBlocks(bytes) { [files] result in
                    files.send {
                        switch result {
                        case .success: observer.sendCompleted()
                        case .failure(let error): observer.send(error: error)
                        }
                    }
                }
            }
        }
    }

    private func writeBlocks(_ bytes: Data, then reply: @escaping DiskFiles.Reply<Void>) {
        let blockCount = (Int64(content.tail.count) + Int64(bytes.count)) / BodyBlocks.blockByteCount
        let before = content.byteCount / BodyBlocks.blockByteCount
        let growth =
            BodyBlocks.offset(ofBlock: before + blockCount) - (before == 0 ? 0 : BodyBlocks.offset(ofBlock: before))
        files.reserve(growth) { [self] room in
            reply(
                Result { () throws(CacheStoreError) in
                    try room.get()
                    guard keep(reserved: growth) else {
                        files.space.release(growth)
                        throw CacheStoreError(.missing)
                    }
                    try append(bytes)
                }
            )
        }
    }

    /// Notes reserved bytes; returns `false` if the writer has ended.
    private func keep(reserved count: Int64) -> Bool {
        state.withLock { state in
            if state.isOpen { state.reservedByteCount += count }
            return state.isOpen
        }
    }

    private func append(_ bytes: Data) throws(CacheStoreError) {
        let draft = try openDraft()
        var rest = bytes
        while content.tail.count + rest.count >= BodyBlocks.blockByteCount {
            let missing = Int(BodyBlocks.blockByteCount) - content.tail.count
            try store(content.tail + rest.prefix(missing), in: draft, followedBy: Data())
            rest = rest.dropFirst(missing)
        }
        content.append(toTail: rest)
    }

    private func store(_ block: Data, in draft: StoreDraft, followedBy tail: Data) throws(CacheStoreError) {
        let index = (content.byteCount - Int64(content.tail.count)) / BodyBlocks.blockByteCount
        let seed = BodyBlocks.seed(number: number, block: index)
        try draft.file.writeChecked(block, seed: seed, at: BodyBlocks.offset(ofBlock: index))
        content.note(stored: Int64(block.count), in: draft.file, tail: tail)
    }

    private func openDraft() throws(CacheStoreError) -> StoreDraft {
        if let draft = state.withLock({ $0.draft }) { return draft }
        let draft = try files.creatingDraft()
        let isKept = state.withLock { state in
            if state.isOpen { state.draft = draft }
            return state.isOpen
        }
        do throws(CacheStoreError) {
            guard isKept else { throw CacheStoreError(.missing) }
            try draft.file.write(BodyBlocks.prefix(number: number), at: 0)
            return draft
        } catch {
            if !isKept { draft.remove() }
            throw error
        }
    }
}

// The commit.
extension DiskWriter {
    func commit(
        _ metadata: CacheMetadata,
        among partitions: [CachePartition],
        replacing choose: @escaping @Sendable (_ current: [CacheRecord]) -> [CacheRecord]?
    ) -> SignalProducer<CacheRecord?, CacheStoreError> {
        files.producer(for: key) { [self] reply in
            files.write { [self] in
                guard let left = close() else { return reply(.failure(CacheStoreError(.missing))) }
                let commit = DiskCommit(
                    files: files,
                    head: head(metadata, hasBodyInside: left.draft == nil),
                    content: content,
                    draft: left.draft,
                    reservedByteCount: left.reservedByteCount,
                    partitions: partitions,
                    choose: choose
                )
                commit.run(then: reply)
            }
        }
    }

    private func head(_ metadata: CacheMetadata, hasBodyInside: Bool) -> EntryHead {
        EntryHead(
            name: EntryName(
                key: EntryName.digits(of: key),
                partition: EntryName.digits(of: partition),
                number: number
            ),
            key: key,
            partition: partition,
            metadata: metadata,
            bodyByteCount: content.byteCount,
            hasBodyInside: hasBodyInside
        )
    }
}
