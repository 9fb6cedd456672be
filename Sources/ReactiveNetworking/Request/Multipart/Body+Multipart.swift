import Foundation

extension Body {
    /// Several contents in one body, as `multipart/form-data` unless it says otherwise.
    ///
    /// Names and file names are escaped as browsers do it: `"` is sent as `%22`, CR as `%0D`, LF as `%0A`. Contents go out as
    /// they are. With nothing but values and data the body is in memory, as they are; files and streams are read while they
    /// are sent, in pieces, and `Content-Length` is exact all the same unless a stream does not say how long it is.
    ///
    /// What is wrong with a part surfaces when the request is prepared, as a ``RequestError`` that names the part.
    ///
    /// The parameters of a request with a form are fields of it as well, before its own; see ``Request/parameters``.
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
    /// With `fields` before its own parts, but for those that it has of the same name.
    fileprivate func adding(_ fields: [Part]) -> Multipart {
        let names = Set(parts.map(\.name))
        return Multipart(fields.filter { !names.contains($0.name) } + parts, subtype: subtype, boundary: boundary)
    }

    fileprivate func validate() throws(RequestError) {
        guard HTTP.isToken(subtype.rawValue) else { throw encodingError("the subtype of multipart is not a token") }
        for part in parts { try part.validate() }
    }

    /// The boundary given, or one that nobody can guess; in neither case one that stands in a content.
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
            throw encodingError("a part has the boundary in it")
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
    /// The bytes of a part that is in memory.
    ///
    /// - Throws: what encoding it ended with, the part named.
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
            throw .unencodableBody(path: shownName, reason: "the header \(name) is made of what the part is")
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
