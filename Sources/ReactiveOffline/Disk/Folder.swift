import ReactiveNetworking

/// Calls a function of the system, again if a signal interrupted it.
private func uninterrupted<Value>(
    _ path: @autoclosure () -> String,
    _ body: () throws(SystemError) -> Value
) throws(JournalError) -> Value {
    while true {
        do throws(SystemError) {
            return try body()
        } catch {
            guard error.code == EINTR else { throw .io(call: error.call, path: path(), code: error.code) }
        }
    }
}

/// An open directory of a journal.
final class Folder: Sendable {
    let path: String
    private let system: any JournalSystem
    private let descriptor: Int32

    private init(_ descriptor: Int32, path: String, _ system: any JournalSystem) {
        self.descriptor = descriptor
        self.path = path
        self.system = system
    }

    deinit { system.close(descriptor) }

    /// Opens the directory of a journal, which is made if it is missing (J5).
    static func creating(path: String, _ system: any JournalSystem) throws(JournalError) -> Folder {
        try create(path, system)
        let folder = try opening(path: path, system)
        if try folder.status().mode != 0o700 {
            // A medium that cannot be written can still be read.
            try? system.setMode(0o700, of: folder.descriptor)
        }
        return folder
    }

    /// Opens the directory of a journal, and changes nothing.
    static func opening(path: String, _ system: any JournalSystem) throws(JournalError) -> Folder {
        let folder: Folder
        do throws(JournalError) {
            folder = Folder(
                try uninterrupted(path) { () throws(SystemError) in try system.openDirectory(at: path) },
                path: path,
                system
            )
        } catch {
            throw error.orNotAJournal
        }
        try folder.checkOwner()
        return folder
    }

    private static func create(_ path: String, _ system: any JournalSystem) throws(JournalError) {
        do throws(JournalError) {
            try uninterrupted(path) { () throws(SystemError) in try system.makeDirectory(at: path) }
        } catch {
            switch error.code {
            case EEXIST: break
            case EISDIR, EROFS: return
            case ENOENT:
                let parent = path.parentPath
                guard !parent.isEmpty, parent != path else { throw error }
                try create(parent, system)
                try uninterrupted(path) { () throws(SystemError) in try system.makeDirectory(at: path) }
            default: throw error
            }
        }
        // Without the name of the directory, nothing in it would be found after a loss of power. Not every parent may
        // be read.
        let parent = path.parentPath
        guard let descriptor = try? system.openDirectory(at: parent.isEmpty ? "." : parent) else { return }
        defer { system.close(descriptor) }
        try? system.synchronizeDirectory(descriptor)
    }

    private func status() throws(JournalError) -> FileStatus {
        try uninterrupted(path) { () throws(SystemError) in try system.status(of: descriptor) }
    }

    /// Fails if somebody else could put files into the directory.
    private func checkOwner() throws(JournalError) {
        let status = try status()
        guard status.kind == .directory, status.isOwn, status.mode & 0o022 == 0 else { throw .notAJournal }
    }

    /// Opens a directory in this one, which is made if it is missing.
    func creatingFolder(_ name: String) throws(JournalError) -> Folder {
        let path = path(of: name)
        do throws(JournalError) {
            try uninterrupted(path) { () throws(SystemError) in try system.makeDirectory(name, in: descriptor) }
        } catch {
            guard error.code == EEXIST else { throw error }
        }
        // One that is there may be the work of a process that was killed before this.
        try synchronize()
        let folder: Folder
        do throws(JournalError) {
            folder = Folder(
                try uninterrupted(path) { () throws(SystemError) in try system.openDirectory(name, in: descriptor) },
                path: path,
                system
            )
        } catch {
            throw error.orNotAJournal
        }
        try folder.checkOwner()
        return folder
    }

    /// Opens a file; returns `nil` if there is none and none is made.
    func file(_ name: String, _ mode: OpenMode) throws(JournalError) -> OpenFile? {
        let path = path(of: name)
        let file: OpenFile
        do throws(JournalError) {
            file = OpenFile(
                try uninterrupted(path) { () throws(SystemError) in
                    try system.openFile(name, in: descriptor, mode)
                },
                path: path,
                system
            )
        } catch {
            if error.code == ENOENT { return nil }
            throw error.orNotAJournal
        }
        let status = try file.status()
        guard status.kind == .file, status.isOwn, status.mode & 0o022 == 0 else { throw .notAJournal }
        if mode == .creating || mode == .replacing, status.mode != 0o600 { try file.setMode(0o600) }
        return file
    }

    /// Opens a file that is made if it is missing.
    func creatingFile(_ name: String, _ mode: OpenMode = .creating) throws(JournalError) -> OpenFile {
        guard let file = try file(name, mode) else { throw .io(call: "openat", path: path(of: name), code: ENOENT) }
        return file
    }

    func rename(_ name: String, to newName: String) throws(JournalError) {
        try uninterrupted(path(of: name)) { () throws(SystemError) in
            try system.rename(name, to: newName, in: descriptor)
        }
    }

    /// Removes a file if it is there.
    func remove(_ name: String) throws(JournalError) {
        do throws(JournalError) {
            try uninterrupted(path(of: name)) { () throws(SystemError) in try system.remove(name, in: descriptor) }
        } catch {
            guard error.code == ENOENT else { throw error }
        }
    }

    func names() throws(JournalError) -> [String] {
        try uninterrupted(path) { () throws(SystemError) in try system.names(in: descriptor) }
    }

    func synchronize() throws(JournalError) {
        try uninterrupted(path) { () throws(SystemError) in try system.synchronizeDirectory(descriptor) }
    }

    func path(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }
}

/// An open file of a journal, which is unlocked and closed when nobody refers to it any more.
final class OpenFile: Sendable {
    let path: String
    private let system: any JournalSystem
    private let descriptor: Int32

    init(_ descriptor: Int32, path: String, _ system: any JournalSystem) {
        self.descriptor = descriptor
        self.path = path
        self.system = system
    }

    deinit { system.close(descriptor) }

    func status() throws(JournalError) -> FileStatus {
        try uninterrupted(path) { () throws(SystemError) in try system.status(of: descriptor) }
    }

    func setMode(_ mode: UInt16) throws(JournalError) {
        try uninterrupted(path) { () throws(SystemError) in try system.setMode(mode, of: descriptor) }
    }

    func lock() throws(JournalError) {
        try uninterrupted(path) { () throws(SystemError) in try system.lock(descriptor) }
    }

    /// Returns bytes of the file, fewer if it ends before.
    func read(_ count: Int, at offset: Int64) throws(JournalError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let (rest, position) = (count - bytes.count, offset + Int64(bytes.count))
            let more = try uninterrupted(path) { () throws(SystemError) in
                try system.read(rest, from: descriptor, at: position)
            }
            guard !more.isEmpty else { break }
            if bytes.isEmpty { bytes = more } else { bytes += more }
        }
        return bytes
    }

    /// Writes all bytes. A write that does less fails: the space has ended (J13).
    func write(_ bytes: [UInt8], at offset: Int64) throws(JournalError) {
        let count = try uninterrupted(path) { () throws(SystemError) in
            try system.write(bytes, to: descriptor, at: offset)
        }
        guard count == bytes.count else { throw .io(call: "pwrite", path: path, code: ENOSPC) }
    }

    func truncate(to byteCount: Int64) throws(JournalError) {
        try uninterrupted(path) { () throws(SystemError) in try system.truncate(descriptor, to: byteCount) }
    }

    func synchronize() throws(JournalError) {
        try uninterrupted(path) { () throws(SystemError) in try system.synchronizeData(of: descriptor) }
    }
}

extension JournalError {
    /// The error number of the system, or zero.
    var code: Int32 { if case .io(_, _, let code) = self { code } else { 0 } }

    /// The error; for a link, or another kind of file than asked for, ``JournalError/notAJournal``.
    fileprivate var orNotAJournal: JournalError {
        switch code {
        case ELOOP, EMLINK, ENOTDIR, EISDIR, ENXIO: .notAJournal
        default: self
        }
    }
}
