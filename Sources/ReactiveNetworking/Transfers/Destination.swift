/// The destination of a download, and the behavior if a file exists there.
///
/// A destination is checked before anything is sent.
///
/// ```swift
/// .file(URL(fileURLWithPath: "/tmp/report.pdf"))              // an existing file is kept, and the download fails
/// .directory(downloads).uniquingName()                            // "report.pdf", then "report (1).pdf"
/// .file(target).replacing().resumable()
/// ```
public struct Destination: Sendable, Hashable {
    enum Place: Sendable, Hashable {
        case file(URL)
        case directory(URL)
    }

    /// The behavior if a file of the name exists.
    enum Conflict: Sendable, Hashable { case fails, replaces, numbers }

    let place: Place
    private(set) var conflict = Conflict.fails
    private(set) var isResumable = false

    private init(_ place: Place) {
        self.place = place
    }

    /// Returns a destination for a file in an existing directory.
    ///
    /// If the file exists, the download fails with ``TransferError/fileExists(path:)``; see ``replacing()`` and
    /// ``uniquingName()``.
    ///
    /// - Parameter url: The file URL.
    public static func file(_ url: URL) -> Destination { Destination(.file(url)) }

    /// Returns a destination in an existing directory, with the file name that the response suggests.
    ///
    /// The name is that of the `Content-Disposition` header field, otherwise the last path component of the response's
    /// URL. The name is sanitized: it is never a path, never hidden, has no invisible characters, and is at most 255
    /// bytes long.
    ///
    /// - Parameter url: The file URL of the directory.
    public static func directory(_ url: URL) -> Destination { Destination(.directory(url)) }

    /// Returns a copy that replaces an existing file of the same name, in one step, when the download is complete.
    public func replacing() -> Destination { with { $0.conflict = .replaces } }

    /// Returns a copy that numbers the name if a file of the same name exists: `report (1).pdf`.
    public func uniquingName() -> Destination { with { $0.conflict = .numbers } }

    /// Returns a copy that keeps an unfinished download for later.
    ///
    /// If a download fails or is canceled, the received bytes are kept beside the destination in a hidden file. The
    /// next download of the same request to the same destination continues with them, also in another process. See
    /// ``resumptionToken(for:on:)``.
    ///
    /// Only a GET request can be resumed, and only if the response has a strong validator and no content coding.
    /// Otherwise nothing is kept.
    public func resumable() -> Destination { with { $0.isResumable = true } }

    private func with(_ change: (inout Destination) -> Void) -> Destination {
        var copy = self
        change(&copy)
        return copy
    }

    /// Returns the path of the directory, and the name of the file if known.
    ///
    /// - Throws: ``TransferError/invalidDestination(path:reason:)`` if the URL is not usable.
    func resolved() throws(TransferError) -> (directory: String, name: String?) {
        switch place {
        case .directory(let url): return (try Self.path(of: url), nil)
        case .file(let url):
            let path = try Self.path(of: url)
            let name = url.lastPathComponent
            guard !url.hasDirectoryPath, !["", ".", "..", "/"].contains(name) else {
                throw .invalidDestination(path: path, reason: .isADirectory)
            }
            guard name.utf8.count <= FileName.maxByteCount else {
                throw .invalidDestination(path: path, reason: .nameTooLong)
            }
            return (url.deletingLastPathComponent().path, name)
        }
    }

    private static func path(of url: URL) throws(TransferError) -> String {
        guard !url.absoluteString.isEmpty else { throw .invalidDestination(path: "", reason: .empty) }
        guard url.isFileURL else { throw .invalidDestination(path: url.absoluteString, reason: .notAFileURL) }
        guard !url.path.isEmpty else { throw .invalidDestination(path: "", reason: .empty) }
        guard !url.path.contains("\0") else { throw .invalidDestination(path: url.path, reason: .controlCharacter) }
        return url.path
    }
}

extension Destination {
    /// Returns the token of an unfinished download to this destination.
    ///
    /// - Parameters:
    ///   - request: The request of the download.
    ///   - network: The network that sent the request, which may complete its URL and parameters.
    /// - Returns: The token, or `nil` if there is no download to resume.
    public func resumptionToken(for request: Request, on network: Network = .shared) -> ResumptionToken? {
        let request = network.resolved(request)
        guard let (directory, name) = try? resolved(), let opened = try? Directory(directory) else { return nil }
        return PartialFile.token(in: opened, PartialFile.stem(of: request, name: name))
    }

    /// Removes the files of an unfinished download to this destination.
    ///
    /// Do not call this method while the download is running.
    ///
    /// - Parameters:
    ///   - request: The request of the download.
    ///   - network: The network that sent the request, which may complete its URL and parameters.
    public func discardPartial(of request: Request, on network: Network = .shared) {
        let request = network.resolved(request)
        guard let (directory, name) = try? resolved(), let opened = try? Directory(directory) else { return }
        PartialFile.remove(in: opened, PartialFile.stem(of: request, name: name))
    }
}
