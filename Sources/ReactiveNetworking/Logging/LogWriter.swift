import Foundation

/// Writes the lines of events to a sink, with the details that are asked for.
final class LogWriter: Sendable {
    /// How much of a body is shown.
    static let maxBodyByteCount = 64 << 10

    /// The part of a response's body that has come.
    private struct Incoming: Sendable {
        var type: HTTP.ContentType?
        var data = Data()
        var byteCount = 0
    }

    private let sink: LogSink
    private let level: LogLevel
    private let details: LogDetails
    private let bodies = Locked<[UInt64: Incoming]>([:])

    init(to sink: LogSink, _ level: LogLevel, showing details: LogDetails) {
        self.sink = sink
        self.level = level
        self.details = details
    }

    /// A writer as a configuration wants it; `nil` if nothing is to be written.
    convenience init?(_ settings: LogSettings) {
        guard settings.level > .none else { return nil }
        self.init(to: settings.sink, settings.level, showing: settings.details)
    }

    func write(_ event: LogEvent) {
        if event.level <= level { sink(event.description) }
        guard !details.isEmpty else { return }
        switch event.kind {
        case .exchange(.began(let request)): writeDetails(of: request, event)
        case .exchange(.responded(let head)) where details.contains(.bodies):
            bodies.withLock { $0[event.operation] = Incoming(type: head.contentType) }
        case .exchange(.received(let data)): receive(data, of: event.operation)
        case .exchange(.completed):
            let body = bodies.withLock { $0.removeValue(forKey: event.operation) }
            if let body { write(body.data, body.type, byteCount: body.byteCount, "<", event) }
        case .attemptFailed, .ended: bodies.withLock { $0[event.operation] = nil }
        default: break
        }
    }

    private func writeDetails(of request: PreparedRequest, _ event: LogEvent) {
        if details.contains(.curl) { writeCommand(for: request, event) }
        guard details.contains(.bodies), let content = request.content, !content.isEmpty else { return }
        guard case .data(let data) = content else {
            let size = content.byteCount.map { "\($0) bytes" } ?? "a stream"
            return write(size + request.contentType.suffix, ">", event)
        }
        write(data, request.contentType, byteCount: data.count, ">", event)
    }

    private func writeCommand(for request: PreparedRequest, _ event: LogEvent) {
        guard let body = request.body, !body.isEmpty else { return write(request.curlCommand(), "$", event) }
        var shown = ShownBody(body, request.contentType).map { Data($0.text(isPretty: false).utf8) } ?? body
        if body.count > Self.maxBodyByteCount {
            write("# the body of \(body.count) bytes is left out", "$", event)
            shown = Data()
        }
        if let command = try? request.body(shown).curlCommand() { write(command, "$", event) }
    }

    private func receive(_ data: Data, of operation: UInt64) {
        bodies.withLock { bodies in
            guard var body = bodies.removeValue(forKey: operation) else { return }
            body.byteCount += data.count
            if body.byteCount <= Self.maxBodyByteCount { body.data.append(data) } else { body.data = Data() }
            bodies[operation] = body
        }
    }

    private func write(_ data: Data, _ type: HTTP.ContentType?, byteCount: Int, _ mark: String, _ event: LogEvent) {
        guard byteCount > 0 else { return }
        let size = "\(byteCount) bytes" + type.suffix
        guard byteCount <= Self.maxBodyByteCount else { return write(size + ", too many to be shown", mark, event) }
        // A text has its own lines in the log only where they are those of laid out JSON.
        switch ShownBody(data, type) {
        case .json(let value)?: write(ShownBody.json(value).text(isPretty: details.isPretty), mark, event)
        case .text(let text)?: write(Redaction.printable(text), mark, event)
        case nil: write(size, mark, event)
        }
    }

    /// Marks each line, so that no text can pass for a line of the log.
    private func write(_ text: String, _ mark: String, _ event: LogEvent) {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            sink("#\(event.operation) \(mark) \(Self.printable(line))")
        }
    }

    /// Indentation stays what it is.
    private static func printable(_ line: Substring) -> String {
        line.split(separator: "\t", omittingEmptySubsequences: false).map { Redaction.printable(String($0)) }
            .joined(separator: "\t")
    }
}

/// A body as a log may show it, secrets hidden: JSON by the names of its members, a form by those of its fields, other text by what
/// stands before a colon or an equals sign.
private enum ShownBody {
    case json(JSONValue)
    case text(String)

    /// `nil` for what is no text.
    init?(_ data: Data, _ type: HTTP.ContentType?) {
        guard let text = String(validating: data, as: UTF8.self) else { return nil }
        if type?.isForm ?? false {
            self = .text(Redaction.standard.form(text))
        } else if let value = try? JSONValue(parsing: data) {
            self = .json(Self.shown(value))
        } else {
            self = .text(Excerpt.withoutSecrets(text))
        }
    }

    func text(isPretty: Bool) -> String {
        switch self {
        case .json(let value):
            (isPretty ? try? value.data(.pretty) : nil).map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
        case .text(let text): text
        }
    }

    private static func shown(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(
                members.reduce(into: [:]) { shown, member in
                    let isSecret = Redaction.isSecret(memberName: member.key)
                    shown[member.key] = isSecret ? .string(Redaction.placeholder) : self.shown(member.value)
                }
            )
        case .array(let elements): .array(elements.map(shown))
        case .string(let text) where text.contains("://"): .string(Redaction.standard.wholeURL(text))
        default: value
        }
    }
}

extension HTTP.ContentType? {
    fileprivate var suffix: String { map { " of \($0)" } ?? "" }
}

extension ResponseHead {
    fileprivate var contentType: HTTP.ContentType? {
        headers[HTTP.Headers.Name.contentType].map(HTTP.ContentType.init(rawValue:))
    }
}

extension PreparedRequest {
    fileprivate var contentType: HTTP.ContentType? {
        headers[HTTP.Headers.Name.contentType].map(HTTP.ContentType.init(rawValue:))
    }
}
