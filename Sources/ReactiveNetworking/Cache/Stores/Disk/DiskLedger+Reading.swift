import Foundation

// Reading, which needs no lock: a file with its name is complete.
extension DiskLedger {
    /// Returns the records of a URL, and removes those that cannot be read.
    ///
    /// - Parameters:
    ///   - key: The URL.
    ///   - partitions: The partitions, or `nil` for all.
    mutating func heads(
        of key: CacheKey,
        in partitions: [CachePartition]?
    ) throws(CacheStoreError) -> [(head: EntryHead, inode: UInt64)] {
        let digits = EntryName.digits(of: key)
        let wanted = partitions.map { Set($0.map { EntryName.digits(of: $0) }) }
        guard let folder = try directory.subdirectory(EntryName.folder(of: digits)) else { return [] }
        var heads: [(head: EntryHead, inode: UInt64)] = []
        for name in try Self.names(in: folder, of: digits) where wanted?.contains(name.partition) != false {
            guard let found = try read(name, in: folder, of: key) else { continue }
            // Digests of a partition are cut, so the text decides.
            if partitions?.contains(found.head.partition) != false { heads.append(found) }
        }
        return heads
    }

    /// Returns all records, the most recently used first, and removes those that cannot be read.
    mutating func allRecords() throws(CacheStoreError) -> [CacheRecord] {
        var records: [(record: CacheRecord, lastUse: Int64)] = []
        for folder in try folders() {
            for name in try Self.names(in: folder, of: "") {
                guard let status = folder.status(of: name.text), let found = try read(name, in: folder, of: nil)
                else { continue }
                records.append((found.head.record, status.lastUse))
            }
        }
        return records.sorted { $0.lastUse > $1.lastUse }.map(\.record)
    }

    /// Returns the names of the records of a URL, or of all.
    func names(of key: CacheKey?) throws(CacheStoreError) -> [EntryName] {
        guard let digits = key.map({ EntryName.digits(of: $0) }) else {
            var names: [EntryName] = []
            for folder in try folders() { names += try Self.names(in: folder, of: "") }
            return names
        }
        guard let folder = try directory.subdirectory(EntryName.folder(of: digits)) else { return [] }
        return try Self.names(in: folder, of: digits)
    }

    private static func names(
        in folder: StoreDirectory,
        of digits: String
    ) throws(CacheStoreError) -> [EntryName] {
        try folder.names(withPrefix: digits).compactMap { EntryName($0) }
    }

    /// Reads the head of a record; returns `nil` if there is none, and removes it if it is damaged.
    private mutating func read(
        _ name: EntryName,
        in folder: StoreDirectory,
        of key: CacheKey?
    ) throws(CacheStoreError) -> (head: EntryHead, inode: UInt64)? {
        var inode: UInt64?
        do throws(CacheStoreError) {
            guard let file = try folder.file(name.text) else { return nil }
            inode = try file.status().inode
            let head = try EntryHead(file, name, of: key)
            return (head, inode ?? 0)
        } catch {
            guard error.kind == .corrupt else { throw error }
            removeCorrupt(name, inode: inode)
            return nil
        }
    }

    /// Opens the body of a record, and marks the record as used.
    mutating func body(of name: EntryName, on pool: any Scheduler) throws(CacheStoreError) -> DiskBody {
        guard let folder = try directory.subdirectory(name.folder), let file = try folder.file(name.text) else {
            throw CacheStoreError(.missing)
        }
        let head = try EntryHead(file, name)
        let body: DiskBody
        if head.hasBodyInside {
            body = DiskBody(number: name.number, bytes: try head.body(in: file), on: pool)
        } else {
            guard let bodyFile = try folder.file(name.body) else {
                // Another process has removed the record meanwhile, or the body is lost.
                throw CacheStoreError(folder.status(of: name.text) == nil ? .missing : .corrupt)
            }
            try BodyBlocks.check(bodyFile, number: name.number, bodyByteCount: head.bodyByteCount)
            body = DiskBody(number: name.number, file: bodyFile, byteCount: head.bodyByteCount, on: pool)
        }
        file.setLastUse(nextUse())
        return body
    }

    /// Returns the head of a record and, if it is in the same file, its body; `nil` if the record is gone.
    func head(of name: EntryName) throws(CacheStoreError) -> (head: EntryHead, body: Data?, inode: UInt64)? {
        guard let file = try directory.subdirectory(name.folder)?.file(name.text) else { return nil }
        let head = try EntryHead(file, name)
        return (head, head.hasBodyInside ? try head.body(in: file) : nil, try file.status().inode)
    }
}
