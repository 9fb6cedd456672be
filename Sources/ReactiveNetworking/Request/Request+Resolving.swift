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
        // Not even the address changes: the settings of one environment must not reach the server of another.
        if let box, box.settings.configuration.isComplete { return box.settings.page == nil ? self : onPage() }
        let settings = settings ?? Settings()
        var result = self
        var home = isAtHome ? settings.environmentAddress : nil
        // If a hook has assigned a configuration to a resolved request, the layers below are merged already.
        let isMerged = settings.inherited?.isComplete ?? false
        var layers: [Network.Configuration] = []
        if !isMerged, !url.hasScheme, let environment = settings.environment ?? environment() {
            result.address = environment.url(of: url)
            home = result.address
            layers.append(environment.configuration)
        }
        if !(isMerged && isAtHome), let configuration { layers.append(configuration) }
        if !isMerged || isAtHome, let inherited = settings.inherited { layers.append(inherited) }
        var inherited = layers.dropFirst().reduce(layers.first ?? Network.Configuration()) { $0.overridden(by: $1) }
        inherited.isComplete = true
        result.set {
            $0.configuration = inherited.overridden(byOwn: settings.configuration)
            $0.inherited = inherited
            $0.environmentAddress = home
        }
        return settings.page == nil ? result : result.onPage()
    }

    /// A Boolean value that indicates whether the URL still leads to the server of the environment that completed it.
    private var isAtHome: Bool {
        guard let home = settings?.environmentAddress else { return true }
        return HTTPURL.haveSameOrigin(url, home)
    }

    /// Returns a resolved request with the hooks and the policies of a network: the code that runs in an operation is
    /// that of its own network.
    func withCode(of configuration: Network.Configuration?) -> Request {
        var result = self
        result.set { settings in
            settings.inherited?.takeCode(of: configuration)
            if settings.configuration.isComplete { settings.configuration.takeCode(of: configuration) }
        }
        return result
    }

    /// Overrides the request's own layer, except that the parameter encoding and the `Content-Type` of `configuration`
    /// still give way to a body.
    mutating func override(by configuration: Network.Configuration) {
        set { settings in
            var inherited = settings.inherited ?? Network.Configuration()
            var own = settings.configuration.overridden(by: configuration)
            if let encoding = configuration.parameterEncoding {
                inherited.parameterEncoding = encoding
                own.parameterEncoding = nil
            }
            if let contentType = configuration.headers[HTTP.Headers.Name.contentType] {
                inherited.headers.set(HTTP.Headers.Name.contentType, contentType)
                own.headers.remove(HTTP.Headers.Name.contentType)
            }
            settings.inherited = inherited
            settings.configuration = own
        }
    }
}

extension Network.Configuration {
    /// Returns this configuration of all layers below a request, overridden by the request's own, without what depends
    /// on the method and the body.
    fileprivate func overridden(byOwn own: Self) -> Self {
        var result = overridden(by: own)
        result.parameterEncoding = own.parameterEncoding
        let contentType = HTTP.Headers.Name.contentType
        if headers.contains(contentType), !own.headers.contains(contentType) { result.headers.remove(contentType) }
        result.isComplete = true
        return result
    }

    fileprivate mutating func takeCode(of other: Self?) {
        hooks = other?.hooks
        retryPolicy = other?.retryPolicy
        redirectPolicy = other?.redirectPolicy
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
        if let addingFields = body?.addingFields, !parameters.isEmpty, settings.namedEncoding == nil {
            let query = try queryParameters.query(style)
            return (url.appending(query: query), addingFields(try parameters.fields(style)))
        }
        let encoding = try placement(settings)
        guard encoding != .query, !parameters.isEmpty else {
            return (url.appending(query: try parameters.merging(queryParameters).query(style)), body)
        }
        return (
            url.appending(query: try queryParameters.query(style)), try encoding.body(of: parameters, style)
        )
    }

    private func placement(_ settings: Settings) throws(RequestError) -> Parameters.Encoding {
        guard let encoding = settings.namedEncoding else {
            return method.expectsBody && body == nil ? settings.inherited?.parameterEncoding ?? .json : .query
        }
        guard encoding == .query || body == nil || settings.configuration.parameters.isEmpty else {
            throw .unencodableParameter(path: "", reason: "they are meant for a body, and there is one already")
        }
        return encoding
    }
}

extension Request.Settings {
    /// The encoding that counts for any method: that of the request, or a query for all requests.
    fileprivate var namedEncoding: Parameters.Encoding? {
        configuration.parameterEncoding ?? (inherited?.parameterEncoding == .query ? .query : nil)
    }
}

extension Parameters {
    /// Returns the parameters as fields, named and written as in a query, so that a server reads the same in both.
    fileprivate func fields(_ style: Parameters.Style) throws(RequestError) -> [Multipart.Part] {
        try query(style).split(separator: "&").map { pair in
            let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let texts = sides.map { $0.withoutPercentEncoding ?? String($0) }
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
