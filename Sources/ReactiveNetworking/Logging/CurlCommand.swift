extension PreparedRequest {
    /// Returns the request as a `curl` command for a POSIX shell, with its method, URL, header fields, and body.
    ///
    /// ```
    /// curl https://myweb.com/api/todos \
    ///     -X POST \
    ///     -H 'x-auth: abcdef1234' \
    ///     -d 'title=Go%20shopping.'
    /// ```
    ///
    /// Secrets are redacted in header fields, parameters, forms, parts of multipart bodies, and members of JSON; bodies
    /// of other types are not searched. Without redaction the command is complete and can be run. Binary bodies are
    /// piped through `base64 -d`, and text that is too long for an argument is piped to `curl`. A file is given by its
    /// path. For a stream that cannot be read again, the command has a comment instead of the body.
    ///
    /// - Parameter redaction: The rules for redacting secrets, or `nil` to show them.
    /// - Returns: The text of the command.
    public func curlCommand(redactedBy redaction: Redaction? = .standard) -> String {
        var command = CurlCommand(redaction)
        command.add(url)
        command.add(method, hasBody: !(content?.isEmpty ?? true))
        command.add(headers, hasBody: content != nil)
        if let content { command.add(content, contentType: headers[HTTP.Headers.Name.contentType]) }
        return command.text
    }
}

extension Request {
    /// Returns the request as a `curl` command, as `curlCommand(redactedBy:)` does.
    ///
    /// - Parameter redaction: The rules for redacting secrets, or `nil` to show them.
    /// - Returns: The text of the command.
    /// - Throws: `RequestError` if the request cannot be sent.
    public func curlCommand(redactedBy redaction: Redaction? = .standard) throws(RequestError) -> String {
        try prepared().curlCommand(redactedBy: redaction)
    }
}

private struct CurlCommand {
    private let redaction: Redaction?
    private var source = ""
    private var head = "curl"
    private var arguments: [String] = []

    init(_ redaction: Redaction?) {
        self.redaction = redaction
    }

    var text: String { source + ([head] + arguments).joined(separator: " \\\n\t") }

    mutating func add(_ url: URL) {
        let whole = url.absoluteString
        head += " " + (redaction?.wholeURL(whole) ?? whole).shellQuoted
        // Without these options, `curl` would expand patterns and normalize dot segments.
        if whole.utf8.contains(where: { "[]{}".utf8.contains($0) }) { head += " -g" }
        if whole.contains("/.") { head += " --path-as-is" }
    }

    mutating func add(_ method: HTTP.Method, hasBody: Bool) {
        switch method {
        case .get where !hasBody: break
        case .head where !hasBody: head += " --head"
        default: arguments.append("-X \(method.rawValue.shellQuoted)")
        }
    }

    mutating func add(_ headers: HTTP.Headers, hasBody: Bool) {
        let type = headers[HTTP.Headers.Name.contentType]
        for (name, value) in redaction.map({ headers.redacted(by: $0.showingTheExample) }) ?? Array(headers) {
            // The type that `curl` sends by default.
            if hasBody, HTTP.isSameIgnoringCase(name, HTTP.Headers.Name.contentType), value == Self.formType {
                continue
            }
            arguments.append("-H " + (value.isEmpty ? "\(name);" : "\(name): \(value)").shellQuoted)
        }
        if hasBody, type == nil { arguments.append("-H 'Content-Type:'") }
    }

    private static let formType = HTTP.ContentType.formURLEncoded.rawValue

    /// An argument length that every system accepts.
    private static let maxArgumentByteCount = 100_000

    mutating func add(_ content: BodyContent, contentType: String?) {
        switch content {
        case .data(let data) where data.isEmpty: arguments.append("-d ''")
        case .data(let data):
            let shown = redaction?.body(data, contentType: contentType, isWhole: true)
            add(shown.map { Data($0.utf8) } ?? data)
        case .stream(let stream):
            guard let file = stream.file else {
                source = "# the body is a stream, which is not shown\n"
                return
            }
            arguments.append("--data-binary " + ("@" + file.path).shellQuoted)
        }
    }

    private mutating func add(_ data: Data) {
        guard let text = String(validating: data, as: UTF8.self), !data.contains(0) else {
            source = "printf %s '\(data.base64EncodedString())' | base64 -d | "
            arguments.append("--data-binary @-")
            return
        }
        guard text.utf8.count <= Self.maxArgumentByteCount else {
            source = "printf %s \(text.inSingleQuotes) | "
            arguments.append("--data-binary @-")
            return
        }
        // A leading "@" would be read as the name of a file.
        arguments.append((text.hasPrefix("@") ? "--data-raw " : "-d ") + text.inSingleQuotes)
    }
}

extension String {
    /// The text as one word for a POSIX shell, quoted if necessary.
    fileprivate var shellQuoted: String {
        !isEmpty && utf8.allSatisfy(Self.isSafeInShell) ? self : inSingleQuotes
    }

    fileprivate var inSingleQuotes: String {
        "'" + replacing("'", with: #"'\''"#) + "'"
    }

    private static func isSafeInShell(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-_./:@%+,=".utf8.contains(byte)
        }
    }
}

extension Redaction {
    /// These rules with the field of the documented example shown, which other places hide (C-59).
    fileprivate var showingTheExample: Redaction {
        var redaction = self
        redaction.openNames.insert("x-auth")
        return redaction
    }
}
