extension Request {
    /// The request with all that its layers say: the environment's URL, headers, parameters, everything that a transport or
    /// an operation asks for later. Worked out once for each start (F-05, F-28).
    ///
    /// - Parameters:
    ///   - environment: where a relative URL leads if the request says nothing of it.
    ///   - configuration: the network's layer.
    func resolved(
        in environment: @autoclosure () -> Network.Environment?,
        _ configuration: Network.Configuration? = nil
    ) -> Request {
        var details = details ?? Details()
        guard !details.isResolved else { return self }
        var result = self
        var layers = Network.Configuration()
        if !url.hasScheme, let environment = details.environment ?? environment() {
            result.url = environment.url(of: url)
            layers = environment.configuration
        }
        if let configuration { layers = layers.overridden(by: configuration) }
        layers = layers.overridden(by: details.configuration)
        details.configuration = layers
        details.parameters = layers.parameters.merging(details.parameters)
        details.validation = layers.validation.merging(details.validation)
        details.isResolved = true
        result.details = details
        result.authorization = authorization ?? layers.authorization
        result.headers = result.inheriting(layers.headers)
        result.acceptedResponseCodes = ownAcceptedCodes ?? layers.acceptedCodes ?? .success
        result.maxBodySize = ownMaxBodySize ?? layers.maxBodySize ?? Self.defaultMaxBodySize
        return result
    }

    /// A source of authorization wins over a header of a lower layer, and what a body is over what bodies are as a rule.
    private func inheriting(_ inherited: HTTP.Headers) -> HTTP.Headers {
        guard !inherited.isEmpty else { return headers }
        var inherited = inherited
        if authorization != nil { inherited.remove(HTTP.Headers.Name.authorization) }
        if inherited.contains(HTTP.Headers.Name.contentType), hasTypedBody {
            inherited.remove(HTTP.Headers.Name.contentType)
        }
        return inherited.merging(headers)
    }

    private var hasTypedBody: Bool {
        if let body { return body.contentType != nil }
        guard let details, !details.parameters.isEmpty else { return false }
        return (try? placement(details)) != .query
    }
}

extension Request {
    /// Takes `configuration` into the request's own layer, and takes back what it says otherwise.
    mutating func override(by configuration: Network.Configuration) {
        self.configuration = self.configuration.overridden(by: configuration)
        for (name, _) in configuration.headers { headers.remove(name) }
        // Parameters that have failed have no names, and fail the request whatever it has of its own.
        for name in ((try? configuration.parameters.values) ?? [:]).keys { parameters[name] = nil }
        let name = HTTP.Headers.Name.authorization
        if configuration.authorization != nil || configuration.headers.contains(name) {
            authorization = nil
            headers.remove(name)
        }
        if configuration.acceptedCodes != nil { ownAcceptedCodes = nil }
        if configuration.maxBodySize != nil { ownMaxBodySize = nil }
        if configuration.parameterEncoding != nil { parameterEncoding = nil }
        if let validation = configuration.validation { self.validation = self.validation.merging(validation) }
    }
}

extension Request {
    /// The parameters for the query, and the body. Asked of a resolved request.
    func encodedParts() throws(RequestError) -> (url: String, body: Body?) {
        guard let details, !(details.parameters.isEmpty && details.queryParameters.isEmpty) else { return (url, body) }
        let style = details.configuration.parameterStyle
        if let addingFields = body?.addingFields, details.parametersBecomeFields {
            let query = try details.queryParameters.query(style)
            return (url.appending(query: query), addingFields(try details.parameters.fields(style)))
        }
        let encoding = try placement(details)
        guard encoding != .query, !details.parameters.isEmpty else {
            let parameters = details.parameters.merging(details.queryParameters)
            return (url.appending(query: try parameters.query(style)), body)
        }
        return (
            url.appending(query: try details.queryParameters.query(style)),
            try encoding.body(of: details.parameters, style)
        )
    }

    private func placement(_ details: Details) throws(RequestError) -> ParameterEncoding {
        if let own = details.parameterEncoding {
            guard own == .query || body == nil || details.parameters.isEmpty else {
                throw .unencodableParameter(path: "", reason: "they are meant for a body, and there is one already")
            }
            return own
        }
        guard method.expectsBody, body == nil else { return .query }
        return details.configuration.parameterEncoding ?? .json
    }
}

extension Request.Details {
    /// Whether a form with parts takes the parameters in: unless somebody wants them elsewhere (F-06).
    fileprivate var parametersBecomeFields: Bool {
        !parameters.isEmpty && parameterEncoding == nil && configuration.parameterEncoding != .query
    }
}

extension Parameters {
    /// The parameters as fields, named and written as in a query, so that a server reads the same in both.
    fileprivate func fields(_ style: ParameterStyle) throws(RequestError) -> [Multipart.Part] {
        try query(style).split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = sides.map { $0.removingPercentEncoding ?? String($0) }
            return .value(texts[0], texts[1])
        }
    }
}

extension String {
    /// The URL with `query` after what there is of a query, and without a fragment.
    fileprivate func appending(query: String) -> String {
        guard !query.isEmpty else { return self }
        let text = prefix { $0 != "#" }
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else { return text + "?" + query }
        let isOpen = text.utf8.index(after: mark) == text.endIndex || text.hasSuffix("&")
        return text + (isOpen ? "" : "&") + query
    }
}
