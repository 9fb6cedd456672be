import ReactiveNetworking

// Changes, which the holder of the lock makes.
extension DiskLedger {
    /// Removes what dead processes left, and counts the records.
    mutating func begin() throws(CacheStoreError) {
        try place.directory.sweepDrafts()
        try count()
        save()
    }

    /// Gives the files of a record their names, and removes the records that it replaces, in one step.
    ///
    /// - Parameters:
    ///   - entry: The record, with its drafts and the bytes that are reserved for them.
    ///   - old: The records that it replaces.
    ///   - known: The records of which those were chosen.
    /// - Returns: `false`, and nothing is changed, if there are other records now.
    mutating func publish(
        _ entry: DiskEntry,
        replacing old: [EntryName],
        ifStill known: DiskRivals
    ) throws(CacheStoreError) -> Bool {
        guard try known.areStill(in: place, view) else { return false }
        // Other processes may have taken the room that was reserved.
        try reserveRoom(0)
        let folder = try place.presentDirectory().creatingSubdirectory(entry.name.folder)
        var token = view.begin(.removal([entry.name]), for: known.key)
        defer { view.end(token) }
        try add(entry, to: folder, replacing: old)
        token = view.replace(token, by: .removal(Set(old)))
        space.note(stored: state.byteCount, releasing: entry.cost)
        drop(all: old)
        if !old.isEmpty {
            state.replacement = nil
            save()
        }
        return true
    }

    private mutating func add(
        _ entry: DiskEntry,
        to folder: StoreDirectory,
        replacing old: [EntryName]
    ) throws(CacheStoreError) {
        let before = state
        state.byteCount = state.byteCount.addingClamped(entry.cost)
        state.recordCount += 1
        state.replacement = old.isEmpty ? nil : DiskState.Replacement(new: entry.name, old: old)
        do throws(CacheStoreError) {
            guard let stateFile else { throw CacheStoreError(.unavailable) }
            entry.head.file.setLastUse(place.nextUse())
            try state.write(to: stateFile)
            try entry.body?.publish(in: folder, as: entry.name.body)
            try entry.head.publish(in: folder, as: entry.name.text)
        } catch {
            if entry.body != nil { try? folder.remove(entry.name.body) }
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
        ifStill inode: UInt64
    ) throws(CacheStoreError) -> Bool? {
        guard let folder = try folder(of: name), let old = try folder.status(of: name.text) else { return false }
        guard old.inode == inode else { return nil }
        let growth = byteCount - old.byteCount
        try reserveRoom(max(0, growth), except: name)
        defer { space.note(stored: state.byteCount, releasing: max(0, growth)) }
        draft.file.setLastUse(old.lastUse)
        let before = state
        state.byteCount = max(0, state.byteCount.addingClamped(growth))
        save()
        do throws(CacheStoreError) {
            try draft.publish(in: folder, as: name.text)
        } catch {
            state = before
            save()
            throw error
        }
        view.forgetMetadata(of: name)
        return true
    }

    /// Removes records, and returns the number of those that there were.
    ///
    /// - Throws: A failure, after all that can be removed are, and the others are hidden.
    mutating func remove(_ names: [EntryName]) throws(CacheStoreError) -> Int {
        let (count, failure) = drop(all: names)
        if count > 0 { save() }
        if let failure { throw failure }
        return count
    }

    /// Removes a record that was found damaged, unless it is another file meanwhile.
    ///
    /// - Parameters:
    ///   - name: The name of the record.
    ///   - inode: The file that was read; `nil` if it could not be opened.
    mutating func removeCorrupt(_ name: EntryName, inode: UInt64?) throws(CacheStoreError) {
        guard let current = try folder(of: name)?.status(of: name.text), current.inode == inode || !current.isOurs
        else { return }
        if try remove([name]) > 0 { reporter.add(.corrupt(recordCount: 1)) }
    }

    /// Returns the bytes that every process has the same, and makes them if there are none.
    mutating func salt() throws(CacheStoreError) -> Data {
        if let salt = try DiskSalt.read(in: place.directory) { return salt }
        return try DiskSalt.make(in: place.directory)
    }
}

/// The records of a URL in some partitions, as they were when somebody chose among them.
struct DiskRivals: Sendable {
    let key: CacheKey
    private let partitions: Set<String>
    private let inodes: [EntryName: UInt64]

    init(_ found: [DiskReader.Found], of key: CacheKey, in partitions: [CachePartition]) {
        self.key = key
        self.partitions = Set(partitions.map { EntryName.digits(of: $0) })
        inodes = Dictionary(found.map { ($0.head.name, $0.inode) }) { first, _ in first }
    }

    /// Returns whether there are the same records, with the same heads. A damaged one counts as another record only
    /// until it is removed.
    func areStill(in place: DiskPlace, _ view: DiskView) throws(CacheStoreError) -> Bool {
        let digits = EntryName.digits(of: key)
        guard let folder = try place.directory.subdirectory(EntryName.folder(of: digits)) else { return inodes.isEmpty }
        let hidden = view.snapshot(of: key)
        var count = 0
        for name in try DiskPlace.names(in: folder, of: digits)
        where partitions.contains(name.partition) && !hidden.hides(name) {
            guard let status = try folder.status(of: name.text) else { continue }
            guard inodes[name] == status.inode else { return false }
            count += 1
        }
        return count == inodes.count
    }
}

/// The file `salt`: 32 random bytes with their checksum.
enum DiskSalt {
    private static let name = "salt"
    private static let byteCount = 32
    private static let seed: UInt64 = 1

    /// Reads the bytes; `nil` if there are none, or others than were written.
    static func read(in directory: StoreDirectory) throws(CacheStoreError) -> Data? {
        do throws(CacheStoreError) {
            let bytes = try directory.file(name)?.read(byteCount + StoreChecksum.byteCount + 1, at: 0)
            guard let salt = bytes?.checked(seed: seed), salt.count == byteCount else { return nil }
            return Data(salt)
        } catch {
            guard error.kind == .corrupt else { throw error }
            return nil
        }
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
