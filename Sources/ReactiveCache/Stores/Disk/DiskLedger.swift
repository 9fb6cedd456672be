import ReactiveNetworking

/// The changes of a store's files. It blocks, and belongs to one queue of the store.
///
/// Whoever changes a name holds the lock of the directory, so all processes agree on the size of the store and on the
/// order in which records are evicted. The ledger never waits for the lock: where it is taken, nothing is done.
struct DiskLedger: Sendable {
    private struct Victim: Sendable {
        let name: EntryName
        let lastUse: Int64
    }

    /// The cost of a record beside the bytes of its files: their names and inodes.
    private static let overhead: Int64 = 512
    /// The cost of the files `state` and `salt`.
    private static let baseByteCount: Int64 = 1_024

    let place: DiskPlace
    let view: DiskView
    let space: DiskSpace
    let reporter: StoreReporter
    private(set) var stateFile: StoreFile?
    var state = DiskState()
    private var reported: DiskState?
    /// The records in the order of their use when they were counted, the least recently used last. One that was used
    /// since has another time, and is passed over.
    private var victims: [Victim] = []

    init(place: DiskPlace, view: DiskView, space: DiskSpace, reporter: StoreReporter) {
        self.place = place
        self.view = view
        self.space = space
        self.reporter = reporter
    }

    static func cost(head: Int64, body: Int64?) -> Int64 { head.addingClamped(body ?? 0).addingClamped(overhead) }

    func folder(of name: EntryName) throws(CacheStoreError) -> StoreDirectory? {
        try place.directory.subdirectory(name.folder)
    }
}

// The lock.
extension DiskLedger {
    /// Runs a change of names while no other process changes any; returns `nil` if another process holds the lock.
    mutating func locked<Result>(
        _ change: (inout DiskLedger) throws(CacheStoreError) -> Result
    ) throws(CacheStoreError) -> Result? {
        guard let file = try lock() else { return nil }
        defer { file.unlock() }
        if let known = DiskState(file) {
            state = known
            try finishReplacement()
        } else {
            state = DiskState()
            try count()
        }
        defer { report() }
        try settleDebts()
        return try change(&self)
    }

    private mutating func lock() throws(CacheStoreError) -> StoreFile? {
        // Somebody may have removed the file, and another process may hold the lock of a new one.
        for _ in 1...8 {
            let file = try openStateFile()
            guard file.tryLock() else { return nil }
            let named = try place.directory.status(of: DiskState.fileName)
            if let named, try file.status().inode == named.inode { return file }
            stateFile = nil
        }
        return nil
    }

    private mutating func openStateFile() throws(CacheStoreError) -> StoreFile {
        if let stateFile { return stateFile }
        let file = try place.presentDirectory().creatingFile(DiskState.fileName)
        stateFile = file
        return file
    }

    /// Writes the state. Without success, the records are counted by the next one who needs their number.
    func save() {
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

    private mutating func finishReplacement() throws(CacheStoreError) {
        guard let replacement = state.replacement else { return }
        if try folder(of: replacement.new)?.status(of: replacement.new.text) != nil { drop(all: replacement.old) }
        state.replacement = nil
        save()
    }

    /// Removes what earlier removals could not remove. They stay hidden if it fails again.
    private mutating func settleDebts() throws(CacheStoreError) {
        for (token, key) in view.takeFailed() {
            do throws(CacheStoreError) {
                let names = try place.names(of: key)
                view.fail(token, hiding: names.filter { (try? drop($0)) == nil })
            } catch {
                view.fail(token, hiding: nil)
                throw error
            }
        }
        view.settle(view.owed.filter { (try? drop($0)) != nil })
    }
}

// Counting and evicting.
extension DiskLedger {
    /// Counts the records, in the order of their use, and removes bodies without a head.
    mutating func count() throws(CacheStoreError) {
        state.byteCount = Self.baseByteCount
        state.recordCount = 0
        victims = []
        try place.eachFolder { folder throws(CacheStoreError) in try count(folder) }
        victims.sort { ($0.lastUse, $0.name.number) > ($1.lastUse, $1.name.number) }
    }

    private mutating func count(_ folder: StoreDirectory) throws(CacheStoreError) {
        var bodies: [EntryName: Int64] = [:]
        var heads: [(EntryName, StoreFile.Status)] = []
        for text in try folder.names() {
            guard let status = try folder.status(of: text) else { continue }
            if let owner = EntryName.owner(ofBody: text) {
                bodies[owner] = status.byteCount
            } else if let name = EntryName(text) {
                heads.append((name, status))
            }
        }
        for (name, status) in heads {
            let cost = Self.cost(head: status.byteCount, body: bodies.removeValue(forKey: name))
            // A file with holes may be larger than everything else together.
            if cost > space.maxByteCount {
                let before = state
                let isGone = (try? drop(name)) != nil
                state = before
                if isGone { continue }
            }
            state.byteCount = state.byteCount.addingClamped(cost)
            state.recordCount += 1
            victims.append(Victim(name: name, lastUse: status.lastUse))
        }
        for name in bodies.keys { try? folder.remove(name.body) }
    }

    /// Reserves room, if necessary by evicting the records that were not used for the longest time.
    ///
    /// - Throws: An error of kind ``CacheStoreError/Kind/tooLarge`` if there is not as much room at all, or the failure
    ///   of an eviction.
    mutating func reserveRoom(_ count: Int64, except kept: EntryName? = nil) throws(CacheStoreError) {
        var evictedCount = 0
        var spared: [Victim] = []
        var failure: CacheStoreError?
        defer {
            victims += spared
            if evictedCount > 0 {
                save()
                reporter.add(.evicted(recordCount: evictedCount))
            }
        }
        var hasCounted = false
        while !space.reserve(count, stored: state.byteCount) {
            if let victim = victims.popLast() {
                do throws(CacheStoreError) {
                    if victim.name == kept {
                        spared.append(victim)
                    } else if try isUnused(victim), try drop(victim.name) {
                        evictedCount += 1
                    }
                } catch {
                    failure = error
                }
            } else if hasCounted {
                throw failure ?? CacheStoreError(.tooLarge, detail: "there is no room")
            } else {
                hasCounted = true
                spared = []
                try self.count()
            }
        }
    }

    private func isUnused(_ victim: Victim) throws(CacheStoreError) -> Bool {
        try folder(of: victim.name)?.status(of: victim.name.text)?.lastUse == victim.lastUse
    }

    /// Removes the files of a record, the head first; returns whether there was one.
    mutating func drop(_ name: EntryName) throws(CacheStoreError) -> Bool {
        guard let folder = try folder(of: name), let head = try folder.status(of: name.text) else { return false }
        let body = try folder.status(of: name.body)
        try folder.remove(name.text)
        view.forgetMetadata(of: name)
        // The next count removes a body without a head.
        if body != nil { try? folder.remove(name.body) }
        state.byteCount = max(0, state.byteCount - Self.cost(head: head.byteCount, body: body?.byteCount))
        state.recordCount = max(0, state.recordCount - 1)
        return true
    }

    /// Removes the files of several records, as far as that is possible, and hides the others; returns how many there
    /// were.
    @discardableResult
    mutating func drop(all names: [EntryName]) -> (count: Int, failure: CacheStoreError?) {
        var outcome: (count: Int, failure: CacheStoreError?) = (0, nil)
        for name in names {
            do throws(CacheStoreError) {
                if try drop(name) { outcome.count += 1 }
            } catch {
                view.hide([name])
                outcome.failure = error
            }
        }
        return outcome
    }
}
