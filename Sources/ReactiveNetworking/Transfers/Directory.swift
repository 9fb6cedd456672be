/// An open directory. All operations concern this directory, even if its path leads to another directory meanwhile.
final class Directory: Sendable {
    let path: String
    let descriptor: Int32

    /// Opens a directory.
    init(_ path: String) throws(TransferError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TransferError(errno: errno, path: path, step: "opening its directory") }
    }

    deinit { close(descriptor) }

    /// Returns the path of an entry.
    func path(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    /// Returns the status of an entry, or `nil` if there is none. Symbolic links are not followed.
    func status(of name: String) -> stat? {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    /// Removes an entry, if it exists.
    func remove(_ name: String) { unlinkat(descriptor, name, 0) }

    /// Makes renamed files survive a loss of power, as far as the system supports it.
    func synchronize() { fsync(descriptor) }

    /// Fails if files cannot be created in the directory.
    func checkWritable() throws(TransferError) {
        guard faccessat(descriptor, ".", W_OK | X_OK, 0) == 0 else {
            throw TransferError(errno: errno, path: path, step: "opening its directory")
        }
    }

    /// The number of bytes that an unprivileged user may write, or `nil` if the system does not report it.
    var availableByteCount: Int64? {
        var status = statvfs()
        guard fstatvfs(descriptor, &status) == 0 else { return nil }
        let (product, overflows) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflows || product > Int64.max ? nil : Int64(product)
    }

    /// The permissions of new files in this directory: read and write for everyone, less the mask of the process.
    ///
    /// The mask can only be read by changing it for the whole process, so a file is created and removed instead.
    var usualMode: mode_t? {
        let probe = ".\(Self.randomName()).mode"
        let descriptor = openat(descriptor, probe, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { return nil }
        defer {
            close(descriptor)
            remove(probe)
        }
        var status = stat()
        return fstat(descriptor, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    /// Returns a name that is not used by chance.
    static func randomName() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}
