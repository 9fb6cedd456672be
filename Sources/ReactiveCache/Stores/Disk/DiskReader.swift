import ReactiveNetworking

/// The look-ups of a store. They block, wait for no lock, and run on any thread.
///
/// A file with its name is complete and never changes, it is only replaced or removed.
struct DiskReader: Sendable {
    /// A record that was read, with the file that it was read from.
    struct Found: Sendable {
        let head: EntryHead
        let inode: UInt64
        let lastUse: Int64
        /// The open file, if its body may be read next.
        var source: Source?
    }

    /// An open file of a record.
    struct Source: Sendable {
        let file: StoreFile
        let folder: StoreDirectory
        let prefix: EntryPrefix
    }

    /// The number of times that files are read anew because they have changed meanwhile.
    private static let attemptCount = 4
    /// The number of records of a URL whose files stay open for a body.
    private static let openCount = 4

    let place: DiskPlace
    let view: DiskView
    /// Removes a record that was found damaged. The parameters are its name and the file that was read, if any.
    let discard: @Sendable (EntryName, UInt64?) -> Void

    /// Returns the records of a URL, and removes those that cannot be read.
    ///
    /// - Parameters:
    ///   - key: The URL.
    ///   - partitions: The partitions.
    func records(of key: CacheKey, in partitions: [CachePartition]) throws(CacheStoreError) -> [Found] {
        var before = view.snapshot(of: key)
        for attempt in 1... {
            let found = try heads(of: key, in: partitions, before)
            let after = view.snapshot(of: key)
            if after.version == before.version { return found.compactMap { $0.seen(in: after) } }
            // Whoever sees too little asks the server.
            if attempt == Self.attemptCount {
                return found.compactMap { $0.seen(in: before)?.seen(in: after) }
            }
            before = after
        }
        return []
    }

    /// Returns all records, the most recently used first, and removes those that cannot be read.
    func allRecords() throws(CacheStoreError) -> [CacheRecord] {
        var all: [Found] = []
        let snapshot = view.snapshot(of: nil)
        try place.eachFolder { folder throws(CacheStoreError) in
            for name in try DiskPlace.names(in: folder, of: "") where !snapshot.hides(name) {
                if var found = try read(name, in: folder, of: nil) {
                    found.source = nil
                    all.append(found)
                }
            }
        }
        return all.sorted { $0.lastUse > $1.lastUse }
            .compactMap { $0.seen(in: view.snapshot(of: $0.head.key))?.head.record }
    }

    private func heads(
        of key: CacheKey,
        in partitions: [CachePartition],
        _ snapshot: DiskView.Snapshot
    ) throws(CacheStoreError) -> [Found] {
        let digits = EntryName.digits(of: key)
        let wanted = partitions.map { EntryName.digits(of: $0) }
        guard let folder = try place.directory.subdirectory(EntryName.folder(of: digits)) else { return [] }
        var heads: [Found] = []
        for name in try DiskPlace.names(in: folder, of: digits) where wanted.contains(name.partition) {
            guard !snapshot.hides(name), var found = try read(name, in: folder, of: key) else { continue }
            if heads.count >= Self.openCount { found.source = nil }
            // Digests of a partition are cut, so the text decides.
            if partitions.contains(found.head.partition) { heads.append(found) }
        }
        return heads
    }

    /// Reads the head of a record; returns `nil` if there is none, and discards it if it is damaged.
    private func read(
        _ name: EntryName,
        in folder: StoreDirectory,
        of key: CacheKey?
    ) throws(CacheStoreError) -> Found? {
        var inode: UInt64?
        do throws(CacheStoreError) {
            guard let (file, status) = try folder.opened(name.text) else { return nil }
            inode = status.inode
            let prefix = try EntryPrefix(file, name, status.byteCount)
            return Found(
                head: try EntryHead(file, behind: prefix, of: key),
                inode: status.inode,
                lastUse: status.lastUse,
                source: Source(file: file, folder: folder, prefix: prefix)
            )
        } catch {
            guard error.kind == .corrupt else { throw error }
            discard(name, inode)
            return nil
        }
    }

    /// Opens the body of a record, and marks the record as used.
    func body(of name: EntryName, _ key: CacheKey, on pool: any Scheduler) throws(CacheStoreError) -> DiskBody {
        guard !view.snapshot(of: key).hides(name), let folder = try place.directory.subdirectory(name.folder),
            let (file, status) = try folder.opened(name.text)
        else { throw CacheStoreError(.missing) }
        // The rest of the head was checked when the record was looked up.
        let prefix = try EntryPrefix(file, name, status.byteCount)
        return try body(of: Source(file: file, folder: folder, prefix: prefix), on: pool)
    }

    /// Opens the body of a record that was just looked up, and marks the record as used.
    func body(of found: Found, on pool: any Scheduler) throws(CacheStoreError) -> DiskBody {
        guard let source = found.source else { return try body(of: found.head.name, found.head.key, on: pool) }
        return try body(of: source, on: pool)
    }

    private func body(of source: Source, on pool: any Scheduler) throws(CacheStoreError) -> DiskBody {
        let (file, folder, prefix, name) = (source.file, source.folder, source.prefix, source.prefix.name)
        let body: DiskBody
        if prefix.hasBodyInside {
            body = DiskBody(number: name.number, bytes: try prefix.body(in: file), on: pool)
        } else {
            guard let (bodyFile, status) = try folder.opened(name.body) else {
                // Another process has removed the record meanwhile, or the body is lost.
                throw CacheStoreError(try folder.status(of: name.text) == nil ? .missing : .corrupt)
            }
            let byteCount = prefix.bodyByteCount
            try BodyBlocks.check(bodyFile, status.byteCount, number: name.number, bodyByteCount: byteCount)
            body = DiskBody(number: name.number, file: bodyFile, byteCount: byteCount, on: pool)
        }
        file.setLastUse(place.nextUse())
        return body
    }

    /// Returns the head of a record and, if it is in the same file, its body; `nil` if the record is gone.
    func head(of name: EntryName) throws(CacheStoreError) -> (head: EntryHead, body: Data?, inode: UInt64)? {
        guard let (file, status) = try place.directory.subdirectory(name.folder)?.opened(name.text) else { return nil }
        let prefix = try EntryPrefix(file, name, status.byteCount)
        let head = try EntryHead(file, behind: prefix)
        let body = head.hasBodyInside ? try prefix.body(in: file) : nil
        return (head.with(view.metadata(of: name) ?? head.metadata), body, status.inode)
    }
}

extension DiskReader.Found {
    /// Returns what the view makes of the record; `nil` if it is gone.
    fileprivate func seen(in snapshot: DiskView.Snapshot) -> Self? {
        guard let metadata = snapshot.metadata(of: head.name, head.metadata) else { return nil }
        return Self(head: head.with(metadata), inode: inode, lastUse: lastUse, source: source)
    }
}
