extension Request {
    /// What most requests have nothing of.
    struct Details: Sendable {
        var parameters = Parameters()
        var queryParameters = Parameters()
        var parameterEncoding: ParameterEncoding?
        var configuration = Network.Configuration()
        var environment: Network.Environment?
        var userInfo: [String: any Sendable] = [:]
        var validation: ResponseValidation?
        /// Who is told of the request's operations, after those whom the network tells.
        var delegates: [WeakDelegate] = []
        /// Whether what the layers say has already become part of the request.
        var isResolved = false
    }

    private subscript<Value>(detail keyPath: WritableKeyPath<Details, Value> & Sendable) -> Value {
        get { (details ?? Details())[keyPath: keyPath] }
        set {
            var changed = details ?? Details()
            changed[keyPath: keyPath] = newValue
            details = changed
        }
    }

    /// The parameters; where they go is said by ``parameterEncoding``.
    public var parameters: Parameters {
        get { self[detail: \.parameters] }
        set { self[detail: \.parameters] = newValue }
    }

    /// Parameters that go into the query whatever the others do.
    public var queryParameters: Parameters {
        get { self[detail: \.queryParameters] }
        set { self[detail: \.queryParameters] = newValue }
    }

    /// Where ``parameters`` go and how they are written there.
    ///
    /// Unless it is set, the layers decide for POST, PUT and PATCH (``Network/Configuration/parameterEncoding``), and without
    /// them those of POST, PUT and PATCH are JSON and all others a query. A form with parts (``Body/multipart(_:)``) takes them in
    /// as fields, but for those whose names it has; a request with any other ``body`` has them in its query. One that names
    /// another place for them as well fails when it is prepared.
    public var parameterEncoding: ParameterEncoding? {
        get { self[detail: \.parameterEncoding] }
        set { self[detail: \.parameterEncoding] = newValue }
    }

    /// The request's own layer, above all others. What a property of the request says of the same, such as ``headers``, counts
    /// more; ``RequestBuilder/configuration(_:)`` takes that back.
    public var configuration: Network.Configuration {
        get { self[detail: \.configuration] }
        set { self[detail: \.configuration] = newValue }
    }

    /// Where a relative ``url`` leads, instead of to the network's own environment.
    public var environment: Network.Environment? {
        get { self[detail: \.environment] }
        set { self[detail: \.environment] = newValue }
    }

    /// Values of your own that travel with the request, as far as ``Network.Event/request``. They are neither sent nor shown.
    public var userInfo: [String: any Sendable] {
        get { self[detail: \.userInfo] }
        set { self[detail: \.userInfo] = newValue }
    }

    /// What the response has to be beyond its status, or `nil`. What it does not speak of is as the layers have it
    /// (``Network/Configuration/validation``).
    public var validation: ResponseValidation? {
        get { details?.validation }
        set { self[detail: \.validation] = newValue }
    }

    var delegates: [WeakDelegate] {
        get { details?.delegates ?? [] }
        set { self[detail: \.delegates] = newValue }
    }

    /// A copy with more: a name that both have has the new value, every other its own.
    ///
    /// ```swift
    /// let second = first.adding(parameters: ["page": 2])
    /// ```
    public func adding(
        headers: HTTP.Headers = [:],
        parameters: Parameters = Parameters(),
        queryParameters: Parameters = Parameters(),
        userInfo: [String: any Sendable] = [:]
    ) -> Request {
        var copy = self
        copy.headers = copy.headers.merging(headers)
        if !parameters.isEmpty { copy.parameters = copy.parameters.merging(parameters) }
        if !queryParameters.isEmpty { copy.queryParameters = copy.queryParameters.merging(queryParameters) }
        if !userInfo.isEmpty { copy.userInfo.merge(userInfo) { _, new in new } }
        return copy
    }
}
