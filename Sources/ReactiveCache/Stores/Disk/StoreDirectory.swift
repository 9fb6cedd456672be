import ReactiveNetworking

/// An open directory of a store, which belongs to this user alone. Links are never followed.
///
/// SAFETY: a pointer to an entry of a listing is used before the next entry is asked for.
final class StoreDirectory: Sendable {
    private let descriptor: Int32

    private init(adopting descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Opens a directory, and creates it and its parents if they are missing.
    ///
    /// - Throws: An error of kind ``CacheStoreError/Kind/unsafeDirectory`` if it is a link, belongs to somebody else,
    ///   or may be written by others.
    convenience init(path: String) throws(CacheStoreError) {
        // With a slash at its end, a path leads through a link.
        let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        try Self.create(path)
        do throws(CacheStoreError) {
            try self.init(adopting: Self.open(AT_FDCWD, path))
        } catch {
            throw CacheStoreError(error.kind, underlyingCode: error.underlyingCode, detail: "\(path): \(error.text)")
        }
    }

    deinit { close(descriptor) }

    private static func open(_ parent: Int32, _ name: String) throws(CacheStoreError) -> Int32 {
        let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            // A link is no directory, as long as it is not followed.
            let isLink = errno == ENOTDIR || errno == ELOOP || errno == EMLINK
            throw isLink ? CacheStoreError(.unsafeDirectory, detail: "not a directory") : CacheStoreError(call: "open")
        }
        do throws(CacheStoreError) {
            try secure(descriptor)
            return descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Fails if somebody else could put files into a directory, and takes the permission to read it from others.
    private static func secure(_ descriptor: Int32) throws(CacheStoreError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw CacheStoreError(call: "fstat") }
        guard status.st_uid == geteuid() else {
            throw CacheStoreError(.unsafeDirectory, detail: "it belongs to another user")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw CacheStoreError(.unsafeDirectory, detail: "others may write to it")
        }
        // A medium that cannot be written can still be read.
        if status.st_mode & 0o777 != 0o700 { _ = fchmod(descriptor, 0o700) }
    }

    private static func create(_ path: String) throws(CacheStoreError) {
        guard !path.isEmpty, mkdir(path, 0o700) != 0 else { return try grantEntry(AT_FDCWD, path) }
        if errno == ENOENT {
            try create(path.parentPath)
            guard mkdir(path, 0o700) != 0 else { return try grantEntry(AT_FDCWD, path) }
        }
        guard errno == EEXIST || errno == EROFS || errno == EISDIR else {
            throw CacheStoreError(call: "mkdir \(path)")
        }
    }

    /// Gives a new directory its permissions if the process's mask for new files took them away.
    private static func grantEntry(_ parent: Int32, _ name: String) throws(CacheStoreError) {
        var status = stat()
        guard fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) == 0, status.st_mode & S_IFMT == S_IFDIR,
            status.st_uid == geteuid(), status.st_mode & 0o700 != 0o700
        else { return }
        guard fchmodat(parent, name, 0o700, 0) == 0 else { throw CacheStoreError(call: "fchmodat") }
    }

    /// A Boolean value that indicates whether the directory has no name any more.
    var isRemoved: Bool {
        var status = stat()
        return fstat(descriptor, &status) != 0 || status.st_nlink == 0
    }

    /// Opens a directory in this one; returns `nil` if there is none.
    func subdirectory(_ name: String) throws(CacheStoreError) -> StoreDirectory? {
        do throws(CacheStoreError) {
            return StoreDirectory(adopting: try Self.open(descriptor, name))
        } catch {
            if error.underlyingCode == Int(ENOENT) { return nil }
            throw error
        }
    }

    /// Opens a directory in this one, and creates it if it is missing.
    func creatingSubdirectory(_ name: String) throws(CacheStoreError) -> StoreDirectory {
        if let current = try subdirectory(name) { return current }
        guard mkdirat(descriptor, name, 0o700) == 0 || errno == EEXIST else { throw CacheStoreError(call: "mkdirat") }
        try Self.grantEntry(descriptor, name)
        return StoreDirectory(adopting: try Self.open(descriptor, name))
    }

    /// Opens a file for reading; returns `nil` if there is none.
    ///
    /// - Throws: An error of kind ``CacheStoreError/Kind/corrupt`` if it is not a regular file of this user alone.
    func file(_ name: String) throws(CacheStoreError) -> StoreFile? { try opened(name)?.file }

    /// Opens a file for reading, and returns its status, too; returns `nil` if there is none.
    ///
    /// - Throws: An error of kind ``CacheStoreError/Kind/corrupt`` if it is not a regular file of this user alone.
    func opened(_ name: String) throws(CacheStoreError) -> (file: StoreFile, status: StoreFile.Status)? {
        let descriptor = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            switch errno {
            case ENOENT: return nil
            case ELOOP, EMLINK, ENXIO: throw CacheStoreError(.corrupt, detail: "not a regular file")
            default: throw CacheStoreError(call: "open")
            }
        }
        let file = StoreFile(adopting: descriptor)
        let status = try file.status()
        guard status.isOurs else { throw CacheStoreError(.corrupt, detail: "not a regular file of the user") }
        return (file, status)
    }

    /// Opens a file for reading and writing, and creates it if it is missing.
    func creatingFile(_ name: String) throws(CacheStoreError) -> StoreFile {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let descriptor = openat(descriptor, name, flags, 0o600)
        guard descriptor >= 0 else { throw CacheStoreError(call: "open \(name)") }
        let file = StoreFile(adopting: descriptor)
        guard try file.status().isOurs else {
            throw CacheStoreError(.unsafeDirectory, detail: "\(name) is not a file of this user alone")
        }
        try file.setPermissions()
        return file
    }

    /// Creates a locked file of a new name, which ``sweepDrafts()`` of another process does not remove.
    func creatingDraft() throws(CacheStoreError) -> StoreDraft {
        for _ in 1...8 {
            let name = StoreDraft.prefix + UInt64.random(in: .min ... .max).hexadecimalDigits
            let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            let descriptor = openat(descriptor, name, flags, 0o600)
            if descriptor < 0, errno == EEXIST { continue }
            guard descriptor >= 0 else { throw CacheStoreError(call: "open") }
            let file = StoreFile(adopting: descriptor)
            try file.setPermissions()
            // Before it was locked, another process may have taken it for that of a dead one.
            if file.tryLock(), !file.isRemoved { return StoreDraft(file: file, name: name, directory: self) }
        }
        throw CacheStoreError(.unavailable, detail: "no draft can be locked")
    }

    /// Removes the drafts of processes that have ended.
    func sweepDrafts() throws(CacheStoreError) {
        for name in try names(withPrefix: StoreDraft.prefix) {
            do throws(CacheStoreError) {
                // The lock is held until the name is gone, so that nobody begins to use the draft meanwhile.
                if let file = try file(name), file.tryLock() { try? remove(name) }
            } catch {
                guard error.kind == .corrupt else { throw error }
                try? remove(name)
            }
        }
    }

    /// Returns the status of an entry, or `nil` if there is none.
    func status(of name: String) throws(CacheStoreError) -> StoreFile.Status? {
        var status = stat()
        guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0 else { return StoreFile.Status(status) }
        guard errno == ENOENT else { throw CacheStoreError(call: "fstatat") }
        return nil
    }

    /// Removes an entry, if there is one.
    func remove(_ name: String) throws(CacheStoreError) {
        guard unlinkat(descriptor, name, 0) != 0, errno != ENOENT else { return }
        let code = errno
        if code == EISDIR || code == EPERM, unlinkat(descriptor, name, AT_REMOVEDIR) == 0 { return }
        throw CacheStoreError(call: "unlink", code: code)
    }

    /// Gives an entry another name in another directory, in one step.
    func move(_ name: String, to directory: StoreDirectory, as newName: String) throws(CacheStoreError) {
        guard renameat(descriptor, name, directory.descriptor, newName) == 0 else {
            throw CacheStoreError(call: "rename")
        }
    }

    /// Returns the names that have a prefix, in any order.
    func names(withPrefix prefix: String = "") throws(CacheStoreError) -> [String] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { throw CacheStoreError(call: "open") }
        guard let listing = fdopendir(copy) else {
            close(copy)
            throw CacheStoreError(call: "fdopendir")
        }
        defer { closedir(listing) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(listing) {
            // An entry may have fewer bytes than its type, so it is not copied.
            let name = UnsafeRawPointer(entry) + MemoryLayout<dirent>.offset(of: \.d_name)!
            let text = name.assumingMemoryBound(to: CChar.self)
            if strncmp(text, prefix, prefix.utf8.count) == 0 { names.append(String(cString: text)) }
            errno = 0
        }
        guard errno == 0 else { throw CacheStoreError(call: "readdir") }
        return names.filter { $0 != "." && $0 != ".." }
    }
}

/// A file that is being written, under a name that no reader looks for.
struct StoreDraft: Sendable {
    static let prefix = "draft-"

    let file: StoreFile
    let name: String
    let directory: StoreDirectory

    /// Gives the file its final name, in one step.
    func publish(in directory: StoreDirectory, as name: String) throws(CacheStoreError) {
        try self.directory.move(self.name, to: directory, as: name)
    }

    /// Removes the file. If that fails, the next start does it.
    func remove() { try? directory.remove(name) }
}

extension CacheStoreError {
    /// The detail, or the kind if there is none.
    fileprivate var text: String { detail ?? kind.rawValue }
}
