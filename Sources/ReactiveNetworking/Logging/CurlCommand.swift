import Foundation

extension PreparedRequest {
    /// The request as a command for a POSIX shell, by which `curl` sends the same: method, URL, header fields and body.
    ///
    /// ```
    /// curl https://myweb.com/api/todos \
    ///     -X POST \
    ///     -H 'x-auth: abcdef1234' \
    ///     -d 'title=Go%20shopping.'
    /// ```
    ///
    /// Secret header fields and parameters are hidden by `redaction`, and so are those of a form, of the parts of a multipart body and
    /// the secret members of JSON; other bodies are not looked into. With `nil` the command says everything, and can be run. Bytes that are no text go through `base64 -d`, and a text
    /// that is too long for an argument through a pipe. A file is named, not shown; of a stream that nothing can repeat there
    /// is a comment instead of a body.
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
    /// The request as a `curl` command; see ``PreparedRequest/curlCommand(redactedBy:)``.
    ///
    /// - Throws: ``RequestError`` if it cannot be sent.
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
        // Else curl would read these as patterns, and tidy dot segments away.
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
        for (name, value) in redaction.map(headers.redacted) ?? Array(headers) {
            // What curl says by itself.
            if hasBody, HTTP.isSameIgnoringCase(name, HTTP.Headers.Name.contentType), value == Self.formType {
                continue
            }
            arguments.append("-H " + (value.isEmpty ? "\(name);" : "\(name): \(value)").shellQuoted)
        }
        if hasBody, type == nil { arguments.append("-H 'Content-Type:'") }
    }

    private static let formType = HTTP.ContentType.formURLEncoded.rawValue

    /// What every system takes as one argument.
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
        // "@" at the beginning would name a file.
        arguments.append((text.hasPrefix("@") ? "--data-raw " : "-d ") + text.inSingleQuotes)
    }
}

extension String {
    /// As one word of a POSIX shell, quoted where it has to be.
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
