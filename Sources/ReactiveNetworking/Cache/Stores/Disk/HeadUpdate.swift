import Foundation

/// A change of a record's metadata: the file of the record is written anew, and takes the name of the old one.
struct HeadUpdate: Sendable {
    let files: DiskFiles
    let name: EntryName
    /// Returns the new metadata, or `nil` to leave the record as it is.
    let change: @Sendable (CacheMetadata) -> CacheMetadata?

    /// Changes several records, one after the other, and returns how many were changed.
    static func run(
        _ files: DiskFiles,
        _ names: ArraySlice<EntryName>,
        _ change: @escaping @Sendable (CacheMetadata) -> CacheMetadata?,
        count: Int,
        then reply: @escaping DiskFiles.Reply<Int>
    ) {
        guard let name = names.first else { return reply(.success(count)) }
        HeadUpdate(files: files, name: name, change: change).run { result in
            switch result {
            case .success(let record):
                run(files, names.dropFirst(), change, count: count + (record == nil ? 0 : 1), then: reply)
            case .failure(let error) where error.kind == .corrupt:
                run(files, names.dropFirst(), change, count: count, then: reply)
            case .failure(let error): reply(.failure(error))
            }
        }
    }

    /// Replies with the changed record, or with `nil` if it is gone or is left as it is.
    func run(then reply: @escaping DiskFiles.Reply<CacheRecord?>) {
        files.name { [name] ledger throws(CacheStoreError) in
            try ledger.head(of: name)
        } then: { old in
            files.write { write(old, then: reply) }
        }
    }

    private func write(
        _ old: Result<(head: EntryHead, body: Data?, inode: UInt64)?, CacheStoreError>,
        then reply: @escaping DiskFiles.Reply<CacheRecord?>
    ) {
        var draft: StoreDraft?
        do throws(CacheStoreError) {
            guard let old = try old.get(), let metadata = change(old.head.metadata) else { return reply(.success(nil)) }
            let head = old.head.with(metadata)
            let bytes = try head.encoded(with: old.body)
            let newDraft = try files.creatingDraft()
            draft = newDraft
            try newDraft.file.write(bytes, at: 0)
            try newDraft.file.synchronize()
            publish(newDraft, Int64(bytes.count), head, ifStill: old.inode, then: reply)
        } catch {
            draft?.remove()
            reply(.failure(error))
        }
    }

    private func publish(
        _ draft: StoreDraft,
        _ byteCount: Int64,
        _ head: EntryHead,
        ifStill inode: UInt64,
        then reply: @escaping DiskFiles.Reply<CacheRecord?>
    ) {
        files.name { [name] ledger throws(CacheStoreError) in
            try ledger.replaceHead(of: name, with: draft, byteCount: byteCount, ifStill: inode)
        } then: { result in
            if (try? result.get()) != true { draft.remove() }
            switch result {
            case .success(true): reply(.success(head.record))
            case .success(false): reply(.success(nil))
            // Another process has changed the record meanwhile.
            case .success(nil): run(then: reply)
            case .failure(let error): reply(.failure(error))
            }
        }
    }
}
