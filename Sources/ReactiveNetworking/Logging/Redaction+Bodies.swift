import Foundation

extension Redaction {
    /// A body as it may be shown; `nil` if it is no text.
    ///
    /// The values of secret names are hidden in JSON at every level, in forms and in the parts of multipart bodies. What says that it
    /// is JSON, or begins like it, is hidden from where it is none. Other bodies are not looked into.
    ///
    /// - Parameters:
    ///   - data: the body, or its beginning.
    ///   - contentType: the `Content-Type` of the message.
    ///   - isWhole: whether `data` is the whole body.
    func body(_ data: Data, contentType: String?, isWhole: Bool) -> String? {
        let type = HTTP.ContentType(rawValue: contentType ?? "")
        if type.isJSON { return data.isEmpty ? "" : JSONRedactor.text(of: data, redactedBy: self) }
        if type.type == "multipart" { return multipart(data, contentType: type) }
        guard let text = data.text(isWhole: isWhole) else { return nil }
        if type.isForm { return form(text) }
        let first = text.unicodeScalars.first { $0.value > 0x20 && $0 != "\u{FEFF}" }
        guard first == "{" || first == "[" else { return text }
        return JSONRedactor.text(of: data, redactedBy: self)
    }

    /// The content of a part as it may be shown; `nil` if it is no text.
    func content(of part: MultipartText.Part) -> String? {
        let name = part.name ?? ""
        guard !memberNames.contains(name), !isSecret(parameterName: Array(name.utf8)[...]) else {
            return Self.placeholder
        }
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

    /// The names of secret members: those of parameters and fields in any spelling (`accessToken`), and what says so itself
    /// (`userPassword`).
    var memberNames: SecretNames {
        guard self != .standard else { return SecretNames(comparable: Self.secretNames) }
        return SecretNames(comparable: Set(queryNames.union(headerNames).map(\.comparableName)))
    }
}

/// The names of secret members, made ready for many look-ups.
struct SecretNames {
    let comparable: Set<String>

    /// Whether a member of this name is a secret.
    func contains(_ memberName: String) -> Bool {
        let name = memberName.comparableName
        return comparable.contains(name) || Redaction.tellsOfSecret(name)
    }
}

extension HTTP.ContentType {
    /// Whether it is a form without parts.
    var isForm: Bool { type == "application" && subtype == "x-www-form-urlencoded" }
}

extension Data {
    /// The text, if it is one in UTF-8. One that was cut may have been cut in the middle of a character.
    func text(isWhole: Bool) -> String? {
        let cuts = isWhole ? 0...0 : 0...Swift.max(0, Swift.min(3, count - 1))
        return cuts.lazy.compactMap { String(validating: dropLast($0), as: UTF8.self) }.first
    }
}
