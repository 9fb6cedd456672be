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
        guard let file = try? FileDescriptor(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
            let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            status.st_mode & 0o022 == 0, status.st_size <= Self.maxByteCount,
            let data = try? file.read(atMost: Self.maxByteCount)
        else { return nil }
        return try? JSONDecoder().decode(AccessToken.self, from: data)
    }

    public func save(_ token: AccessToken?) throws {
        guard let token else {
            guard unlink(path) == 0 || errno == ENOENT else {
                throw Failure(call: "unlink", code: errno, path: path)
            }
            return
        }
        let data = try JSONEncoder().encode(token)
        do throws(SystemError) {
            try replace(with: data)
        } catch {
            throw Failure(call: error.call, code: error.code, path: path)
        }
    }

    private func replace(with data: Data) throws(SystemError) {
        let directory = path.parentPath
        try makeDirectory(directory)
        let draft = "\(path).\(Authorization.randomNonce())"
        do throws(SystemError) {
            try write(data, to: draft)
            try SystemError.check("rename") { rename(draft, path) }
        } catch {
            unlink(draft)
            throw error
        }
        try sync(directory)
    }

    private func write(_ data: Data, to path: String) throws(SystemError) {
        let file = try FileDescriptor(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW)
        // `open` applies the process's umask to the mode; a umask of 0777 would leave a file that nobody can read.
        try SystemError.check("fchmod") { fchmod(file.number, 0o600) }
        try file.write(data)
        try file.synchronize()
    }

    /// Creates the missing directories of a path.
    private func makeDirectory(_ directory: String) throws(SystemError) {
        do throws(SystemError) {
            if !directory.isEmpty { try SystemError.check("mkdir") { mkdir(directory, 0o700) } }
        } catch {
            guard error.code != EEXIST else { return }
            guard error.code == ENOENT, directory.parentPath != directory else { throw error }
            try makeDirectory(directory.parentPath)
            try makeDirectory(directory)
        }
    }

    /// Synchronizes the new name to disk.
    private func sync(_ directory: String) throws(SystemError) {
        guard let folder = try? FileDescriptor(directory.isEmpty ? "." : directory, O_RDONLY) else { return }
        do throws(SystemError) {
            try folder.synchronize()
        } catch {
            guard error.code == EINVAL else { throw error }
        }
    }
}
