import Foundation

/// Where a download goes, and what is done about what is there. Checked before anything is sent.
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

    /// What is done about a file that has the name already.
    enum Conflict: Sendable, Hashable { case fails, replaces, numbers }

    let place: Place
    private(set) var conflict = Conflict.fails
    private(set) var isResumable = false

    private init(_ place: Place) {
        self.place = place
    }

    /// A file in a directory that exists.
    public static func file(_ url: URL) -> Destination { Destination(.file(url)) }

    /// A directory that exists. The name is that of the response's `Content-Disposition`, else the last part of the URL that
    /// answered, made safe: never a path, never hidden, never invisible, never longer than 255 bytes.
    public static func directory(_ url: URL) -> Destination { Destination(.directory(url)) }

    /// The same place; a file that has the name is replaced, in one step, once the download is whole.
    public func replacing() -> Destination { with { $0.conflict = .replaces } }

    /// The same place; if there is a file that has the name, the download gets another one: `report (1).pdf`.
    public func uniquingName() -> Destination { with { $0.conflict = .numbers } }

    /// The same place; what was received when a download fails or is cancelled is kept beside it, hidden, and the next download
    /// of the same request to the same destination goes on with it, also in another run of the process. See
    /// ``resumptionToken(for:on:)``.
    ///
    /// Only a GET can be resumed, and only if the response has a strong validator and no content coding: else nothing is
    /// kept.
    public func resumable() -> Destination { with { $0.isResumable = true } }

    private func with(_ change: (inout Destination) -> Void) -> Destination {
        var copy = self
        change(&copy)
        return copy
    }

    /// The directory, and the name if it is known, or what is wrong with them.
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
    /// What is remembered of an unfinished download of `request` to this destination; `nil` if there is nothing to go on with.
    ///
    /// - Parameters:
    ///   - request: what was asked for.
    ///   - network: who asked, where the request alone does not say it all: its address, or its parameters.
    public func resumptionToken(for request: Request, on network: Network = .shared) -> ResumptionToken? {
        let request = network.resolved(request)
        guard let (directory, name) = try? resolved(), let opened = try? Directory(directory) else { return nil }
        return PartialFile.token(in: opened, PartialFile.stem(of: request, name: name))
    }

    /// Removes what is kept of an unfinished download of `request` to this destination. Not while one is running.
    ///
    /// - Parameters:
    ///   - request: what was asked for.
    ///   - network: who asked, where the request alone does not say it all: its address, or its parameters.
    public func discardPartial(of request: Request, on network: Network = .shared) {
        let request = network.resolved(request)
        guard let (directory, name) = try? resolved(), let opened = try? Directory(directory) else { return }
        PartialFile.remove(in: opened, PartialFile.stem(of: request, name: name))
    }
}
