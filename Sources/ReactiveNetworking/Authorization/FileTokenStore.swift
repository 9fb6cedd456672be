import Foundation

/// A token store in a file that only its owner can read.
///
/// The file has mode 0600. A new version is written to a temporary file in the same directory, synchronized to disk,
/// and moved into place atomically, so a crash leaves either the old token or the new one. Symbolic links are not
/// followed. A missing directory is created with mode 0700. A file counts as no token if it is not a regular file of
/// the current user, is writable by others, or contains no token.
///
/// The token is not encrypted. On Apple's platforms, prefer a store of your own that uses the keychain.
public struct FileTokenStore: TokenStore {
    /// An error that occurred while saving a token.
    public struct Failure: Error, Hashable, CustomStringConvertible {
        /// The system call that failed.
        public let call: String
        /// The error number (`errno`) of the call.
        public let code: Int32
        /// The path of the file.
        public let path: String

        /// The call, its error, and the file on one line.
        public var description: String {
            "The token cannot be saved to \(path): \(call) failed, \(String(cString: strerror(code)))"
        }
    }

    private static let maxByteCount = 1 << 20

    private let path: String

    /// Creates a store in `file`.
    ///
    /// - Parameter file: The URL of the file, which need not exist yet.
    public init(_ file: URL) {
        require(file.isFileURL, "A token store needs a file URL, not \(file)")
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
        // `open` applies the process's umask to the mode; a umask of 0777 would leave a file that nobody can read.
        guard fchmod(descriptor, 0o600) == 0 else { throw failure("fchmod") }
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: data)
        guard fsync(descriptor) == 0 else { throw failure("fsync") }
    }

    /// Creates the missing directories of a path.
    private func makeDirectory(_ directory: String) throws {
        guard !directory.isEmpty, mkdir(directory, 0o700) != 0, errno != EEXIST else { return }
        guard errno == ENOENT else { throw failure("mkdir") }
        try makeDirectory((directory as NSString).deletingLastPathComponent)
        guard mkdir(directory, 0o700) == 0 || errno == EEXIST else { throw failure("mkdir") }
    }

    /// Synchronizes the new name to disk.
    private func sync(_ directory: String) throws {
        let descriptor = open(directory.isEmpty ? "." : directory, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 || errno == EINVAL else { throw failure("fsync") }
    }

    private func failure(_ call: String) -> Failure { Failure(call: call, code: errno, path: path) }
}
