extension Body {
    /// Creates a multipart body, by default `multipart/form-data`.
    ///
    /// Names and file names are escaped as by browsers: `"` is sent as `%22`, CR as `%0D`, LF as `%0A`. Contents are
    /// sent unchanged. A body of values and data only is held in memory. Files and streams are read in pieces while
    /// they are sent; `Content-Length` is exact, too, unless a stream has no announced length.
    ///
    /// An invalid part fails the request when it is prepared, with a `RequestError` that names the part.
    ///
    /// The parameters of a request with a form body become fields that precede the form's own, as described for
    /// ``Request/parameters``.
    ///
    /// - Parameter multipart: The parts and the subtype.
    /// - Returns: The body.
    public static func multipart(_ multipart: Multipart) -> Body {
        var generator = SystemRandomNumberGenerator()
        var body = Body.multipart(multipart, using: &generator)
        if multipart.subtype == .formData { body.addingFields = { .multipart(multipart.adding($0)) } }
        return body
    }

    static func multipart(_ multipart: Multipart, using generator: inout some RandomNumberGenerator) -> Body {
        do throws(RequestError) {
            try multipart.validate()
            let boundary = try multipart.boundary(using: &generator)
            let layout = MultipartLayout(parts: multipart.parts, subtype: multipart.subtype, boundary: boundary)
            let contentType = multipart.contentType(boundary: boundary)
            guard multipart.parts.allSatisfy(\.isInMemory) else {
                return Body(contentType: contentType) { () throws(RequestError) in try layout.streamed() }
            }
            return Body(contentType: contentType, content: .success(try layout.joined()))
        } catch {
            return Body(contentType: nil, content: .failure(error))
        }
    }
}

extension Multipart {
    /// Returns a copy with `fields` before its own parts, without those that have the name of an own part.
    fileprivate func adding(_ fields: [Part]) -> Multipart {
        let names = Set(parts.map(\.name))
        return Multipart(fields.filter { !names.contains($0.name) } + parts, subtype: subtype, boundary: boundary)
    }

    fileprivate func validate() throws(RequestError) {
        guard HTTP.isToken(subtype.rawValue) else { throw encodingError("the subtype of multipart is not a token") }
        for part in parts { try part.validate() }
    }

    /// Returns the given boundary, or an unpredictable one. Neither occurs in a content.
    fileprivate func boundary(using generator: inout some RandomNumberGenerator) throws(RequestError) -> String {
        var inMemory: [Data] = []
        for part in parts where part.isInMemory { inMemory.append(try part.data()) }
        guard let given = boundary else {
            while true {
                let candidate = Boundary.random(using: &generator)
                if !inMemory.contains(where: { Boundary.occurs(candidate, in: $0) }) { return candidate }
            }
        }
        guard Boundary.isValid(given) else { throw encodingError("the boundary is not 1 to 70 characters of RFC 2046") }
        guard !inMemory.contains(where: { Boundary.occurs(given, in: $0) }) else {
            throw encodingError("a part contains the boundary")
        }
        return given
    }

    fileprivate func contentType(boundary: String) -> HTTP.ContentType {
        var text = "multipart/\(subtype.rawValue); boundary="
        text += HTTP.isToken(boundary) ? boundary : "\"\(boundary)\""
        if subtype == .related, let root = parts.first?.body.contentType, HTTP.isToken(root.type),
            HTTP.isToken(root.subtype)
        {
            text += "; type=\"\(root.type)/\(root.subtype)\""
        }
        return HTTP.ContentType(rawValue: text)
    }

    private func encodingError(_ reason: String) -> RequestError { .unencodableBody(path: "", reason: reason) }
}

extension Multipart.Part {
    /// Returns the bytes of a part that is in memory.
    ///
    /// - Throws: The error of the encoding, with the name of the part.
    func data() throws(RequestError) -> Data {
        do throws(RequestError) {
            return try body.data()
        } catch {
            guard case .unencodableBody(let path, let reason, let cause) = error else { throw error }
            throw .unencodableBody(
                path: path.isEmpty ? shownName : "\(shownName).\(path)",
                reason: reason,
                cause: cause
            )
        }
    }

    fileprivate func validate() throws(RequestError) {
        for name in [HTTP.Headers.Name.contentType, HTTP.Headers.Name.contentDisposition] where headers.contains(name) {
            throw .unencodableBody(path: shownName, reason: "the header \(name) is derived from the part")
        }
        var all = headers
        if let contentType = body.contentType { all.add(HTTP.Headers.Name.contentType, contentType.rawValue) }
        do throws(RequestError) {
            try all.validate()
        } catch {
            throw .unencodableBody(path: shownName, reason: "\(error)", cause: RequestError.Cause(error))
        }
    }

    private var shownName: String { Redaction.printable(name) }
}
