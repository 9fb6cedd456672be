extension Redaction {
    /// Returns a body as text, with the values of secret names hidden.
    ///
    /// Values are hidden in JSON at every level, in forms, and in the parts of multipart bodies. If a body is labeled
    /// as JSON, or begins like JSON, and has a syntax error, everything from the error on is hidden. Other bodies are
    /// not redacted.
    ///
    /// - Parameters:
    ///   - data: The body, or its beginning.
    ///   - contentType: The `Content-Type` of the message, if it has one.
    ///   - isWhole: A Boolean value that indicates whether `data` is the whole body.
    /// - Returns: The text, or `nil` if the body is not text.
    public func body(_ data: Data, contentType: String?, isWhole: Bool) -> String? {
        let type = HTTP.ContentType(rawValue: contentType ?? "")
        if type.isJSON { return data.isEmpty ? "" : JSONRedactor.text(of: data, redactedBy: self) }
        if type.type == "multipart" { return multipart(data, contentType: type) }
        guard let text = data.text(isWhole: isWhole) else { return nil }
        if type.isForm { return form(text) }
        let first = text.unicodeScalars.first { $0.value > 0x20 && $0 != "\u{FEFF}" }
        guard first == "{" || first == "[" else { return text }
        return JSONRedactor.text(of: data, redactedBy: self)
    }

    /// Returns the content of a part with secrets hidden, or `nil` if it is not text.
    func content(of part: MultipartText.Part) -> String? {
        let name = part.name ?? ""
        guard !isSecret(parameterName: name) else { return Self.placeholder }
        return body(part.content, contentType: part.contentType, isWhole: true)
    }

    private func multipart(_ data: Data, contentType: HTTP.ContentType) -> String {
        guard let whole = MultipartText(data, contentType: contentType), whole.isWhole || !whole.parts.isEmpty else {
            return data.isEmpty ? "" : Self.placeholder
        }
        var text = ""
        for part in whole.parts {
            text += "--\(whole.boundary)\r\n"
            for (name, value) in part.headers.redacted(by: self) { text += "\(name): \(value)\r\n" }
            text += "\r\n" + (content(of: part) ?? "<\(part.content.count) bytes>") + "\r\n"
        }
        return whole.isWhole ? text + "--\(whole.boundary)--\r\n" : text
    }

    /// The names of secret members: those of parameters and header fields in any spelling (`accessToken`), and names
    /// with a word for a secret.
    package var memberNames: SecretNames {
        let process = Self.process.value
        return self == process.redaction ? process.memberNames : SecretNames(self)
    }
}

/// The names of secret members, prepared for many lookups.
package struct SecretNames: Sendable {
    /// The names in their comparable forms, except that of an authorization code.
    private(set) var comparable: Set<String>
    private let open: Set<String>

    init(_ redaction: Redaction) {
        let names = redaction.queryNames.union(redaction.headerNames).subtracting([Redaction.authorizationCode])
        comparable = Set(names.map(\.comparableName))
        open = Set(redaction.openNames.map(\.comparableName))
    }

    mutating func insert(_ name: String) { comparable.insert(name) }

    /// Returns whether a member of this name is a secret.
    package func contains(_ memberName: String) -> Bool {
        let name = memberName.comparableName
        guard comparable.contains(name) || SecretWords.tell(memberName) else { return false }
        return !open.contains(name)
    }
}

extension String {
    /// The lowercase letters and digits of the text, so that `user_id` and `userId` are equal.
    package var comparableName: String { filter { $0.isLetter || $0.isNumber }.lowercased() }
}

extension HTTP.ContentType {
    /// A Boolean value that indicates whether this is a URL-encoded form.
    package var isForm: Bool { type == "application" && subtype == "x-www-form-urlencoded" }
}

extension Data {
    /// Decodes the text as UTF-8, or returns `nil`. A cut body may end in the middle of a character, which is dropped.
    package func text(isWhole: Bool) -> String? {
        let cuts = isWhole ? 0...0 : 0...Swift.max(0, Swift.min(3, count - 1))
        return cuts.lazy.compactMap { String(validating: dropLast($0), as: UTF8.self) }.first
    }
}
