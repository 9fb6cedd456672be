import ReactiveNetworking

/// The system calls of the kernel.
///
/// SAFETY: a buffer is used only by the call that it is passed to, which has returned before the buffer ends. A pointer
/// to an entry of a listing is used before the next entry is asked for.
package struct KernelSystem: JournalSystem {
    package init() {}

    package func makeDirectory(at path: String) throws(SystemError) {
        try SystemError.check("mkdir") { mkdir(path, 0o700) }
    }

    package func openDirectory(at path: String) throws(SystemError) -> Int32 {
        try SystemError.check("open") { openat(AT_FDCWD, path, Self.directoryFlags) }
    }

    package func makeDirectory(_ name: String, in directory: Int32) throws(SystemError) {
        try SystemError.check("mkdirat") { mkdirat(directory, name, 0o700) }
    }

    package func openDirectory(_ name: String, in directory: Int32) throws(SystemError) -> Int32 {
        try SystemError.check("openat") { openat(directory, name, Self.directoryFlags) }
    }

    package func openFile(_ name: String, in directory: Int32, _ mode: OpenMode) throws(SystemError) -> Int32 {
        let flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let access =
            switch mode {
            case .reading: O_RDONLY
            case .writing: O_RDWR
            case .creating: O_RDWR | O_CREAT
            case .replacing: O_RDWR | O_CREAT | O_TRUNC
            }
        return try SystemError.check("openat") { openat(directory, name, flags | access, 0o600) }
    }

    package func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
        var status = stat()
        try SystemError.check("fstat") { fstat(descriptor, &status) }
        let kind: FileStatus.Kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            default: .other
            }
        return FileStatus(
            kind: kind,
            byteCount: Int64(status.st_size),
            isOwn: status.st_uid == geteuid(),
            mode: UInt16(truncatingIfNeeded: status.st_mode & 0o7777)
        )
    }

    package func setMode(_ mode: UInt16, of descriptor: Int32) throws(SystemError) {
        try SystemError.check("fchmod") { fchmod(descriptor, mode_t(mode)) }
    }

    package func lock(_ descriptor: Int32) throws(SystemError) {
        try SystemError.check("flock") { flock(descriptor, LOCK_EX | LOCK_NB) }
    }

    package func close(_ descriptor: Int32) {
        // A child process that was started meanwhile has a copy of the descriptor until it executes another program,
        // and would keep the lock.
        flock(descriptor, LOCK_UN)
        FileDescriptor.close(descriptor)
    }

    package func read(_ count: Int, from descriptor: Int32, at offset: Int64) throws(SystemError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let result = pread(descriptor, buffer.baseAddress, count, off_t(offset))
            code = result < 0 ? errno : 0
            filled = max(0, result)
        }
        guard code == 0 else { throw SystemError(call: "pread", code: code) }
        return bytes
    }

    package func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int64) throws(SystemError) -> Int {
        var code: Int32 = 0
        let count = bytes.withUnsafeBytes { bytes in
            let result = pwrite(descriptor, bytes.baseAddress, bytes.count, off_t(offset))
            code = result < 0 ? errno : 0
            return result
        }
        guard code == 0 else { throw SystemError(call: "pwrite", code: code) }
        return count
    }

    package func truncate(_ descriptor: Int32, to byteCount: Int64) throws(SystemError) {
        try SystemError.check("ftruncate") { ftruncate(descriptor, off_t(byteCount)) }
    }

    package func synchronizeData(of descriptor: Int32) throws(SystemError) {
        #if canImport(Darwin)
            // Here, fsync leaves the bytes in the cache of the drive.
            try SystemError.check("fcntl") { fcntl(descriptor, F_FULLFSYNC) }
        #else
            try SystemError.check("fdatasync") { fdatasync(descriptor) }
        #endif
    }

    package func synchronizeDirectory(_ descriptor: Int32) throws(SystemError) {
        try SystemError.check("fsync") { fsync(descriptor) }
    }

    package func rename(_ name: String, to newName: String, in directory: Int32) throws(SystemError) {
        try SystemError.check("renameat") { renameat(directory, name, directory, newName) }
    }

    package func remove(_ name: String, in directory: Int32) throws(SystemError) {
        try SystemError.check("unlinkat") { unlinkat(directory, name, 0) }
    }

    package func names(in directory: Int32) throws(SystemError) -> [String] {
        let copy = try SystemError.check("openat") { openat(directory, ".", Self.directoryFlags) }
        guard let listing = fdopendir(copy) else {
            let error = SystemError(call: "fdopendir", code: errno)
            FileDescriptor.close(copy)
            throw error
        }
        defer { closedir(listing) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(listing) {
            // An entry may have fewer bytes than its type, so it is not copied.
            let name = UnsafeRawPointer(entry) + (MemoryLayout<dirent>.offset(of: \.d_name) ?? 0)
            names.append(String(cString: name.assumingMemoryBound(to: CChar.self)))
            errno = 0
        }
        guard errno == 0 else { throw SystemError(call: "readdir", code: errno) }
        return names.filter { $0 != "." && $0 != ".." }
    }

    private static let directoryFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
}
