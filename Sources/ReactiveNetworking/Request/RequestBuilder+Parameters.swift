extension RequestBuilder {
    /// Adds parameters: to the query, or as the body, as ``Request/parameterEncoding`` says.
    ///
    /// - Parameters:
    ///   - parameters: of a name given before the new value counts.
    ///   - encoding: where they all go; as before if `nil`.
    public func parameters(_ parameters: Parameters, encoding: ParameterEncoding? = nil) -> RequestBuilder {
        with {
            $0.parameters = $0.parameters.merging(parameters)
            if let encoding { $0.parameterEncoding = encoding }
        }
    }

    /// Adds parameters to the query, wherever the others go.
    public func query(_ parameters: Parameters) -> RequestBuilder {
        with { $0.queryParameters = $0.queryParameters.merging(parameters) }
    }

    /// Sends all parameters as a form (`application/x-www-form-urlencoded`), and these with them.
    public func form(_ parameters: Parameters) -> RequestBuilder {
        self.parameters(parameters, encoding: .form)
    }

    /// Sends a value that the network's encoder for `contentType` encodes; see ``BodyEncoders``.
    public func encoded(_ value: some Encodable & Sendable, as contentType: HTTP.ContentType) -> RequestBuilder {
        body(.encoded(value, as: contentType))
    }
}

extension RequestBuilder {
    /// Says more in the request's own layer: what `configuration` says counts, also over what the endpoint or a call before
    /// has said of the same, and the rest stays.
    public func configuration(_ configuration: Network.Configuration) -> RequestBuilder {
        with { $0.override(by: configuration) }
    }

    /// Says where a relative URL leads.
    public func environment(_ environment: Network.Environment) -> RequestBuilder {
        with { $0.environment = environment }
    }

    /// Attaches a value of your own; see ``Request/userInfo``.
    public func userInfo(_ key: String, _ value: some Sendable) -> RequestBuilder {
        with { $0.userInfo[key] = value }
    }
}
