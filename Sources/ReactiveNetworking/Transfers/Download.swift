/// One start of a download: the file that its attempts share.
///
/// ``DownloadState`` decides; this class reads, writes, and names the file. Exchanges and their events follow one
/// another. Only ``abandon()`` may be called on any thread at any time.
final class Download: Sendable {
    typealias Part = DownloadState.Part

    private let request: Request
    private let destination: Destination
    private let report: ProgressReport
    /// The name under which an unfinished download is kept, or `nil` if it is not kept.
    private let stem: String?
    private let custody: Custody<OpenDownload>

    /// Checks the destination, and continues with what an earlier download left.
    init(
        _ context: borrowing OperationContext,
        to destination: Destination,
        _ report: ProgressReport
    ) throws(TransferError) {
        let request = context.request
        let rules = DownloadState.Rules(
            method: request.method,
            isForWhole: request.method == .get && !request.headers.contains(HTTP.Headers.Name.range),
            isUnchanged: !(context.hooks?.changeBodies ?? false)
        )
        let (path, name) = try destination.resolved()
        let directory = try Directory(path)
        try directory.checkWritable()
        let stem = rules.allowParts && destination.isResumable ? PartialFile.stem(of: request, name: name) : nil
        var download = OpenDownload(directory: directory, name: name, state: DownloadState(rules))
        download.checksums = request.validation?.checksums.map(FileChecksums.init)
        if let name { try download.check(name, destination.conflict) }
        if let stem { try download.resume(stem, source: ResumptionToken.source(of: request)) }
        self.request = request
        self.destination = destination
        self.report = report
        self.stem = stem
        custody = Custody(download) { $0.close(keepingFor: stem) }
    }

    /// Ends the download. An unfinished file is removed, unless it is to be resumed.
    func abandon() { custody.abandon() }

    /// Returns what the next exchange requests, or `nil` for the complete resource.
    func nextPart() -> Part? {
        custody.use(ifAbandoned: nil) { $0.state.nextPart() }
    }

    /// Returns a Boolean value that indicates whether a response to `part` is usable. If it is not, the bytes are
    /// discarded, and the complete resource has to be requested.
    func canUse(_ head: ResponseHead, for part: Part) -> Bool {
        custody.use(ifAbandoned: true) { download in
            let isUsable = download.state.accepts(head, for: part)
            if !isUsable { download.discard(stem) }
            return isUsable
        }
    }

    /// Returns a Boolean value that indicates whether the response confirms that no byte is missing.
    func isComplete(_ head: ResponseHead) -> Bool {
        custody.use(ifAbandoned: false) { $0.state.isComplete(head) }
    }

    /// Returns a Boolean value that indicates whether the response is a part that the download requested by itself,
    /// although the user requested the complete resource.
    func isOwnPart(_ head: ResponseHead) -> Bool {
        custody.use(ifAbandoned: false) { $0.state.isRequestedPart(head) }
    }

    /// Prepares the file for the bytes of a response.
    func begin(_ head: ResponseHead) throws(TransferError) {
        let progress = try custody.use(ifAbandoned: nil) { download throws(TransferError) -> TransferProgress? in
            let continues = try download.state.begin(head)
            if !continues { try download.empty(stem) }
            if download.name == nil {
                let name = FileName.suggested(by: head, url: (try? HTTPURL.checked(request.url))?.url)
                try download.check(name, destination.conflict)
                download.name = name
            }
            try download.checkRoom()
            try download.open()
            if !continues, let stem, let token = download.state.token(source: ResumptionToken.source(of: request)) {
                PartialFile.store(token, in: download.directory, stem)
            }
            return download.state.progress
        }
        tell(progress)
    }

    /// Writes the next bytes of a response.
    func write(_ data: Data) throws(TransferError) {
        let progress = try custody.use(ifAbandoned: nil) { download throws(TransferError) -> TransferProgress? in
            try download.write(data)
            return download.state.progress
        }
        tell(progress)
    }

    private func tell(_ progress: TransferProgress?) {
        if let progress { report.note(progress.byteCount, of: progress.totalByteCount) }
    }

    /// Compares the number of received bytes with the announced lengths. After a mismatch that makes the bytes useless,
    /// they are discarded.
    func lengthMismatch() -> TransportError? {
        custody.use(ifAbandoned: nil) { download in
            guard let mismatch = download.state.lengthMismatch() else { return nil }
            if mismatch.discardsBytes { download.discard(stem) }
            return mismatch.error
        }
    }

    /// Compares the checksums of the complete file with the expected ones. After a mismatch the bytes are discarded.
    func checksumMismatch() throws(TransferError) -> ResponseValidationError.Reason? {
        try custody.use(ifAbandoned: nil) { download throws(TransferError) -> ResponseValidationError.Reason? in
            guard let mismatch = try download.checksumMismatch() else { return nil }
            download.discard(stem)
            return mismatch
        }
    }

    /// Gives the complete file its final name.
    ///
    /// - Returns: The file, or `nil` if the download was abandoned.
    func publish(_ head: ResponseHead, _ metrics: TransferMetrics) throws(TransferError) -> DownloadedFile? {
        let file = try custody.use(ifAbandoned: nil) { download throws(TransferError) -> DownloadedFile? in
            guard let name = try download.publish(destination.conflict, stem) else { return nil }
            return DownloadedFile(
                url: URL(fileURLWithPath: download.directory.path(of: name)),
                byteCount: download.state.byteCount,
                resumedByteCount: download.state.resumedByteCount,
                statusCode: head.status,
                responseHeaders: head.headers,
                metrics: metrics
            )
        }
        if file != nil { report.finish() }
        return file
    }
}

/// The file of a download.
private struct OpenDownload: Sendable {
    let directory: Directory
    /// The final name, if known.
    var name: String?
    /// The unfinished file, or `nil` before the first response and after the download is complete.
    private(set) var file: PartialFile?
    var state: DownloadState
    /// The checksums of the bytes, if any are expected.
    var checksums: FileChecksums?

    init(directory: Directory, name: String?, state: DownloadState) {
        self.directory = directory
        self.name = name
        self.state = state
    }

    /// Fails if the name is taken by a directory, or by a file that the download may neither replace nor number.
    func check(_ name: String, _ conflict: Destination.Conflict) throws(TransferError) {
        guard let status = directory.status(of: name) else { return }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw .invalidDestination(path: directory.path(of: name), reason: .isADirectory)
        }
        guard conflict != .fails else { throw .fileExists(path: directory.path(of: name)) }
    }

    /// Fails if the volume has not enough room for the missing bytes.
    func checkRoom() throws(TransferError) {
        guard let total = state.total, let available = directory.availableByteCount,
            total - state.byteCount > available
        else { return }
        throw .insufficientSpace(
            path: directory.path(of: name ?? ""),
            needed: total - state.byteCount,
            available: available
        )
    }

    /// Opens the file that an earlier download left.
    mutating func resume(_ stem: String, source: String) throws(TransferError) {
        let file = try PartialFile(in: directory, stem: stem)
        self.file = file
        let token = PartialFile.token(in: directory, stem)
        if !state.resume(file.byteCount, token, source: source) { try empty(stem) }
    }

    /// Creates the file, unless it is open.
    mutating func open() throws(TransferError) {
        if file == nil { file = try PartialFile(in: directory) }
    }

    /// Writes the next bytes.
    mutating func write(_ data: Data) throws(TransferError) {
        if let file {
            try file.write(data, at: state.byteCount)
            try checksums?.add(data, at: state.byteCount, of: file)
        }
        state.receive(data.count)
    }

    /// Compares the checksums of all bytes with the expected ones.
    mutating func checksumMismatch() throws(TransferError) -> ResponseValidationError.Reason? {
        guard let file else { return nil }
        return try checksums?.rejection(of: file, state.byteCount)
    }

    /// Forgets all bytes. They stay in the file until ``empty(_:)``, but without a token they are harmless.
    mutating func discard(_ stem: String?) {
        if let stem { PartialFile.removeToken(in: directory, stem) }
        state.discard()
    }

    /// Removes the bytes from the file. The token goes first, because a token without its bytes is not harmless.
    func empty(_ stem: String?) throws(TransferError) {
        if let stem { PartialFile.removeToken(in: directory, stem) }
        if let file, file.byteCount > 0 { try file.truncate() }
    }

    /// Gives the file its final name.
    ///
    /// - Returns: The name, or `nil` if there is no file.
    mutating func publish(_ conflict: Destination.Conflict, _ stem: String?) throws(TransferError) -> String? {
        guard let file, let name else { return nil }
        try file.synchronize()
        let published = try file.publish(as: name, conflict)
        self.file = nil
        if let stem { PartialFile.removeToken(in: directory, stem) }
        return published
    }

    /// Removes an unfinished file, unless it can be resumed. Without an open file nothing is removed, because what is
    /// there belongs to another download.
    func close(keepingFor stem: String?) {
        guard let file else { return }
        if stem != nil, state.canBeResumed { return }
        if let stem { PartialFile.removeToken(in: directory, stem) }
        file.remove()
    }
}
