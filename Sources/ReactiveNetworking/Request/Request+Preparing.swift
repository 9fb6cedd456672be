extension Request {
    /// Checks the request, and returns it ready for one attempt, with a fresh header from ``authorization``.
    ///
    /// The function is cheap and does no I/O of its own. The layers are the request's own ``environment`` and
    /// ``configuration``; those of a network count only if the network sends the request. A source of authorization
    /// that answers asynchronously or to a challenge is asked later, while the request is sent.
    ///
    /// Of fields that allow only one value the last wins, and a header set by the user wins over the generated one.
    /// `Host` and `Content-Length` set by hand must agree with the URL and the body. `Transfer-Encoding`, `Upgrade`,
    /// `Keep-Alive` and `Proxy-Connection` are refused, and so is a `Connection` other than `close` or `keep-alive`.
    /// GET, HEAD, TRACE and CONNECT cannot carry a body.
    ///
    /// - Returns: The request as a transport receives it.
    /// - Throws: A `RequestError` for the first error.
    public func prepared() throws(RequestError) -> PreparedRequest {
        // A network resolves a request with all layers first. A request that is prepared by hand has only its own.
        let request = box == nil ? self : resolved(in: nil)
        return try request.authorized(request.preparedWithoutAuthorization())
    }

    /// Checks the request, which is resolved, and returns it ready except for its authorization.
    package func preparedWithoutAuthorization() throws(RequestError) -> PreparedRequest {
        if let remembered { return remembered }
        let prepared = try PreparedRequest(withoutAuthorization: self)
        if isPreparedAlike { remember(prepared) }
        return prepared
    }

    /// A Boolean value that indicates whether every preparation has the same result: it runs no code of the user and
    /// reads no file.
    private var isPreparedAlike: Bool { body?.isEncoded ?? true && box?.settings.configuration.encoder == nil }

    /// Returns `request` with an `Authorization` from a source that answers at once.
    package func authorized(_ request: PreparedRequest) throws(RequestError) -> PreparedRequest {
        guard let authorization, authorization.scheme == nil,
            !request.headers.contains(HTTP.Headers.Name.authorization)
        else { return request }
        guard let value = try authorization.sentValue(for: request) else { return request }
        return try request.header(HTTP.Headers.Name.authorization, value)
    }

    func wireContent(
        of body: Body?,
        with configuration: Network.Configuration?
    ) throws(RequestError) -> BodyContent? {
        guard let body else { return method.expectsBody ? .data(Data()) : nil }
        var encoders = configuration?.encoders ?? Body.Encoders()
        encoders.style = configuration?.parameterStyle ?? Parameters.Style()
        encoders.json = configuration?.encoder
        let content = try body.content(with: encoders)
        guard method.forbidsBody else { return content }
        guard content.isEmpty else { throw .bodyNotAllowed(method) }
        return nil
    }
}

extension PreparedRequest {
    fileprivate init(withoutAuthorization request: Request) throws(RequestError) {
        guard request.method.isToken else { throw .invalidMethod(HTTP.tokenPrefix(of: request.method.rawValue)) }
        let (url, body) = try request.encodedParts()
        let address = try HTTPURL.checked(url)
        let settings = request.settings
        let configuration = settings?.configuration
        if let algorithm = configuration?.validation?.checksums?.invalidAlgorithm { throw .invalidChecksum(algorithm) }
        let content = try request.wireContent(of: body, with: configuration)
        var headers = request.headers
        if !headers.contains(HTTP.Headers.Name.contentType) {
            let own = content == nil ? nil : body?.contentType?.rawValue
            if let type = own ?? settings?.inherited?.headers[HTTP.Headers.Name.contentType] {
                headers.add(HTTP.Headers.Name.contentType, type)
            }
        }
        if let cacheControl = configuration?.cachePolicy?.cacheControl,
            !headers.contains(HTTP.Headers.Name.cacheControl)
        {
            headers.add(HTTP.Headers.Name.cacheControl, cacheControl)
        }
        try self.init(
            request.method,
            address,
            headers: headers,
            content: content,
            isRepeatable: request.isRepeatable,
            maxBodySize: request.maxBodySize,
            cachePolicy: configuration?.cachePolicy,
            cacheLifetime: configuration?.cacheLifetime,
            attachments: configuration?.attachments ?? Attachments(),
            hasLeftOrigin: settings?.page?.hasLeftOrigin ?? false
        )
    }
}
