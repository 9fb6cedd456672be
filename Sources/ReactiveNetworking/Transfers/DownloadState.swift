/// The decisions of a download: what the next exchange requests, and what a response means for the file.
///
/// The state knows how many bytes there are and which version they belong to. It performs no I/O; ``Download`` carries
/// out its decisions.
struct DownloadState: Sendable {
    /// The properties of a request that hold for all exchanges.
    struct Rules: Sendable {
        var method: HTTP.Method
        /// A Boolean value that indicates whether the request is for the complete resource, so that a partial response
        /// is an error.
        var isForWhole: Bool
        /// A Boolean value that indicates whether the bytes arrive as the server sends them. Otherwise they have
        /// another length, and offsets have no meaning.
        var isUnchanged: Bool

        /// A Boolean value that indicates whether exchanges may request parts.
        var allowParts: Bool { isForWhole && isUnchanged }
    }

    /// The part of a resource that an exchange requests: everything from an offset on.
    struct Part: Sendable, Hashable {
        let offset: Int64
        let validator: Validator
    }

    /// The reason why the received bytes are not the complete resource.
    struct LengthMismatch: Sendable {
        let error: TransportError
        /// A Boolean value that indicates whether more bytes than announced arrived, so that none of them can be
        /// trusted.
        let discardsBytes: Bool
    }

    /// The extent that the current response announces.
    private enum Extent {
        /// The rest of the resource up to ``DownloadState/total``, if that is known.
        case rest
        /// A part with this last offset.
        case upTo(Int64)
        /// Several lengths that differ.
        case contradictory
    }

    let rules: Rules
    /// The number of bytes in the file that belong to the resource.
    private(set) var byteCount: Int64 = 0
    /// The number of bytes that an earlier download left.
    private(set) var resumedByteCount: Int64 = 0
    /// The size of the resource, if known.
    private(set) var total: Int64?
    /// The part that the current exchange requests, or `nil` if it requests the complete resource.
    private(set) var part: Part?
    /// The version that the bytes belong to, or `nil` if no other bytes may be appended to them.
    private var validator: Validator?
    private var extent = Extent.rest

    init(_ rules: Rules) {
        self.rules = rules
    }

    /// A Boolean value that indicates whether a later download can continue this one.
    var canBeResumed: Bool { validator != nil && byteCount > 0 }

    var progress: TransferProgress { TransferProgress(byteCount: byteCount, totalByteCount: total) }

    /// Returns the token to keep beside the bytes, or `nil` if the bytes alone are of no use.
    func token(source: String) -> ResumptionToken? {
        validator.map { ResumptionToken(validator: $0, totalByteCount: total, source: source) }
    }

    /// Continues with the bytes of an earlier download.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes.
    ///   - token: The token that belongs to them, if there is one.
    ///   - source: The source of this download; see ``ResumptionToken/source``.
    /// - Returns: `false` if the bytes have to be discarded.
    mutating func resume(_ byteCount: Int64, _ token: ResumptionToken?, source: String) -> Bool {
        guard byteCount > 0, let token, token.source == source, token.totalByteCount.map({ $0 >= byteCount }) ?? true,
            let validator = Validator(text: token.validator)
        else { return false }
        self.validator = validator
        self.byteCount = byteCount
        resumedByteCount = byteCount
        total = token.totalByteCount
        return true
    }

    /// Decides what the next exchange requests.
    ///
    /// - Returns: The missing part, or `nil` for the complete resource.
    mutating func nextPart() -> Part? {
        part = nil
        if rules.allowParts, byteCount > 0, let validator { part = Part(offset: byteCount, validator: validator) }
        return part
    }

    /// Returns a Boolean value that indicates whether a response to a requested part is usable.
    ///
    /// Usable are the requested part of the same version, the complete resource, and a failure that does not concern
    /// the range. After another response, the complete resource has to be requested (RFC 9110 §14.4, §15.5.17).
    func accepts(_ head: ResponseHead, for part: Part) -> Bool {
        switch head.status {
        case 206: isNext(head, part)
        case 416: isRest(head, part)
        default: !head.status.isSuccess || !head.isDisguisedPart
        }
    }

    /// Returns a Boolean value that indicates whether the response confirms that no byte is missing.
    func isComplete(_ head: ResponseHead) -> Bool { head.status == 416 && part != nil }

    /// Returns a Boolean value that indicates whether the response is a part that the download requested by itself.
    func isRequestedPart(_ head: ResponseHead) -> Bool { head.status == 206 && part != nil }

    /// Takes note of a response whose bytes belong into the file.
    ///
    /// - Returns: `true` if the bytes follow those in the file, and `false` if they replace them.
    /// - Throws: ``TransferError/unrequestedPart`` if the response is a part of a resource that was requested as a
    ///   whole.
    mutating func begin(_ head: ResponseHead) throws(TransferError) -> Bool {
        if part != nil, [206, 416].contains(head.status) {
            let range = head.contentRange
            total = range?.total ?? total
            extent = range?.bytes.map { .upTo($0.upperBound) } ?? .rest
            return true
        }
        guard !rules.isForWhole || head.status != 206 && !head.isDisguisedPart else { throw .unrequestedPart }
        discard()
        let lengths = announcedLengths(of: head)
        total = lengths.count == 1 ? lengths.first.flatMap { Int64($0) } : nil
        if lengths.count > 1 { extent = .contradictory }
        if rules.allowParts, head.status == 200, !head.isCoded { validator = Validator(strongOf: head.headers) }
        return false
    }

    /// Takes note of bytes that were written.
    mutating func receive(_ count: Int) { byteCount += Int64(count) }

    /// Forgets all bytes.
    mutating func discard() { self = DownloadState(rules) }

    /// Compares the number of received bytes with the announced lengths, at the end of a response.
    func lengthMismatch() -> LengthMismatch? {
        switch extent {
        case .contradictory: return invalid("the response has several lengths that differ")
        case .upTo(let last) where byteCount - 1 > last: return invalid("the part is longer than its Content-Range")
        case .upTo, .rest: break
        }
        guard let total, byteCount != total else { return nil }
        let text = "\(byteCount) of \(total) bytes have come"
        guard byteCount < total else { return invalid(text) }
        let error = TransportError(.truncatedResponse, phase: .receiving, detail: text)
        return LengthMismatch(error: error, discardsBytes: false)
    }

    private func invalid(_ detail: String) -> LengthMismatch {
        let error = TransportError(.invalidResponse, phase: .receiving, detail: detail)
        return LengthMismatch(error: error, discardsBytes: true)
    }

    /// Returns a Boolean value that indicates whether the response is the requested part of the same version.
    private func isNext(_ head: ResponseHead, _ part: Part) -> Bool {
        let types = head.headers.values(for: HTTP.Headers.Name.contentType).map(HTTP.ContentType.init(rawValue:))
        guard !types.contains(where: { $0.matches("multipart/byteranges") }), !head.isCoded,
            !part.validator.isContradicted(by: head.headers),
            let range = head.contentRange, range.bytes?.lowerBound == part.offset, let whole = range.total
        else { return false }
        return total == nil || total == whole
    }

    /// Returns a Boolean value that indicates whether the resource ends at the requested offset, so that no byte is
    /// missing.
    private func isRest(_ head: ResponseHead, _ part: Part) -> Bool {
        guard let range = head.contentRange, range.bytes == nil, !part.validator.isContradicted(by: head.headers)
        else { return false }
        return range.total == part.offset && (total == nil || total == part.offset)
    }

    /// The lengths of the file that the response announces, each once. A transport may decode a coded response, which
    /// changes its length.
    private func announcedLengths(of head: ResponseHead) -> Set<String> {
        let hasBody = rules.method != .head && ![204, 205, 304].contains(head.status)
        return hasBody && !head.isCoded && rules.isUnchanged ? head.headers.contentLengths : []
    }
}

extension ResponseHead {
    /// The range of the body, unless there is none or several differ.
    fileprivate var contentRange: ContentRange? {
        headers.unambiguous(HTTP.Headers.Name.contentRange).flatMap(ContentRange.init)
    }
}

extension HTTP.Headers {
    /// The lengths of a message, each once. A list of equal lengths counts as one length (RFC 9110 §8.6).
    fileprivate var contentLengths: Set<String> {
        Set(
            values(for: Name.contentLength).flatMap { $0.split(separator: ",") }
                .map { Self.trimmed($0) }
        )
    }
}
