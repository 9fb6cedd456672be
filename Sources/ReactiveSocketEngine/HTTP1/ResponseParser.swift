import ReactiveHTTPModel

/// Parses the response to one request over HTTP/1.1 (RFC 9112).
///
/// A parser is a value without input or output of its own. It returns the same events however the bytes of a response
/// are cut into pieces, it copies no bytes of a body, and it keeps bytes of an incomplete head or of incomplete
/// trailers only, at most `maxHeadByteCount` (EN1, EN22).
///
/// ```swift
/// var position = 0
/// while let event = parser.next(in: bytes, at: &position) { … }
/// ```
///
/// After ``Event/complete(_:)``, ``Event/failed(_:)`` or ``Event/upgraded(_:)`` it takes no bytes and returns no
/// events.
struct ResponseParser {
    /// The result of the next bytes.
    enum Event: Equatable {
        /// An informational (1xx) response.
        case informational(ResponseHead)
        /// The head of the response.
        case head(ResponseHead)
        /// Bytes of the body, as their positions in the bytes passed to the parser. The range is never empty.
        case body(Range<Int>)
        /// The trailers of the response, of which there is at least one.
        case trailers(HTTP.Headers)
        /// The end of the response.
        case complete(Persistence)
        /// The response is invalid or not complete.
        case failed(Failure)
        /// The head of a response after which the connection speaks the requested protocol (EN40). The bytes from the
        /// position on belong to it.
        case upgraded(ResponseHead)
    }

    /// The reason why there is no valid response.
    struct Failure: Error, Hashable {
        var kind: TransportError.Kind
        /// The problem and its position, without bytes of the response, which may be secret.
        var text: String
    }

    private enum State {
        case head
        case body(remaining: Int64)
        case bodyUntilEnd
        case chunks
        case trailers
        case complete
        case ended
    }

    private let method: HTTP.Method
    private let url: URL?
    private let upgrade: String?
    private var state = State.head
    private var scanner: HeadScanner
    /// The bytes of the head, or of the trailers, that have arrived in earlier pieces.
    private var pending: [UInt8] = []
    private var chunks = ChunkedBody()
    private var bodyByteCount: Int64 = 0
    private var persistence = Persistence.close
    private var minorVersion = 1

    /// Creates a parser.
    ///
    /// - Parameters:
    ///   - method: The method of the request, because a response to HEAD has no body.
    ///   - url: The URL of the request, for the heads.
    ///   - maxHeadByteCount: The allowed size of all heads and the trailers together.
    ///   - upgrade: The protocol that the request asks for, in lower case, or `nil` for none.
    init(method: HTTP.Method, url: URL?, maxHeadByteCount: Int, upgrade: String? = nil) {
        self.upgrade = upgrade
        self.method = method
        self.url = url
        scanner = HeadScanner(maxByteCount: maxHeadByteCount)
    }

    /// The version that the final response names. A later minor version than 1 is spoken as 1 (RFC 9110 §2.5).
    var protocolVersion: String { minorVersion == 0 ? "HTTP/1.0" : "HTTP/1.1" }

    /// A Boolean value that indicates whether the connection cannot be used after the response whose head was returned.
    var closesConnection: Bool { persistence == .close }

    /// The number of bytes that the parser keeps.
    var pendingByteCount: Int { pending.count }

    /// Returns the next event.
    ///
    /// - Parameters:
    ///   - bytes: A piece of what the connection received.
    ///   - position: The position of the first byte in the piece that was not parsed yet. The parser increases it.
    ///     After the end of the response, the bytes from there on do not belong to it.
    /// - Returns: The event, or `nil` if the parser needs more bytes or has reached the end.
    mutating func next(in bytes: Span<UInt8>, at position: inout Int) -> Event? {
        precondition((0...bytes.count).contains(position), "a position outside the bytes")
        do throws(Failure) {
            switch state {
            case .head, .trailers: return try takeLines(in: bytes, at: &position)
            case .body(let remaining): return takeBody(in: bytes, at: &position, remaining: remaining)
            case .bodyUntilEnd: return takeBody(in: bytes, at: &position)
            case .chunks: return try takeChunks(in: bytes, at: &position)
            case .complete: return completed()
            case .ended: return nil
            }
        } catch {
            return failed(error)
        }
    }

    /// Returns the event for the end of the connection (EN24).
    ///
    /// - Returns: The event, or `nil` if the response had ended before.
    mutating func end() -> Event? {
        switch state {
        case .bodyUntilEnd, .complete: completed()
        case .body(remaining: 0): completed()
        case .head where scanner.byteCount == 0:
            failed(Failure(kind: .connectionLost, text: "the connection ended before a response"))
        case .head: failed(truncated("in the head"))
        case .body(let remaining):
            failed(truncated("after \(bodyByteCount) of \(bodyByteCount + remaining) bytes of the body"))
        case .chunks: failed(truncated("after \(bodyByteCount) bytes of a body in chunks"))
        case .trailers: failed(truncated("in the trailers"))
        case .ended: nil
        }
    }

    private func truncated(_ place: String) -> Failure {
        Failure(kind: .truncatedResponse, text: "the connection ended \(place)")
    }

    private mutating func completed() -> Event {
        state = .ended
        return .complete(persistence)
    }

    private mutating func failed(_ failure: Failure) -> Event {
        state = .ended
        pending = []
        return .failed(failure)
    }
}

/// Bodies.
extension ResponseParser {
    private mutating func takeBody(in bytes: Span<UInt8>, at position: inout Int, remaining: Int64) -> Event? {
        guard remaining > 0 else { return completed() }
        guard let range = bytes.range(from: position, atMost: remaining) else { return nil }
        state = .body(remaining: remaining - Int64(range.count))
        return body(range, at: &position)
    }

    private mutating func takeBody(in bytes: Span<UInt8>, at position: inout Int) -> Event? {
        bytes.range(from: position, atMost: .max).map { body($0, at: &position) }
    }

    private mutating func body(_ range: Range<Int>, at position: inout Int) -> Event {
        position = range.upperBound
        bodyByteCount += Int64(range.count)
        return .body(range)
    }

    private mutating func takeChunks(in bytes: Span<UInt8>, at position: inout Int) throws(Failure) -> Event? {
        switch try nextChunk(in: bytes, at: &position) {
        case .data(let range): return body(range, at: &position)
        case .end:
            state = .trailers
            return try takeLines(in: bytes, at: &position)
        case nil: return nil
        }
    }

    private mutating func nextChunk(
        in bytes: Span<UInt8>,
        at position: inout Int
    ) throws(Failure) -> ChunkedBody.Part? {
        do throws(Violation) {
            return try chunks.next(in: bytes, at: &position)
        } catch {
            throw error.failure("after \(bodyByteCount) bytes of the body")
        }
    }
}

/// Heads and trailers.
extension ResponseParser {
    private mutating func takeLines(in bytes: Span<UInt8>, at position: inout Int) throws(Failure) -> Event? {
        let start = position
        let end = try endOfLines(in: bytes, from: start)
        position = end ?? bytes.count
        guard end != nil, pending.isEmpty else {
            bytes.extracting(start..<position).withUnsafeBufferPointer { pending.append(contentsOf: $0) }
            guard end != nil else { return nil }
            let lines = pending
            pending = []
            return try parse(lines.span)
        }
        return try parse(bytes.extracting(start..<position))
    }

    private mutating func endOfLines(in bytes: Span<UInt8>, from start: Int) throws(Failure) -> Int? {
        do throws(Violation) {
            if case .head = state {
                try StatusLine.check(bytes, from: start, atMost: scanner.room, offset: pending.count)
            }
            return try scanner.scan(bytes, from: start)
        } catch {
            throw error.failure(isInTrailers ? "in the trailers" : "in the head")
        }
    }

    private var isInTrailers: Bool {
        if case .trailers = state { true } else { false }
    }

    private mutating func parse(_ lines: Span<UInt8>) throws(Failure) -> Event {
        var reader = FieldReader()
        do throws(Violation) {
            guard !isInTrailers else { return try parseTrailers(lines, &reader) }
            return try parseHead(lines, &reader)
        } catch {
            throw error.failure("in line \(reader.lineNumber) of the \(isInTrailers ? "trailers" : "head")")
        }
    }

    private mutating func parseTrailers(_ lines: Span<UInt8>, _ reader: inout FieldReader) throws(Violation) -> Event {
        var trailers = HTTP.Headers()
        while let field = try reader.next(in: lines) { trailers.add(field, in: lines) }
        state = .complete
        return trailers.isEmpty ? completed() : .trailers(trailers)
    }

    private mutating func parseHead(_ lines: Span<UInt8>, _ reader: inout FieldReader) throws(Violation) -> Event {
        _ = try reader.nextLine(in: lines)
        let line = StatusLine(lines)
        guard line.status != 101 || upgrade != nil else { throw .upgrade }
        let isFinal = line.status >= 200
        var framing = MessageFraming()
        var headers = HTTP.Headers()
        headers.reserveCapacity(scanner.lineCountOfHead)
        while let field = try reader.next(in: lines) {
            if isFinal { try framing.note(field, in: lines) }
            headers.add(field, in: lines)
        }
        if framing.isContradictory { headers.remove(HTTP.Headers.Name.contentLength) }
        let head = ResponseHead(status: HTTP.StatusCode(rawValue: line.status), headers: headers, url: url)
        guard isFinal else { return line.status == 101 ? try upgraded(head) : .informational(head) }
        minorVersion = line.minorVersion
        let body = framing.body(status: line.status, method: method)
        persistence = framing.persistence(of: line, body: body)
        state =
            switch body {
            case .none: .complete
            case .length(let count): .body(remaining: count)
            case .chunked: .chunks
            case .untilEnd: .bodyUntilEnd
            }
        return .head(head)
    }

    /// Ends the response after which the connection speaks another protocol, which must be the requested one.
    private mutating func upgraded(_ head: ResponseHead) throws(Violation) -> Event {
        guard let upgrade, head.headers.members(of: "Upgrade").contains(where: { $0.lowercased() == upgrade }) else {
            throw .upgrade
        }
        state = .ended
        return .upgraded(head)
    }
}
