import Foundation

/// Keeps a token in a file that nobody else can read.
///
/// The file has the mode 0600. It is written beside its place, forced to the disk, and moved there in one step, so that a
/// crash leaves the old token or the new one. Symbolic links are not followed. A directory that is missing is made with the
/// mode 0700. What is no regular file of this user's, could be written by others, or holds no token counts as no token.
///
/// The token is not encrypted: on Apple's systems a store of your own over the keychain is the better place.
public struct FileTokenStore: TokenStore {
    /// Why a token could not be saved.
    public struct Failure: Error, Hashable, CustomStringConvertible {
        /// The system call that failed.
        public let call: String
        /// Its error number.
        public let code: Int32
        /// The file.
        public let path: String

        /// The call, its error and the file on one line.
        public var description: String {
            "The token cannot be kept in \(path): \(call) failed, \(String(cString: strerror(code)))"
        }
    }

    private static let maxByteCount = 1 << 20

    private let path: String

    /// A store in `file`, which need not be there yet.
    public init(_ file: URL) {
        precondition(file.isFileURL, "A token is kept in a file, which \(file) is not")
        path = file.path
    }

    public func load() -> AccessToken? {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o022 == 0, status.st_size <= Self.maxByteCount
        else { return nil }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
        guard let data = try? handle.read(upToCount: Self.maxByteCount) else { return nil }
        return try? JSONDecoder().decode(AccessToken.self, from: data)
    }

    public func save(_ token: AccessToken?) throws {
        guard let token else {
            guard unlink(path) == 0 || errno == ENOENT else { throw failure("unlink") }
            return
        }
        let data = try JSONEncoder().encode(token)
        let directory = (path as NSString).deletingLastPathComponent
        try makeDirectory(directory)
        let draft = "\(path).\(Authorization.randomNonce())"
        do {
            try write(data, to: draft)
            guard rename(draft, path) == 0 else { throw failure("rename") }
        } catch {
            unlink(draft)
            throw error
        }
        try sync(directory)
    }

    private func write(_ data: Data, to file: String) throws {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("open") }
        defer { close(descriptor) }
        // The mode above is cut by the process's mask, and never widened; a mask of 0777 would leave a file nobody can read.
        guard fchmod(descriptor, 0o600) == 0 else { throw failure("fchmod") }
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: data)
        guard fsync(descriptor) == 0 else { throw failure("fsync") }
    }

    /// Makes what is missing of a directory's path.
    private func makeDirectory(_ directory: String) throws {
        guard !directory.isEmpty, mkdir(directory, 0o700) != 0, errno != EEXIST else { return }
        guard errno == ENOENT else { throw failure("mkdir") }
        try makeDirectory((directory as NSString).deletingLastPathComponent)
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw failure("mkdir") }
    }

    /// Forces the new name to the disk.
    private func sync(_ directory: String) throws {
        let descriptor = open(directory.isEmpty ? "." : directory, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure("fsync") }
    }

    private func failure(_ call: String) -> Failure { Failure(call: call, code: errno, path: path) }
}
