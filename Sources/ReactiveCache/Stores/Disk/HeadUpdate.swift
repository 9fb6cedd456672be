import ReactiveNetworking

/// A change of a record's metadata: the file of the record is written anew, and takes the name of the old one.
///
/// Metadata that cannot be written are kept in memory, so that the change takes effect in this process.
struct HeadUpdate: Sendable {
    let files: DiskFiles
    let key: CacheKey
    let name: EntryName
    /// Returns the new metadata, or `nil` to leave the record as it is.
    let change: @Sendable (CacheMetadata) -> CacheMetadata?

    /// Changes all records of a URL, one after the other, and replies how many were changed, or with a failure of one
    /// of them.
    static func runAll(
        _ files: DiskFiles,
        _ key: CacheKey,
        _ change: @escaping @Sendable (CacheMetadata) -> CacheMetadata?,
        then reply: @escaping DiskFiles.Reply<Int>
    ) {
        do throws(CacheStoreError) {
            run(files, key, try files.place.names(of: key)[...], change, .success(0), then: reply)
        } catch {
            // Nobody knows which records remain as they are.
            files.view.fail(files.view.begin(.removal(nil), for: key), hiding: nil)
            reply(.failure(error))
        }
    }

    private static func run(
        _ files: DiskFiles,
        _ key: CacheKey,
        _ names: ArraySlice<EntryName>,
        _ change: @escaping @Sendable (CacheMetadata) -> CacheMetadata?,
        _ outcome: Result<Int, CacheStoreError>,
        then reply: @escaping DiskFiles.Reply<Int>
    ) {
        guard let name = names.first else { return reply(outcome) }
        HeadUpdate(files: files, key: key, name: name, change: change).run { result in
            var outcome = outcome
            switch result {
            case .success(let record): outcome = outcome.map { $0 + (record == nil ? 0 : 1) }
            case .failure(let error): if error.kind != .corrupt { outcome = .failure(error) }
            }
            run(files, key, names.dropFirst(), change, outcome, then: reply)
        }
    }

    /// Replies with the changed record, or with `nil` if it is gone or is left as it is.
    func run(then reply: @escaping DiskFiles.Reply<CacheRecord?>) {
        files.write { write(then: reply) }
    }

    private func write(then reply: @escaping DiskFiles.Reply<CacheRecord?>) {
        guard !files.view.snapshot(of: key).hides(name) else { return reply(.success(nil)) }
        var draft: StoreDraft?
        var new: CacheMetadata?
        do throws(CacheStoreError) {
            guard let old = try files.reader.head(of: name), let metadata = change(old.head.metadata) else {
                return reply(.success(nil))
            }
            new = metadata
            let head = old.head.with(metadata)
            let bytes = try head.encoded(with: old.body)
            let newDraft = try files.creatingDraft()
            draft = newDraft
            try newDraft.file.write(bytes, at: 0)
            try newDraft.file.synchronize()
            publish(newDraft, Int64(bytes.count), head, ifStill: old.inode, then: reply)
        } catch {
            draft?.remove()
            fail(error, new, reply)
        }
    }

    private func publish(
        _ draft: StoreDraft,
        _ byteCount: Int64,
        _ head: EntryHead,
        ifStill inode: UInt64,
        then reply: @escaping DiskFiles.Reply<CacheRecord?>
    ) {
        files.change { [name] ledger throws(CacheStoreError) in
            try ledger.replaceHead(of: name, with: draft, byteCount: byteCount, ifStill: inode)
        } then: { result in
            if (try? result.get()) != true { draft.remove() }
            switch result {
            case .success(true): reply(.success(head.record))
            case .success(false): reply(.success(nil))
            // Another process has changed the record meanwhile.
            case .success(nil): run(then: reply)
            case .failure(let error): fail(error, head.metadata, reply)
            }
        }
    }

    private func fail(
        _ error: CacheStoreError,
        _ metadata: CacheMetadata?,
        _ reply: @escaping DiskFiles.Reply<CacheRecord?>
    ) {
        if let metadata { files.view.keep(metadata, of: name) } else { files.view.hide([name]) }
        reply(.failure(error))
    }
}
