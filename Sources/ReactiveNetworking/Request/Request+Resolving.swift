extension Request {
    /// Returns the request with everything that the layers below give it: the address of its environment, and one
    /// configuration. Each start of an operation resolves its request once (F-05, F-28).
    ///
    /// A request whose configuration is complete keeps it.
    ///
    /// - Parameters:
    ///   - environment: The environment that completes a relative URL if the request names none.
    ///   - configuration: The network's layer.
    func resolved(
        in environment: @autoclosure () -> Network.Environment?,
        _ configuration: Network.Configuration? = nil
    ) -> Request {
        let settings = settings ?? Settings()
        // Not even the address changes: the settings of one environment must not reach the server of another.
        guard !settings.configuration.isComplete else { return self }
        var result = self
        var layers: [Network.Configuration] = []
        if !url.hasScheme, let environment = settings.environment ?? environment() {
            result.url = environment.url(of: url)
            layers.append(environment.configuration)
        }
        if let configuration { layers.append(configuration) }
        var merged = layers.reduce(Network.Configuration()) { $0.overridden(by: $1) }
        merged = inheriting(merged, in: settings)
        merged.isComplete = true
        result.configuration = merged
        return result
    }

    /// Returns the configuration in `settings` above `lower`, without what does not concern this request: an encoding
    /// of parameters for methods without content, and a `Content-Type` where the body has its own.
    func inheriting(_ lower: Network.Configuration, in settings: Settings) -> Network.Configuration {
        var result = lower.overridden(by: settings.configuration)
        if settings.configuration.parameterEncoding == nil, lower.parameterEncoding != .query,
            !(method.expectsBody && body == nil)
        {
            result.parameterEncoding = nil
        }
        let contentType = HTTP.Headers.Name.contentType
        if lower.headers.contains(contentType), !settings.configuration.headers.contains(contentType),
            hasTypedBody(result)
        {
            result.headers.remove(contentType)
        }
        return result
    }

    private func hasTypedBody(_ configuration: Network.Configuration) -> Bool {
        if let body { return body.contentType != nil }
        guard !configuration.parameters.isEmpty else { return false }
        return (try? placement(configuration)) != .query
    }
}

extension Request {
    /// The URL with the parameters that go into its query, and the body. Valid for a resolved request.
    func encodedParts() throws(RequestError) -> (url: String, body: Body?) {
        guard let settings else { return (url, body) }
        if let pathError = settings.pathError { throw pathError }
        let encoder = settings.configuration.encoder
        let parameters = settings.configuration.parameters.encoded(with: encoder)
        let queryParameters = settings.queryParameters.encoded(with: encoder)
        guard !(parameters.isEmpty && queryParameters.isEmpty) else { return (url, body) }
        let style = settings.configuration.parameterStyle
        // A multipart body takes the parameters as fields, unless another place is named (F-06).
        if let addingFields = body?.addingFields, !parameters.isEmpty, settings.configuration.parameterEncoding == nil {
            let query = try queryParameters.query(style)
            return (url.appending(query: query), addingFields(try parameters.fields(style)))
        }
        let encoding = try placement(settings.configuration)
        guard encoding != .query, !parameters.isEmpty else {
            return (url.appending(query: try parameters.merging(queryParameters).query(style)), body)
        }
        return (
            url.appending(query: try queryParameters.query(style)), try encoding.body(of: parameters, style)
        )
    }

    private func placement(_ configuration: Network.Configuration) throws(RequestError) -> ParameterEncoding {
        guard let encoding = configuration.parameterEncoding else {
            return method.expectsBody && body == nil ? .json : .query
        }
        guard encoding == .query || body == nil || configuration.parameters.isEmpty else {
            throw .unencodableParameter(path: "", reason: "they are meant for a body, and there is one already")
        }
        return encoding
    }
}

extension Parameters {
    /// Returns the parameters as fields, named and written as in a query, so that a server reads the same in both.
    fileprivate func fields(_ style: ParameterStyle) throws(RequestError) -> [Multipart.Part] {
        try query(style).split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = sides.map { $0.removingPercentEncoding ?? String($0) }
            return .value(texts[0], texts[1])
        }
    }
}

extension String {
    /// Returns the URL with `query` appended to the existing query, and without a fragment.
    fileprivate func appending(query: String) -> String {
        guard !query.isEmpty else { return self }
        let text = prefix { $0 != "#" }
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else { return text + "?" + query }
        let isOpen = text.utf8.index(after: mark) == text.endIndex || text.hasSuffix("&")
        return text + (isOpen ? "" : "&") + query
    }
}
