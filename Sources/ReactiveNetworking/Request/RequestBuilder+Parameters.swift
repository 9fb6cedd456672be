extension RequestBuilder {
    /// Adds parameters, to the query or to the body as ``Request/parameterEncoding`` decides.
    ///
    /// A dictionary literal and an `Encodable` value are equally good sources:
    ///
    /// ```swift
    /// builder.parameters(["page": 2, "flag": true])
    /// builder.parameters(Parameters(encoding: filter))
    /// ```
    ///
    /// - Parameters:
    ///   - parameters: The parameters. A name that exists already gets the new value.
    ///   - encoding: The place and the format of all parameters; unchanged if `nil`.
    /// - Returns: The changed builder.
    public func parameters(_ parameters: Parameters, encoding: Parameters.Encoding? = nil) -> RequestBuilder {
        with {
            $0.parameters = $0.parameters.merging(parameters)
            if let encoding { $0.parameterEncoding = encoding }
        }
    }

    /// Adds parameters to the query, wherever the others go.
    ///
    /// - Parameter parameters: The parameters. A name that exists already gets the new value.
    /// - Returns: The changed builder.
    public func query(_ parameters: Parameters) -> RequestBuilder {
        with { $0.queryParameters = $0.queryParameters.merging(parameters) }
    }

    /// Adds parameters, and sends all parameters as a form (`application/x-www-form-urlencoded`).
    ///
    /// - Parameter parameters: The parameters. A name that exists already gets the new value.
    /// - Returns: The changed builder.
    public func form(_ parameters: Parameters) -> RequestBuilder {
        self.parameters(parameters, encoding: .form)
    }

    /// Sends a value that the network's encoder for `contentType` encodes; see ``Body/Encoders``.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - contentType: The media type.
    /// - Returns: The changed builder.
    public func encoded(_ value: some Encodable & Sendable, as contentType: HTTP.ContentType) -> RequestBuilder {
        body(.encoded(value, as: contentType))
    }
}

extension RequestBuilder {
    /// Overrides the request's own configuration: every field that `configuration` sets counts more than what the
    /// endpoint or an earlier step has set, and all other fields stay. As in every layer below the request's own, the
    /// parameter encoding counts for POST, PUT, PATCH and QUERY, and the `Content-Type` for bodies without a type.
    ///
    /// - Parameter configuration: The settings.
    /// - Returns: The changed builder.
    public func configuration(_ configuration: Network.Configuration) -> RequestBuilder {
        with { $0.override(by: configuration) }
    }

    /// Sets the environment that completes a relative URL.
    ///
    /// - Parameter environment: The environment.
    /// - Returns: The changed builder.
    public func environment(_ environment: Network.Environment) -> RequestBuilder {
        with { $0.environment = environment }
    }

    /// Attaches a value of your own, which travels with the request; see ``Request/userInfo``.
    ///
    /// - Parameters:
    ///   - key: The name of the value.
    ///   - value: The value.
    /// - Returns: The changed builder.
    public func userInfo(_ key: String, _ value: some Sendable) -> RequestBuilder {
        with { $0.userInfo[key] = value }
    }
}
