import Foundation

/// One start of a download: what its attempts have in common, which is a file.
///
/// Its exchanges and their events come one after the other. Only ``abandon()`` may come from anywhere at any time; then whoever
/// is just working on the file clears it away afterwards.
final class Download: Sendable {
    /// What an exchange asks for.
    struct Part: Sendable {
        let offset: Int64
        let validator: Validator
    }

    struct Work: Sendable {
        var directory: Directory
        /// The final name, if it is known.
        var name: String?
        var file: PartialFile?
        var byteCount: Int64 = 0
        var total: Int64?
        /// The version that the bytes belong to; `nil` if no others may be put to them.
        var validator: Validator?
        /// What the present exchange has asked for; `nil` for the whole.
        var part: Part?
        /// Where the part ends that has come for it; `nil` for the whole.
        var lastOffset: Int64?
        /// Whether the present response gives lengths that differ.
        var hasSeveralLengths = false
        var resumedByteCount: Int64 = 0
        var isPublished = false
        /// Whether the present response came as its coding, of which nobody can say how long it is.
        var isCoded = false
    }

    private struct Custody: Sendable {
        var isBusy = false
        var isAbandoned = false
    }

    let request: Request
    let destination: Destination
    let report: ProgressReport
    /// What is kept between downloads; `nil` if nothing is.
    let stem: String?
    /// Whether the request is for the whole, so that a part is nothing to be had for it.
    let asksForWhole: Bool
    /// Whether parts may be asked for at all.
    let asksForParts: Bool
    /// Whether what comes is what the server has: else it has another length, and offsets mean nothing.
    let isAsSent: Bool
    private let custody = InlineLocked(Custody())
    // SAFETY: the initializer alone has a reference; after it, `custody` gives the work to one caller at a time.
    private let work: Confined<Work>

    /// Checks the destination, and looks for what an earlier download has left.
    init(_ operation: Operation, to destination: Destination, _ report: ProgressReport) throws(TransferError) {
        let request = operation.request
        let (path, name) = try destination.resolved()
        let directory = try Directory(path)
        try directory.checkWritable()
        self.request = request
        self.destination = destination
        self.report = report
        asksForWhole = request.method == .get && !request.headers.contains(HTTP.Headers.Name.range)
        isAsSent = !(operation.hooks?.changeBodies ?? false)
        asksForParts = asksForWhole && isAsSent
        stem = asksForParts && destination.isResumable ? PartialFile.stem(of: request, name: name) : nil
        work = Confined(unchecked: Work(directory: directory, name: name))
        if let name { try work.unchecked.check(name, destination.conflict) }
        if let stem { try work.unchecked.takeUp(stem, source: ResumptionToken.source(of: request)) }
    }

    deinit { abandon() }

    /// Works on the file, unless it was abandoned.
    ///
    /// - Returns: `nil` if it was.
    func use<Result>(_ body: (inout Work) throws(TransferError) -> Result) throws(TransferError) -> Result? {
        let mayUse = custody.withLock { custody in
            custody.isBusy = !custody.isAbandoned
            return custody.isBusy
        }
        guard mayUse else { return nil }
        defer {
            let mustClear = custody.withLock { custody in
                custody.isBusy = false
                return custody.isAbandoned
            }
            if mustClear { clear() }
        }
        return try body(&work.unchecked)
    }

    /// Nothing more comes. What is not finished is removed, unless it is to be resumed.
    func abandon() {
        let mustClear = custody.withLock { custody in
            defer { custody.isAbandoned = true }
            return !custody.isAbandoned && !custody.isBusy
        }
        if mustClear { clear() }
    }

    private func clear() {
        work.unchecked.clear(keepingFor: stem)
    }
}

extension Download.Work {
    /// Fails if the name cannot be had: a directory always is in the way, a file unless something else is done about it.
    func check(_ name: String, _ conflict: Destination.Conflict) throws(TransferError) {
        guard let status = directory.status(of: name) else { return }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw .invalidDestination(path: directory.path(of: name), reason: .isADirectory)
        }
        guard conflict != .fails else { throw .fileExists(path: directory.path(of: name)) }
    }

    /// Opens what an earlier download has left. Bytes without a token are of no use.
    mutating func takeUp(_ stem: String, source: String) throws(TransferError) {
        let file = try PartialFile(in: directory, stem: stem)
        self.file = file
        byteCount = file.byteCount
        if byteCount > 0, let token = PartialFile.token(in: directory, stem), token.source == source,
            token.totalByteCount.map({ $0 >= byteCount }) ?? true, let validator = Validator(text: token.validator)
        {
            self.validator = validator
            total = token.totalByteCount
            resumedByteCount = byteCount
        } else {
            try startOver(stem)
        }
    }

    /// Forgets all bytes. The token goes first: bytes without one are harmless, one without its bytes is not.
    mutating func startOver(_ stem: String?) throws(TransferError) {
        if let stem { PartialFile.removeToken(in: directory, stem) }
        if byteCount > 0 { try file?.truncate() }
        byteCount = 0
        resumedByteCount = 0
        total = nil
        validator = nil
        part = nil
    }

    /// Lets go of the file. Without one nothing is touched: what lies there is another download's.
    mutating func clear(keepingFor stem: String?) {
        guard let file else { return }
        self.file = nil
        guard !isPublished else { return }
        if stem != nil, validator != nil, byteCount > 0 { return }
        if let stem { PartialFile.removeToken(in: directory, stem) }
        file.remove()
    }
}
