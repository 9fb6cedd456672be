import Foundation

/// The files of a store, and what is known about them. It blocks, and belongs to one queue of the store.
///
/// Readers look at the directory itself, without a lock: a file that has its name is complete and never changes, it is
/// only replaced or removed. Whoever changes a name holds the lock of the directory, so all processes agree on the size
/// of the store and on the order in which records are evicted.
struct DiskLedger: Sendable {
    private struct Victim: Sendable {
        let name: EntryName
        let lastUse: Int64
    }

    /// The cost of a record beside the bytes of its files: their names and inodes.
    private static let overhead: Int64 = 512
    /// The cost of the files `state` and `salt`.
    private static let baseByteCount: Int64 = 1_024
    /// The time after which a lock that another process holds is given up: the process may have been stopped.
    private static let lockAttemptCount = 1_000

    private let path: String
    private let space: DiskSpace
    private let reporter: StoreReporter
    private(set) var directory: StoreDirectory
    private var stateFile: StoreFile?
    private var state = DiskState()
    private var reported: DiskState?
    /// The records in the order of their use when they were counted, the least recently used last. One that was used
    /// since has another time, and is passed over.
    private var victims: [Victim] = []
    private var latestUse: Int64 = 0

    init(path: String, space: DiskSpace, reporter: StoreReporter) throws(CacheStoreError) {
        self.path = path
        self.space = space
        self.reporter = reporter
        directory = try StoreDirectory(path: path)
    }

    static func cost(head: Int64, body: Int64?) -> Int64 { head + (body ?? 0) + overhead }
}

// The lock.
extension DiskLedger {
    /// Removes what dead processes left, and counts the records.
    mutating func begin() throws(CacheStoreError) {
        try locked { ledger throws(CacheStoreError) in
            try ledger.directory.sweepDrafts()
            try ledger.count()
            ledger.save()
        }
    }

    /// Runs a change of names while no other process changes any.
    private mutating func locked<Result>(
        _ change: (inout DiskLedger) throws(CacheStoreError) -> Result
    ) throws(CacheStoreError) -> Result {
        let file = try lock()
        defer { file.unlock() }
        if let known = DiskState(file) {
            state = known
            finishReplacement()
        } else {
            state = DiskState()
            try count()
        }
        defer { report() }
        return try change(&self)
    }

    private mutating func lock() throws(CacheStoreError) -> StoreFile {
        for attempt in 0..<Self.lockAttemptCount {
            let file = try openStateFile()
            if file.tryLock() {
                // Somebody may have removed the file, and another process may hold the lock of a new one.
                let named = directory.status(of: DiskState.fileName)
                if let named, try file.status().inode == named.inode { return file }
                stateFile = nil
            } else if attempt > 0 {
                poll(nil, 0, 1)
            }
        }
        throw CacheStoreError(.unavailable, detail: "another process holds the lock")
    }

    private mutating func openStateFile() throws(CacheStoreError) -> StoreFile {
        if let stateFile { return stateFile }
        let file = try presentDirectory().creatingFile(DiskState.fileName)
        stateFile = file
        return file
    }

    /// Returns the directory, which is made anew if somebody has removed it.
    mutating func presentDirectory() throws(CacheStoreError) -> StoreDirectory {
        if directory.isRemoved {
            directory = try StoreDirectory(path: path)
            stateFile = nil
        }
        return directory
    }

    /// Writes the state. Without success, the records are counted by the next one who needs their number.
    private func save() {
        guard let stateFile else { return }
        try? state.write(to: stateFile)
    }

    private mutating func report() {
        space.note(stored: state.byteCount)
        if reported?.byteCount != state.byteCount || reported?.recordCount != state.recordCount {
            reported = state
            reporter.add(.size(byteCount: state.byteCount, recordCount: Int(clamping: state.recordCount)))
        }
    }

    private mutating func finishReplacement() {
        guard let replacement = state.replacement else { return }
        if let folder = try? directory.subdirectory(replacement.new.folder),
            folder.status(of: replacement.new.text) != nil
        {
            for name in replacement.old { _ = drop(name) }
        }
        state.replacement = nil
        save()
    }
}

// Counting and evicting.
extension DiskLedger {
    /// Counts the records, in the order of their use, and removes bodies without a head.
    private mutating func count() throws(CacheStoreError) {
        state.byteCount = Self.baseByteCount
        state.recordCount = 0
        victims = []
        for folder in try folders() { try count(folder) }
        victims.sort { ($0.lastUse, $0.name.number) > ($1.lastUse, $1.name.number) }
    }

    /// Opens the directories of all files.
    func folders() throws(CacheStoreError) -> some Sequence<StoreDirectory> {
        let names = try directory.names().filter(EntryName.isFolder)
        return names.lazy.compactMap { [directory] in (try? directory.subdirectory($0)) ?? nil }
    }

    private mutating func count(_ folder: StoreDirectory) throws(CacheStoreError) {
        var bodies: [EntryName: Int64] = [:]
        var heads: [(EntryName, StoreFile.Status)] = []
        for text in try folder.names() {
            if let owner = EntryName.owner(ofBody: text) {
                bodies[owner] = folder.status(of: text)?.byteCount ?? 0
            } else if let name = EntryName(text), let status = folder.status(of: text) {
                heads.append((name, status))
            }
        }
        for (name, status) in heads {
            let body = bodies.removeValue(forKey: name)
            state.byteCount += Self.cost(head: status.byteCount, body: body)
            state.recordCount += 1
            victims.append(Victim(name: name, lastUse: status.lastUse))
        }
        for name in bodies.keys { folder.remove(name.body) }
    }

    /// Reserves room, if necessary by evicting the records that were not used for the longest time.
    ///
    /// - Throws: An error of kind ``CacheStoreError/Kind/tooLarge`` if there is not as much room at all.
    private mutating func reserveRoom(_ count: Int64, except kept: EntryName? = nil) throws(CacheStoreError) {
        var evictedCount = 0
        var spared: Victim?
        defer {
            if let spared { victims.append(spared) }
            if evictedCount > 0 {
                save()
                reporter.add(.evicted(recordCount: evictedCount))
            }
        }
        var hasCounted = false
        while !space.reserve(count, stored: state.byteCount) {
            if let victim = victims.popLast() {
                if victim.name == kept {
                    spared = victim
                    continue
                }
                guard isUnused(victim) else { continue }
                if drop(victim.name) { evictedCount += 1 }
            } else if hasCounted {
                throw CacheStoreError(.tooLarge, detail: "there is no room")
            } else {
                hasCounted = true
                try self.count()
            }
        }
    }

    private func isUnused(_ victim: Victim) -> Bool {
        guard let folder = try? directory.subdirectory(victim.name.folder) else { return false }
        return folder.status(of: victim.name.text)?.lastUse == victim.lastUse
    }

    /// Removes the files of a record, the head first; returns whether there was one.
    private mutating func drop(_ name: EntryName) -> Bool {
        guard let folder = try? directory.subdirectory(name.folder), let head = folder.status(of: name.text),
            folder.remove(name.text)
        else { return false }
        let body = folder.status(of: name.body)
        if body != nil { folder.remove(name.body) }
        state.byteCount -= Self.cost(head: head.byteCount, body: body?.byteCount)
        state.recordCount -= 1
        return true
    }

    /// Reserves room for a writer.
    mutating func reserve(_ count: Int64) throws(CacheStoreError) {
        try locked { ledger throws(CacheStoreError) in
            try ledger.reserveRoom(count)
        }
    }

    /// Returns the time of a use that begins now, later than all others.
    mutating func nextUse() -> Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        // Some file systems keep less than nanoseconds.
        latestUse = max(Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec), latestUse + 1_000)
        return latestUse
    }
}

// Changes.
extension DiskLedger {
    /// Gives the files of a record their names, and removes the records that it replaces, in one step.
    ///
    /// - Parameters:
    ///   - entry: The record, with its drafts and the bytes that are reserved for them.
    ///   - old: The records that it replaces.
    mutating func publish(_ entry: DiskEntry, replacing old: [EntryName]) throws(CacheStoreError) {
        try locked { ledger throws(CacheStoreError) in
            // Other processes may have taken the room that was reserved.
            try ledger.reserveRoom(0)
            let folder = try ledger.directory.creatingSubdirectory(entry.name.folder)
            try ledger.add(entry, to: folder, replacing: old)
            ledger.space.note(stored: ledger.state.byteCount, releasing: entry.cost)
            for name in old { _ = ledger.drop(name) }
            if !old.isEmpty {
                ledger.state.replacement = nil
                ledger.save()
            }
        }
    }

    private mutating func add(
        _ entry: DiskEntry,
        to folder: StoreDirectory,
        replacing old: [EntryName]
    ) throws(CacheStoreError) {
        let before = state
        state.byteCount += entry.cost
        state.recordCount += 1
        state.replacement = old.isEmpty ? nil : DiskState.Replacement(new: entry.name, old: old)
        do throws(CacheStoreError) {
            guard let stateFile else { throw CacheStoreError(.unavailable) }
            entry.head.file.setLastUse(nextUse())
            try state.write(to: stateFile)
            try entry.body?.publish(in: folder, as: entry.name.body)
            try entry.head.publish(in: folder, as: entry.name.text)
        } catch {
            if entry.body != nil { folder.remove(entry.name.body) }
            state = before
            save()
            throw error
        }
    }

    /// Gives the new head of a record the name of the old one; returns `false` if the record is gone, and `nil` if its
    /// head is not the one that was read.
    mutating func replaceHead(
        of name: EntryName,
        with draft: StoreDraft,
        byteCount: Int64,
        ifStill inode: UInt64?
    ) throws(CacheStoreError) -> Bool? {
        try locked { ledger throws(CacheStoreError) -> Bool? in
            guard let folder = try ledger.directory.subdirectory(name.folder), let old = folder.status(of: name.text)
            else { return false }
            if let inode, old.inode != inode { return nil }
            let growth = byteCount - old.byteCount
            try ledger.reserveRoom(max(0, growth), except: name)
            defer { ledger.space.note(stored: ledger.state.byteCount, releasing: max(0, growth)) }
            draft.file.setLastUse(old.lastUse)
            let before = ledger.state
            ledger.state.byteCount += growth
            ledger.save()
            do throws(CacheStoreError) {
                try draft.publish(in: folder, as: name.text)
            } catch {
                ledger.state = before
                ledger.save()
                throw error
            }
            return true
        }
    }

    /// Removes records, and returns the number of those that there were.
    ///
    /// - Parameter choose: Returns the names.
    mutating func remove(
        _ choose: (DiskLedger) throws(CacheStoreError) -> [EntryName]
    ) throws(CacheStoreError) -> Int {
        try locked { ledger throws(CacheStoreError) in
            let count = try choose(ledger).count { ledger.drop($0) }
            if count > 0 { ledger.save() }
            return count
        }
    }

    /// Removes a record that was found damaged, unless it is another file meanwhile.
    ///
    /// - Parameters:
    ///   - name: The name of the record.
    ///   - inode: The file that was read; `nil` if it could not be opened.
    mutating func removeCorrupt(_ name: EntryName, inode: UInt64?) {
        let count = try? remove { ledger throws(CacheStoreError) in
            guard let present = try ledger.directory.subdirectory(name.folder)?.status(of: name.text) else { return [] }
            return present.inode == inode || !present.isOurs ? [name] : []
        }
        if let count, count > 0 { reporter.add(.corrupt(recordCount: count)) }
    }

    /// Returns the bytes that every process has the same, and makes them if there are none.
    mutating func salt() throws(CacheStoreError) -> Data {
        if let salt = DiskSalt.read(in: directory) { return salt }
        return try locked { ledger throws(CacheStoreError) in
            if let salt = DiskSalt.read(in: ledger.directory) { return salt }
            return try DiskSalt.make(in: ledger.directory)
        }
    }
}

/// The file `salt`: 32 random bytes with their checksum.
private enum DiskSalt {
    private static let name = "salt"
    private static let byteCount = 32
    private static let seed: UInt64 = 1

    static func read(in directory: StoreDirectory) -> Data? {
        guard let file = try? directory.file(name) else { return nil }
        let bytes = try? file.read(byteCount + StoreChecksum.byteCount + 1, at: 0)
        guard let salt = bytes?.checked(seed: seed), salt.count == byteCount else { return nil }
        return Data(salt)
    }

    static func make(in directory: StoreDirectory) throws(CacheStoreError) -> Data {
        let salt = Data((0..<byteCount).map { _ in UInt8.random(in: .min ... .max) })
        let draft = try directory.creatingDraft()
        do throws(CacheStoreError) {
            try draft.file.writeChecked(salt, seed: seed, at: 0)
            try draft.file.synchronize()
            try draft.publish(in: directory, as: name)
        } catch {
            draft.remove()
            throw error
        }
        return salt
    }
}

/// The files of a new record.
struct DiskEntry: Sendable {
    let name: EntryName
    let head: StoreDraft
    let body: StoreDraft?
    /// The bytes that the record takes of the budget, which are reserved.
    let cost: Int64
}
