/// A writer of events to a sink, with the requested details.
final class LogWriter: Sendable {
    /// The maximum size of a body that is shown.
    static let maxBodyByteCount = 64 << 10

    /// The received part of a response's body.
    private struct Incoming: Sendable {
        var type: HTTP.ContentType?
        var data = Data()
        var byteCount = 0
    }

    private let sink: Log.Sink
    private let level: Log.Level
    private let details: Log.Details
    private let bodies = Locked<[UInt64: Incoming]>([:])

    init(to sink: Log.Sink, _ level: Log.Level, showing details: Log.Details) {
        self.sink = sink
        self.level = level
        self.details = details
    }

    /// Creates a writer with the settings of a configuration; `nil` if nothing is to be written.
    convenience init?(_ settings: Log.Settings) {
        guard settings.level > .none else { return nil }
        self.init(to: settings.sink, settings.level, showing: settings.details)
    }

    /// Writes an event and its details without interleaving other lines.
    func write(_ event: Network.Event) {
        var lines: [String] = []
        if event.level <= level { lines.append(event.description) }
        if !details.isEmpty { lines += detailLines(of: event) }
        if !lines.isEmpty { sink(lines) }
    }

    private func detailLines(of event: Network.Event) -> [String] {
        switch event.kind {
        case .exchange(.began(let request)): return lines(of: request, event)
        case .exchange(.responded(let head)) where details.contains(.bodies):
            bodies.withLock { $0[event.operation] = Incoming(type: head.contentType) }
        case .exchange(.received(let data)): receive(data, of: event.operation)
        case .exchange(.completed):
            let body = bodies.withLock { $0.removeValue(forKey: event.operation) }
            if let body { return lines(of: body.data, body.type, byteCount: body.byteCount, "<", event) }
        case .attemptFailed, .ended: bodies.withLock { $0[event.operation] = nil }
        default: break
        }
        return []
    }

    private func lines(of request: PreparedRequest, _ event: Network.Event) -> [String] {
        let command = details.contains(.curl) ? commandLines(for: request, event) : []
        guard details.contains(.bodies), let content = request.content, !content.isEmpty else { return command }
        guard case .data(let data) = content else {
            let size = content.byteCount.map { "\($0) bytes" } ?? "a stream"
            return command + lines(size + request.contentType.suffix, ">", event)
        }
        return command + lines(of: data, request.contentType, byteCount: data.count, ">", event)
    }

    private func commandLines(for request: PreparedRequest, _ event: Network.Event) -> [String] {
        guard let body = request.body, !body.isEmpty else { return lines(request.curlCommand(), "$", event) }
        guard body.count <= Self.maxBodyByteCount else {
            guard let command = try? request.body(Data()).curlCommand() else { return [] }
            return lines("# the body of \(body.count) bytes is left out", "$", event) + lines(command, "$", event)
        }
        // The command redacts bodies of known structure itself; other text is redacted here.
        let shown = Self.plainText(body, request.contentType).map { Data($0.utf8) } ?? body
        guard let command = try? request.body(shown).curlCommand() else { return [] }
        return lines(command, "$", event)
    }

    private func receive(_ data: Data, of operation: UInt64) {
        bodies.withLock { bodies in
            guard var body = bodies.removeValue(forKey: operation) else { return }
            body.byteCount += data.count
            if body.byteCount <= Self.maxBodyByteCount { body.data.append(data) } else { body.data = Data() }
            bodies[operation] = body
        }
    }

    private func lines(
        of data: Data,
        _ type: HTTP.ContentType?,
        byteCount: Int,
        _ mark: String,
        _ event: Network.Event
    ) -> [String] {
        guard byteCount > 0 else { return [] }
        let size = "\(byteCount) bytes" + type.suffix
        guard byteCount <= Self.maxBodyByteCount else { return lines(size + ", too many to show", mark, event) }
        return lines(shown(data, type) ?? size, mark, event)
    }

    /// Returns a body as a log may show it, with secrets redacted, or `nil` if it is not text. Only pretty-printed JSON
    /// spans several lines.
    private func shown(_ data: Data, _ type: HTTP.ContentType?) -> String? {
        guard let text = Redaction.standard.body(data, contentType: type?.rawValue, isWhole: true) else { return nil }
        if let value = try? JSONValue(parsing: Data(text.utf8)) {
            guard details.isPretty, let pretty = try? value.data(.pretty) else { return "\(value)" }
            return String(decoding: pretty, as: UTF8.self)
        }
        return Redaction.printable(Self.plainText(data, type) ?? text)
    }

    /// Returns text of unknown structure, without what follows the names of secrets; `nil` for any other body.
    private static func plainText(_ data: Data, _ type: HTTP.ContentType?) -> String? {
        if let type, type.isJSON || type.isForm || type.type == "multipart" { return nil }
        guard let text = String(validating: data, as: UTF8.self),
            let first = text.unicodeScalars.first(where: { $0.value > 0x20 && $0 != "\u{FEFF}" }), first != "{",
            first != "["
        else { return nil }
        return RedactedSnippet.withoutSecrets(Redaction.standard.wholeURL(text))
    }

    /// Returns the lines of a text with a mark before each, so that no text can pass for a line of the log.
    private func lines(_ text: String, _ mark: String, _ event: Network.Event) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { "#\(event.operation) \(mark) \(Self.printable($0))" }
    }

    /// Keeps the indentation.
    private static func printable(_ line: Substring) -> String {
        line.split(separator: "\t", omittingEmptySubsequences: false).map { Redaction.printable(String($0)) }
            .joined(separator: "\t")
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
