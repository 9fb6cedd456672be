/// The file of an unfinished download.
///
/// The file has a hidden name in the directory of its destination, and only its owner may read it. A complete file gets
/// its final name in one step; because the directory is the same, there is no move across volumes.
final class PartialFile: Sendable {
    let directory: Directory
    private let descriptor: Int32
    private let name: String

    /// Creates a file.
    init(in directory: Directory) throws(TransferError) {
        self.directory = directory
        name = ".\(Directory.randomName()).partial"
        descriptor = try Self.open(name, in: directory, O_EXCL)
    }

    /// Opens the file that an earlier download left, or creates a file of the same name.
    ///
    /// - Throws: ``TransferError/alreadyInProgress(path:)`` if another download has locked the file.
    init(in directory: Directory, stem: String) throws(TransferError) {
        self.directory = directory
        name = stem + Self.suffix
        var descriptor = try Self.open(name, in: directory, 0)
        if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            close(descriptor)
            throw .alreadyInProgress(path: directory.path(of: name))
        }
        if !Self.isOurs(descriptor, name, in: directory) {
            close(descriptor)
            directory.remove(name)
            descriptor = try Self.open(name, in: directory, O_EXCL)
            _ = flock(descriptor, LOCK_EX | LOCK_NB)
        }
        self.descriptor = descriptor
    }

    // Unlock explicitly: a child process that was started meanwhile has a copy of the descriptor until it executes
    // another program, and would keep the lock.
    deinit {
        _ = flock(descriptor, LOCK_UN)
        close(descriptor)
    }

    private static let suffix = ".partial"

    private static func open(_ name: String, in directory: Directory, _ flags: Int32) throws(TransferError) -> Int32 {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | flags
        let descriptor = openat(directory.descriptor, name, flags, 0o600)
        guard descriptor < 0 else { return descriptor }
        // Remove a symbolic link: another user may have put it there.
        if errno == ELOOP || errno == EMLINK {
            directory.remove(name)
            let second = openat(directory.descriptor, name, flags | O_EXCL, 0o600)
            if second >= 0 { return second }
        }
        throw TransferError(errno: errno, path: directory.path(of: name), step: "creating it")
    }

    /// Returns a Boolean value that indicates whether an open file is a regular file of this user, with this name
    /// alone. A second name may be that of a finished download.
    private static func isOurs(_ descriptor: Int32, _ name: String, in directory: Directory) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0, let named = directory.status(of: name) else { return false }
        return status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid() && status.st_nlink == 1
            && status.st_ino == named.st_ino && status.st_dev == named.st_dev
    }

    /// The size of the file in bytes.
    var byteCount: Int64 {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// Removes all bytes.
    func truncate() throws(TransferError) {
        guard ftruncate(descriptor, 0) == 0 else { throw failure("emptying it") }
    }

    /// Writes all bytes of `data` at an offset.
    func write(_ data: Data, at offset: Int64) throws(TransferError) {
        let code = data.write(to: descriptor, at: offset)
        guard code == 0 else {
            throw TransferError(errno: code, path: directory.path(of: name), step: "writing it")
        }
    }

    /// Returns up to `count` bytes at an offset, at least one.
    func bytes(_ count: Int, at offset: Int64) throws(TransferError) -> Data {
        var bytes = [UInt8](repeating: 0, count: count)
        var readCount = 0
        repeat { readCount = pread(descriptor, &bytes, count, off_t(offset)) } while readCount < 0 && errno == EINTR
        guard readCount >= 0 else { throw failure("reading it") }
        guard readCount > 0 else {
            throw TransferError(errno: EIO, path: directory.path(of: name), step: "reading it")
        }
        return Data(bytes.prefix(readCount))
    }

    /// Waits until all bytes are on the disk.
    func synchronize() throws(TransferError) {
        guard fsync(descriptor) == 0 else { throw failure("writing it to the disk") }
    }

    /// Removes the file from its directory.
    func remove() { directory.remove(name) }

    private func failure(_ step: String) -> TransferError {
        TransferError(errno: errno, path: directory.path(of: name), step: step)
    }
}

// The final name.
extension PartialFile {
    private static let maxNumber = 9_999

    /// Gives the file its final name in one step, and the permissions of new files in this directory.
    ///
    /// - Parameters:
    ///   - final: The requested name.
    ///   - conflict: The behavior if a file of this name exists.
    /// - Returns: The name of the file.
    /// - Throws: ``TransferError/fileExists(path:)`` if the name is taken, or another error of the system.
    func publish(as final: String, _ conflict: Destination.Conflict) throws(TransferError) -> String {
        if let mode = directory.usualMode { fchmod(descriptor, mode) }
        defer { directory.synchronize() }
        switch conflict {
        case .replaces:
            try move(to: final)
            return final
        case .fails:
            guard try link(to: final) else { throw .fileExists(path: directory.path(of: final)) }
            return final
        case .numbers:
            for number in 0...Self.maxNumber {
                let candidate = number == 0 ? final : FileName.numbered(final, number)
                if try link(to: candidate) { return candidate }
            }
            throw .fileExists(path: directory.path(of: final))
        }
    }

    private func move(to final: String) throws(TransferError) {
        guard renameat(directory.descriptor, name, directory.descriptor, final) == 0 else {
            throw TransferError(errno: errno, path: directory.path(of: final), step: "renaming it")
        }
    }

    /// Gives the file its final name by a link, which unlike a move never replaces a file.
    ///
    /// - Returns: `false` if the name is taken.
    private func link(to final: String) throws(TransferError) -> Bool {
        if linkat(directory.descriptor, name, directory.descriptor, final, 0) == 0 {
            remove()
            return true
        }
        switch errno {
        case EEXIST: return false
        case EPERM, ENOTSUP, ENOSYS, EMLINK: break
        default: throw TransferError(errno: errno, path: directory.path(of: final), step: "renaming it")
        }
        // On a volume without links, reserve the name with an empty file, and then replace that.
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let claim = openat(directory.descriptor, final, flags, 0o600)
        guard claim >= 0 else {
            if errno == EEXIST { return false }
            throw TransferError(errno: errno, path: directory.path(of: final), step: "renaming it")
        }
        close(claim)
        do throws(TransferError) { try move(to: final) } catch {
            directory.remove(final)
            throw error
        }
        return true
    }
}

// Files and tokens between downloads.
extension PartialFile {
    private static let tokenSuffix = ".resume"
    private static let maxTokenByteCount = 64 * 1_024

    /// Returns the hidden name, without its suffix, of an unfinished download.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - name: The name of the destination, or `nil` if the destination is a directory.
    static func stem(of request: Request, name: String?) -> String {
        let key = ResumptionToken.source(of: request) + "/" + (name ?? "")
        return "." + SHA256.digest(of: Data(key.utf8)).prefix(16).hexadecimalDigits
    }

    /// Returns the token that an earlier download left, or `nil` if there is no valid token.
    static func token(in directory: Directory, _ stem: String) -> ResumptionToken? {
        let descriptor = openat(
            directory.descriptor,
            stem + tokenSuffix,
            O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        )
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: maxTokenByteCount)
        let count = read(descriptor, &bytes, bytes.count)
        return count > 0 ? ResumptionToken(data: Data(bytes.prefix(count))) : nil
    }

    /// Removes the token, if there is one.
    static func removeToken(in directory: Directory, _ stem: String) { directory.remove(stem + tokenSuffix) }

    /// Removes the file and its token, if they exist.
    static func remove(in directory: Directory, _ stem: String) {
        removeToken(in: directory, stem)
        directory.remove(stem + suffix)
    }

    /// Stores a token in one step. A failure is ignored: without a token, the next download starts from the beginning.
    static func store(_ token: ResumptionToken, in directory: Directory, _ stem: String) {
        let draft = ".\(Directory.randomName()).token"
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let descriptor = openat(directory.descriptor, draft, flags, 0o600)
        guard descriptor >= 0 else { return }
        let data = token.data
        let count = data.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
        close(descriptor)
        guard count == data.count,
            renameat(directory.descriptor, draft, directory.descriptor, stem + tokenSuffix) == 0
        else { return directory.remove(draft) }
    }
}
