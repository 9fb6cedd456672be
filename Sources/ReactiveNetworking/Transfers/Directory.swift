import Foundation

/// An open directory. What is done in it is done in this one, whoever puts another in its place meanwhile.
final class Directory: Sendable {
    let path: String
    let descriptor: Int32

    init(_ path: String) throws(TransferError) {
        self.path = path
        descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TransferError(errno: errno, path: path, step: "opening its directory") }
    }

    deinit { close(descriptor) }

    func path(of name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

    /// What is there by this name itself, not what it may lead to.
    func status(of name: String) -> stat? {
        var status = stat()
        return fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    func remove(_ name: String) { unlinkat(descriptor, name, 0) }

    /// Makes what was renamed survive a loss of power, as far as the system lets us.
    func synchronize() { fsync(descriptor) }

    func checkWritable() throws(TransferError) {
        guard faccessat(descriptor, ".", W_OK | X_OK, 0) == 0 else {
            throw TransferError(errno: errno, path: path, step: "opening its directory")
        }
    }

    /// How many bytes an ordinary user may still write; `nil` where the system does not say.
    var availableByteCount: Int64? {
        var status = statvfs()
        guard fstatvfs(descriptor, &status) == 0 else { return nil }
        let (product, overflows) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return overflows || product > Int64.max ? nil : Int64(product)
    }

    /// The permissions that a new file gets here: what the process's mask leaves of reading and writing for all.
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

    static func randomName() -> String { String(UInt64.random(in: .min ... .max), radix: 36) }
}
