import ReactiveNetworking

/// The commit of a record, which begins on the queue that writes.
struct DiskCommit: Sendable {
    private struct Choice: Sendable {
        let replaced: [EntryName]
        let rivals: DiskRivals
    }

    /// The number of times that the cache chooses anew because other processes have changed the records meanwhile.
    private static let choiceCount = 16

    let files: DiskFiles
    let head: EntryHead
    let content: DiskBody
    let draft: StoreDraft?
    let reservedByteCount: Int64
    let partitions: [CachePartition]
    let choose: @Sendable ([CacheRecord]) -> [CacheRecord]?

    func run(then reply: @escaping DiskFiles.Reply<CacheRecord?>) {
        do throws(CacheStoreError) {
            guard let choice = try choice() else { return end(.success(nil), reservedByteCount, nil, reply) }
            let bytes = try head.encoded(with: head.hasBodyInside ? content.tail : nil)
            let tail = draft == nil || content.tail.isEmpty ? 0 : content.tail.count + StoreChecksum.byteCount
            let growth = DiskLedger.cost(head: Int64(bytes.count), body: Int64(tail))
            files.reserve(growth) { room in
                switch room {
                case .success: write(bytes, reserved: reservedByteCount + growth, choice, then: reply)
                case .failure(let error): end(.failure(error), reservedByteCount, nil, reply)
                }
            }
        } catch {
            end(.failure(error), reservedByteCount, nil, reply)
        }
    }

    /// Lets the cache choose among the records that there are now; returns `nil` if it does not want the new one.
    private func choice() throws(CacheStoreError) -> Choice? {
        let found = try files.reader.records(of: head.key, in: partitions)
        guard let replaced = choose(found.map(\.head.record)) else { return nil }
        let rivals = DiskRivals(found, of: head.key, in: partitions)
        return Choice(replaced: replaced.compactMap { EntryName($0.id) }, rivals: rivals)
    }

    private func write(
        _ bytes: Data,
        reserved: Int64,
        _ choice: Choice,
        then reply: @escaping DiskFiles.Reply<CacheRecord?>
    ) {
        var headDraft: StoreDraft?
        do throws(CacheStoreError) {
            if let draft { try finishBody(draft) }
            let draft = try files.creatingDraft()
            headDraft = draft
            try draft.file.write(bytes, at: 0)
            try draft.file.synchronize()
            let entry = DiskEntry(name: head.name, head: draft, body: self.draft, cost: reserved)
            publish(entry, choice, Self.choiceCount, then: reply)
        } catch {
            end(.failure(error), reserved, headDraft, reply)
        }
    }

    private func publish(
        _ entry: DiskEntry,
        _ choice: Choice,
        _ choiceCount: Int,
        then reply: @escaping DiskFiles.Reply<CacheRecord?>
    ) {
        files.change { ledger throws(CacheStoreError) in
            try ledger.publish(entry, replacing: choice.replaced, ifStill: choice.rivals)
        } then: { result in
            switch result {
            case .success(true): reply(.success(head.record))
            case .success(false): files.write { publishAnew(entry, choiceCount - 1, then: reply) }
            case .failure(let error): end(.failure(error), entry.cost, entry.head, reply)
            }
        }
    }

    private func publishAnew(
        _ entry: DiskEntry,
        _ choiceCount: Int,
        then reply: @escaping DiskFiles.Reply<CacheRecord?>
    ) {
        do throws(CacheStoreError) {
            guard choiceCount > 0 else { throw CacheStoreError(.unavailable, detail: "the records always change") }
            guard let choice = try choice() else { return end(.success(nil), entry.cost, entry.head, reply) }
            publish(entry, choice, choiceCount, then: reply)
        } catch {
            end(.failure(error), entry.cost, entry.head, reply)
        }
    }

    private func finishBody(_ draft: StoreDraft) throws(CacheStoreError) {
        let tail = content.tail
        if !tail.isEmpty {
            let index = (content.byteCount - Int64(tail.count)) / BodyBlocks.blockByteCount
            let seed = BodyBlocks.seed(number: head.name.number, block: index)
            try draft.file.writeChecked(tail, seed: seed, at: BodyBlocks.offset(ofBlock: index))
            content.note(stored: Int64(tail.count), in: draft.file, tail: Data())
        }
        try draft.file.synchronize()
    }

    /// Ends without a record.
    private func end(
        _ result: Result<CacheRecord?, CacheStoreError>,
        _ reserved: Int64,
        _ headDraft: StoreDraft?,
        _ reply: @escaping DiskFiles.Reply<CacheRecord?>
    ) {
        headDraft?.remove()
        draft?.remove()
        files.space.release(reserved)
        reply(result)
    }
}
