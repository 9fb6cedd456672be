import ReactiveNetworking
import Synchronization

/// An open file of a store. Every function blocks until the system has answered.
///
/// SAFETY: the pointers here are buffers of a call that has returned before they end. A buffer that becomes the bytes
/// of a `Data` was allocated by `malloc` for it alone, and `Data` frees it.
final class StoreFile: Sendable {
    /// The properties of a file that the system reports.
    struct Status: Sendable, Equatable {
        let byteCount: Int64
        let inode: UInt64
        /// The time of the last use, in nanoseconds since 1970.
        let lastUse: Int64
        /// A Boolean value that indicates whether this is a regular file of this user that nobody else may change.
        let isOurs: Bool

        init(_ status: stat) {
            byteCount = Int64(status.st_size)
            inode = UInt64(status.st_ino)
            #if canImport(Darwin)
                let time = status.st_mtimespec
            #else
                let time = status.st_mtim
            #endif
            let (product, overflows) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
            lastUse = overflows ? 0 : product &+ Int64(time.tv_nsec)
            isOurs =
                status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid() && status.st_mode & 0o022 == 0
        }
    }

    private let descriptor: Int32
    private let isLocked = Atomic(false)

    init(adopting descriptor: Int32) {
        self.descriptor = descriptor
    }

    // A child process that was started meanwhile has a copy of the descriptor until it executes another program, and
    // would keep the lock.
    deinit {
        unlock()
        close(descriptor)
    }

    func status() throws(CacheStoreError) -> Status {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw CacheStoreError(call: "fstat") }
        return Status(status)
    }

    /// A Boolean value that indicates whether the file has no name any more.
    var isRemoved: Bool {
        var status = stat()
        return fstat(descriptor, &status) != 0 || status.st_nlink == 0
    }

    /// Gives the file the permissions of all files of a store, whatever mask the process has for new files.
    func setPermissions() throws(CacheStoreError) {
        guard fchmod(descriptor, 0o600) == 0 else { throw CacheStoreError(call: "fchmod") }
    }

    /// Returns bytes of the file, fewer if it ends before.
    ///
    /// - Parameters:
    ///   - count: A number of bytes that does not come from a file, because it is allocated.
    ///   - offset: The offset of the first byte.
    func read(_ count: Int, at offset: Int64) throws(CacheStoreError) -> Data {
        guard count > 0 else { return Data() }
        return try Self.filling(count) { base throws(CacheStoreError) in
            try fill([iovec(iov_base: base, iov_len: count)], at: offset)
        }
    }

    /// Returns bytes of the file in one piece of memory, which ``writeChecked(_:seed:at:)`` wrote as blocks one behind
    /// the other.
    ///
    /// - Parameters:
    ///   - count: The number of bytes, without the checksums.
    ///   - blockByteCount: The number of bytes of each block; the last one may be shorter.
    ///   - offset: The offset of the first block.
    ///   - seed: Returns the seed of a block's checksum.
    /// - Throws: An error of kind ``CacheStoreError/Kind/corrupt`` if the bytes are not those that were written.
    func readChecked(
        _ count: Int,
        inBlocksOf blockByteCount: Int,
        at offset: Int64,
        seed: (_ index: Int) -> UInt64
    ) throws(CacheStoreError) -> Data {
        guard count > 0 else { return Data() }
        let blockCount = (count - 1) / blockByteCount + 1
        let sumsByteCount = blockCount * StoreChecksum.byteCount
        // The checksums are read to the end of the buffer, so that the blocks follow each other.
        return try Self.filling(count + sumsByteCount) { base throws(CacheStoreError) in
            var parts: [iovec] = []
            parts.reserveCapacity(2 * blockCount)
            for index in 0..<blockCount {
                let start = index * blockByteCount
                let sum = base + count + index * StoreChecksum.byteCount
                parts.append(iovec(iov_base: base + start, iov_len: min(blockByteCount, count - start)))
                parts.append(iovec(iov_base: sum, iov_len: StoreChecksum.byteCount))
            }
            guard try fill(parts, at: offset) == count + sumsByteCount else {
                throw CacheStoreError(.corrupt, detail: "a block is cut off")
            }
            for index in 0..<blockCount {
                let block = UnsafeRawBufferPointer(start: parts[2 * index].iov_base, count: parts[2 * index].iov_len)
                let sum = parts[2 * index + 1].iov_base.loadUnaligned(as: UInt64.self)
                guard StoreChecksum.of(block, seed: seed(index)) == UInt64(littleEndian: sum) else {
                    throw CacheStoreError(.corrupt, detail: "a block is damaged")
                }
            }
            return count
        }
    }

    /// Returns the first bytes of new memory.
    ///
    /// - Parameters:
    ///   - capacity: The size of the memory.
    ///   - fill: Fills the memory, and returns the number of bytes.
    private static func filling(
        _ capacity: Int,
        _ fill: (UnsafeMutableRawPointer) throws(CacheStoreError) -> Int
    ) throws(CacheStoreError) -> Data {
        guard let base = malloc(capacity) else {
            throw CacheStoreError(.unavailable, underlyingCode: Int(ENOMEM))
        }
        do throws(CacheStoreError) {
            return Data(bytesNoCopy: base, count: try fill(base), deallocator: .free)
        } catch {
            free(base)
            throw error
        }
    }

    /// Fills pieces of memory with the bytes from an offset on, one piece after the other.
    ///
    /// - Returns: The number of bytes, fewer if the file ends before.
    private func fill(_ parts: [iovec], at offset: Int64) throws(CacheStoreError) -> Int {
        var rest = parts[...]
        var filled = 0
        while !rest.isEmpty {
            let count = rest.withUnsafeBufferPointer { parts in
                preadv(
                    descriptor,
                    parts.baseAddress!,
                    Int32(min(parts.count, Self.maxPartCount)),
                    off_t(offset) + off_t(filled)
                )
            }
            if count == 0 { break }
            if count > 0 {
                filled += count
                rest.drop(count)
            } else if errno != EINTR {
                // What the medium cannot give back is lost.
                guard errno != EIO else { throw CacheStoreError(.corrupt, underlyingCode: Int(EIO), detail: "pread") }
                throw CacheStoreError(call: "pread")
            }
        }
        return filled
    }

    /// The number of pieces that every system can fill at once (`IOV_MAX`).
    private static let maxPartCount = 1_024

    /// Writes all bytes at an offset.
    func write(_ bytes: some ContiguousBytes, at offset: Int64) throws(CacheStoreError) {
        let code = bytes.write(to: descriptor, at: offset)
        guard code == 0 else { throw CacheStoreError(call: "pwrite", code: code) }
    }

    /// Writes all bytes at an offset, and then their checksum.
    func writeChecked(_ bytes: Data, seed: UInt64, at offset: Int64) throws(CacheStoreError) {
        var block = bytes
        block.appendChecksum(seed: seed)
        try write(block, at: offset)
    }

    /// Waits until all bytes are on the disk.
    func synchronize() throws(CacheStoreError) {
        while fsync(descriptor) != 0 {
            guard errno == EINTR else { throw CacheStoreError(call: "fsync") }
        }
    }

    /// Sets the time of the last use, as far as the file system supports it.
    func setLastUse(_ time: Int64) {
        let time = timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
        _ = futimens(descriptor, [time, time])
    }

    /// Locks the file against other processes and other stores; returns `false` if one of them holds the lock.
    func tryLock() -> Bool {
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
        isLocked.store(true, ordering: .relaxed)
        return true
    }

    func unlock() {
        if isLocked.exchange(false, ordering: .relaxed) { flock(descriptor, LOCK_UN) }
    }
}

extension ArraySlice<iovec> {
    /// Removes the bytes that are filled.
    fileprivate mutating func drop(_ byteCount: Int) {
        var byteCount = byteCount
        while let part = first, byteCount >= part.iov_len {
            byteCount -= part.iov_len
            removeFirst()
        }
        guard byteCount > 0 else { return }
        self[startIndex].iov_base += byteCount
        self[startIndex].iov_len -= byteCount
    }
}

extension StoreChecksum {
    /// The size of a checksum in a file.
    static let byteCount = 8

    static func of(_ data: some ContiguousBytes, seed: UInt64) -> UInt64 {
        data.withUnsafeBytes { of($0, seed: seed) }
    }
}

extension Data {
    /// Appends the checksum of all bytes.
    mutating func appendChecksum(seed: UInt64) {
        let sum = StoreChecksum.of(self, seed: seed)
        Swift.withUnsafeBytes(of: sum.littleEndian) { append(contentsOf: $0) }
    }

    /// Returns the bytes before the checksum, or `nil` if it is not theirs.
    func checked(seed: UInt64) -> Data? {
        guard count >= StoreChecksum.byteCount else { return nil }
        let bytes = dropLast(StoreChecksum.byteCount)
        let stored = withUnsafeBytes { $0.loadUnaligned(fromByteOffset: bytes.count, as: UInt64.self) }
        return StoreChecksum.of(bytes, seed: seed) == UInt64(littleEndian: stored) ? bytes : nil
    }
}

extension CacheStoreError {
    /// Creates an error from the number of a system call's failure.
    init(call: String, code: Int32 = errno) {
        let kind: Kind =
            switch code {
            case ENOSPC, EDQUOT, EFBIG: .noSpace
            case EACCES, EPERM, EROFS, ENOENT, ENOTDIR, EMFILE, ENFILE, ENOMEM, EIO, ENXIO, ENODEV, ESTALE: .unavailable
            case ELOOP, EMLINK: .unsafeDirectory
            default: .other
            }
        self.init(kind, underlyingCode: Int(code), detail: "\(call): \(String(cString: strerror(code)))")
    }
}
