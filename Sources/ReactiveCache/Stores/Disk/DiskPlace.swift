import ReactiveNetworking

/// The directory of a store, for those who read it and for those who change it, and the order of uses.
final class DiskPlace: Sendable {
    private let path: String
    private let current: InlineLocked<StoreDirectory>
    private let latestUse = InlineLocked<Int64>(0)

    init(path: String) throws(CacheStoreError) {
        self.path = path
        current = InlineLocked(try StoreDirectory(path: path))
    }

    /// The directory, which somebody may have removed.
    var directory: StoreDirectory { current.withLock { $0 } }

    /// Returns the directory, which is made anew if somebody has removed it.
    func presentDirectory() throws(CacheStoreError) -> StoreDirectory {
        try current.withLock { current throws(CacheStoreError) in
            if current.isRemoved { current = try StoreDirectory(path: path) }
            return current
        }
    }

    /// Returns the time of a use that begins now, later than all others.
    func nextUse() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let time = Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
        return latestUse.withLock { latest in
            // Some file systems keep less than nanoseconds.
            latest = max(time, latest + 1_000)
            return latest
        }
    }
}

// Names, which need no lock: a file with its name is complete.
extension DiskPlace {
    /// Runs a closure with the directories of all files, without those that others may have put there.
    func eachFolder(_ body: (StoreDirectory) throws(CacheStoreError) -> Void) throws(CacheStoreError) {
        let directory = directory
        for name in try directory.names() where EntryName.isFolder(name) {
            let folder: StoreDirectory?
            do throws(CacheStoreError) {
                folder = try directory.subdirectory(name)
            } catch {
                guard error.kind == .unsafeDirectory else { throw error }
                continue
            }
            if let folder { try body(folder) }
        }
    }

    /// Returns the names of the records of a URL, or of all.
    func names(of key: CacheKey?) throws(CacheStoreError) -> [EntryName] {
        guard let digits = key.map({ EntryName.digits(of: $0) }) else {
            var names: [EntryName] = []
            try eachFolder { folder throws(CacheStoreError) in names += try Self.names(in: folder, of: "") }
            return names
        }
        guard let folder = try directory.subdirectory(EntryName.folder(of: digits)) else { return [] }
        return try Self.names(in: folder, of: digits)
    }

    static func names(in folder: StoreDirectory, of digits: String) throws(CacheStoreError) -> [EntryName] {
        try folder.names(withPrefix: digits).compactMap { EntryName($0) }
    }
}
