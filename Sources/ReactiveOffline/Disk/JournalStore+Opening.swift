import ReactiveNetworking

// Opening (J5, J12, J15).
extension JournalStore {
    /// A journal that was opened, and what was found.
    struct Opened: Sendable {
        let store: JournalStore
        let index: JournalIndex
        let events: [JournalEvent]
    }

    static func open(
        path: String,
        _ system: any JournalSystem,
        _ configuration: RequestJournal.Configuration
    ) throws(JournalError) -> Opened {
        let folder = try Folder.creating(path: path, system)
        let lock = try folder.creatingFile(lockName)
        do throws(JournalError) {
            try lock.lock()
        } catch {
            throw error.code == EWOULDBLOCK ? .inUse : error
        }
        var file = try folder.file(fileName, .writing)
        var contents: Contents?
        if let file {
            contents = try Contents(file, sealedBy: configuration.seal, searching: true)
            // A process that was killed may have left bytes that a loss of power would still undo (J11).
            try file.synchronize()
        }
        // Nothing is changed before everything could be read.
        try folder.remove(newFileName)
        if let old = file, contents?.isHeadless == true { try keepForeign(old, folder, configuration.wallClock()) }
        if contents?.isHeadless ?? true { file = try createFile(in: folder) }
        guard let file else { throw .notAJournal }
        var store = JournalStore(
            folder: folder,
            bodies: BodyFolder(try folder.creatingFolder(BodyFolder.name), sealedBy: configuration.seal),
            lock: lock,
            seal: configuration.seal,
            file: file,
            byteCount: max(contents?.end ?? 0, Int64(Record.fileHeadByteCount)),
            lastNumber: contents?.lastNumber ?? 0
        )
        var index = contents?.index ?? JournalIndex()
        let events = try contents.map { contents throws(JournalError) in
            try store.repair(contents, &index, configuration.wallClock())
        }
        try store.bodies.sweep(&index)
        index.parkUncertain(configuration.uncertain)
        return Opened(store: store, index: index, events: events ?? [])
    }

    /// Makes an empty file, which has its name only when it is whole.
    private static func createFile(in folder: Folder) throws(JournalError) -> OpenFile {
        let file = try folder.creatingFile(newFileName, .replacing)
        do throws(JournalError) {
            try file.write(Record.fileHead, at: 0)
        } catch {
            try? folder.remove(newFileName)
            throw error
        }
        try file.synchronize()
        return try publish(in: folder)
    }

    /// Gives a new file its name, in one step, and opens it under that name.
    static func publish(in folder: Folder) throws(JournalError) -> OpenFile {
        try folder.rename(newFileName, to: fileName)
        try folder.synchronize()
        return try folder.creatingFile(fileName, .writing)
    }

    /// Cuts off a torn tail, or writes a damaged file anew.
    private mutating func repair(
        _ contents: Contents,
        _ index: inout JournalIndex,
        _ now: Date
    ) throws(JournalError) -> [JournalEvent] {
        if let damage = contents.damage {
            let name = try Self.copy(file, contents.byteCount, in: folder, now)
            try compact(&index)
            return [.damaged(at: damage, movedTo: URL(fileURLWithPath: folder.path(of: name)))]
        }
        guard !contents.isHeadless else { return [.recovered(tornByteCount: Int(contents.byteCount))] }
        guard contents.tornByteCount > 0 else { return [] }
        try file.truncate(to: contents.end)
        try file.synchronize()
        return [.recovered(tornByteCount: Int(contents.tornByteCount))]
    }

    /// Copies a file that is too short for a head, unless it is the beginning of one or was never written.
    private static func keepForeign(_ file: OpenFile, _ folder: Folder, _ now: Date) throws(JournalError) {
        let bytes = try file.read(Record.fileHeadByteCount, at: 0)
        guard !Record.fileHead.starts(with: bytes), bytes.contains(where: { $0 != 0 }) else { return }
        _ = try copy(file, Int64(bytes.count), in: folder, now)
    }

    private static func copy(
        _ file: OpenFile,
        _ byteCount: Int64,
        in folder: Folder,
        _ now: Date
    ) throws(JournalError) -> String {
        let taken = Set(try folder.names())
        var seconds = Int64(clamping: Int(exactly: now.timeIntervalSince1970.rounded(.down)) ?? 0)
        while taken.contains("journal.damaged-\(seconds)") { seconds += 1 }
        let name = "journal.damaged-\(seconds)"
        let copy = try folder.creatingFile(name, .replacing)
        do throws(JournalError) {
            var offset: Int64 = 0
            while offset < byteCount {
                let bytes = try file.read(Int(min(1 << 20, byteCount - offset)), at: offset)
                guard !bytes.isEmpty else { break }
                try copy.write(bytes, at: offset)
                offset += Int64(bytes.count)
            }
            try copy.synchronize()
            try folder.synchronize()
        } catch {
            // Further openings make copies of their own, which would fill a disk that is almost full.
            try? folder.remove(name)
            throw error
        }
        return name
    }
}

extension JournalIndex {
    /// Parks the requests that may have arrived and are not idempotent, if they are not to be sent again.
    fileprivate mutating func parkUncertain(_ treatment: RequestJournal.Configuration.Uncertain) {
        guard treatment == .park else { return }
        for item in items.filter({ $0.isUncertain && $0.entry.state == .waiting }) {
            update(item.entry.id) { item in
                item.entry.state = .parked(reason: Item.uncertainty)
                item.isParkedByOpening = true
            }
        }
    }
}
