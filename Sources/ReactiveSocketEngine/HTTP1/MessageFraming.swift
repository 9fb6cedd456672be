import ReactiveHTTPModel

/// The facts in a head that determine where its body ends, and whether the connection can be used again.
struct MessageFraming {
    /// The end of a body.
    enum Body: Equatable {
        /// There is no body.
        case none
        case length(Int64)
        case chunked
        /// The body ends with the connection.
        case untilEnd
    }

    private var length: Int64?
    private var isChunked = false
    private var options = ConnectionOptions()

    /// A Boolean value that indicates whether the head has a length and a coding. The coding is valid, but a recipient
    /// that disagrees finds another response in the remaining bytes (RFC 9112 §6.3, §11.2).
    var isContradictory: Bool { isChunked && length != nil }

    /// Takes a field of a final response (EN20).
    mutating func note(_ field: FieldReader.Field, in head: Span<UInt8>) throws(Violation) {
        switch field.meaning {
        case .length: try note(lengths: head.extracting(field.value))
        case .coding: try note(coding: head.extracting(field.value))
        case .connection: options.note(connection: head.extracting(field.value))
        case .keepAlive:
            options.note(keepAlive: head.extracting(field.value))
            options.note(keepAlive: head.extracting(field.continuation))
        case .other: break
        }
    }

    /// A list of equal lengths counts as one length (RFC 9110 §8.6).
    private mutating func note(lengths: Span<UInt8>) throws(Violation) {
        var list = ListReader()
        while let member = list.next(in: lengths) {
            guard let number = Int64(digits: lengths.extracting(member)), length ?? number == number else {
                throw .length
            }
            length = number
        }
    }

    private mutating func note(coding: Span<UInt8>) throws(Violation) {
        guard !isChunked, coding.isSame(as: "chunked") else { throw .coding }
        isChunked = true
    }

    /// Returns where the body ends (RFC 9112 §6.3).
    func body(status: Int, method: HTTP.Method) -> Body {
        if method == .head || status == 204 || status == 304 { return .none }
        if isChunked { return .chunked }
        return length.map(Body.length) ?? .untilEnd
    }

    /// Returns whether the connection can be used after the response (EN11, EN20).
    func persistence(of line: StatusLine, body: Body) -> Persistence {
        let mayHoldAnotherResponse =
            isContradictory || isChunked && line.minorVersion == 0
            || line.status == 204 && (isChunked || length ?? 0 > 0)
        guard body != .untilEnd, !mayHoldAnotherResponse else { return .close }
        return options.persistence(minorVersion: line.minorVersion)
    }
}
