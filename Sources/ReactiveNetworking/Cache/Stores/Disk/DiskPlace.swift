import Foundation

/// The directory of a store, for those who read it and for those who change it, and the order of uses.
final class DiskPlace: Sendable {
    private let path: String
    private let present: InlineLocked<StoreDirectory>
    private let latestUse = InlineLocked<Int64>(0)

    init(path: String) throws(CacheStoreError) {
        self.path = path
        present = InlineLocked(try StoreDirectory(path: path))
    }

    /// The directory, which somebody may have removed.
    var directory: StoreDirectory { present.withLock { $0 } }

    /// Returns the directory, which is made anew if somebody has removed it.
    func presentDirectory() throws(CacheStoreError) -> StoreDirectory {
        try present.withLock { present throws(CacheStoreError) in
            if present.isRemoved { present = try StoreDirectory(path: path) }
            return present
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
    /// Returns the names of the directories of all files.
    func folders() throws(CacheStoreError) -> [String] {
        try directory.names().filter(EntryName.isFolder)
    }

    /// Returns the names of the records of a URL, or of all.
    func names(of key: CacheKey?) throws(CacheStoreError) -> [EntryName] {
        let digits = key.map { EntryName.digits(of: $0) } ?? ""
        let folders = key == nil ? try folders() : [EntryName.folder(of: digits)]
        var names: [EntryName] = []
        for name in folders {
            guard let folder = try directory.subdirectory(name) else { continue }
            names += try Self.names(in: folder, of: digits)
        }
        return names
    }

    static func names(in folder: StoreDirectory, of digits: String) throws(CacheStoreError) -> [EntryName] {
        try folder.names(withPrefix: digits).compactMap { EntryName($0) }
    }
}
