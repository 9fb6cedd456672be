/// Everything that describes one request: a pure value that makes no connection and checks nothing.
///
/// A request is an ``Endpoint``, so every sending function of a ``Network`` takes one. It is the same for all attempts.
/// Each attempt prepares it anew (``prepared()``), which is where an invalid request fails with a `RequestError`.
/// ``RequestBuilder`` builds a request step by step. ``Route`` is another name for this type.
///
/// ```swift
/// var request = Request(.get, "https://example.com/todos", headers: ["Accept": "application/json"])
/// request.acceptedCodes = [.ok, .notModified]
/// ```
///
/// Headers, parameters, authorization and everything else that a layer of configuration can also give are stored in
/// ``configuration``, which overrides the configurations of the endpoint, the network and the environment. Properties
/// such as ``headers`` are views of it.
public struct Request: Sendable {
    /// The method.
    public var method: HTTP.Method {
        get { storage.parts.method }
        set { change { $0.method = newValue } }
    }
    /// The URL as given, absolute or relative to the ``environment``. It is checked when the request is prepared.
    public var url: String {
        get { storage.parts.address }
        set {
            address = newValue
            if box?.settings.pathError != nil { set { $0.pathError = nil } }
        }
    }
    /// The content, or `nil`.
    public var body: Body? {
        get { storage.parts.body }
        set { change { $0.body = newValue } }
    }
    /// A Boolean value that indicates whether sending the request twice is declared harmless, whatever its method; see
    /// ``isRepeatable``.
    public var isMarkedRepeatable: Bool {
        get { storage.parts.isMarkedRepeatable }
        set { change { $0.isMarkedRepeatable = newValue } }
    }
    /// The URL, without the effect of an assignment: an address that an environment completes keeps its error.
    package var address: String {
        get { storage.parts.address }
        set { change { $0.address = newValue } }
    }

    /// The parts, out of line: every stage of an operation copies the request.
    private var storage: Storage

    private final class Storage: Sendable {
        let parts: Parts
        /// The prepared form of these parts. A changed request has another storage.
        let prepared = InlineLocked<PreparedRequest?>(nil)

        init(_ parts: Parts) {
            self.parts = parts
        }
    }

    private struct Parts: Sendable {
        var method: HTTP.Method
        var address: String
        var body: Body?
        var isMarkedRepeatable = false
        /// The settings, out of line: most requests have none.
        var box: Box?
    }

    final class Box: Sendable {
        let settings: Settings

        init(_ settings: Settings) {
            self.settings = settings
        }
    }

    /// Everything that a plain request does not set.
    struct Settings: Sendable {
        /// The request's own layer; in a resolved request, all layers as one.
        var configuration = Network.Configuration()
        /// The endpoint's layer; in a resolved request, all layers below the request's own. Its parameter encoding and
        /// its `Content-Type` stay here, because they depend on the method and the body, which hooks may change.
        var inherited: Network.Configuration?
        /// The address that an environment gave a resolved request, whose settings are among the inherited ones.
        var environmentAddress: String?
        var queryParameters = Parameters()
        var environment: Network.Environment?
        var userInfo: [String: any Sendable] = [:]
        /// The values that capabilities add and that are not compared.
        var attachments = Attachments()
        /// The reason why the path values do not fit the URL.
        var pathError: RequestError?
        /// The page that another page has led to; `nil` for a request of its own.
        var page: Page?
    }

    /// The settings without a copy of them, or `nil` if nothing was set.
    var box: Box? { storage.parts.box }

    /// The settings, or `nil` if nothing was set.
    var settings: Settings? { box?.settings }

    /// The hooks; in a resolved request, those of all layers.
    var hooks: Hooks? { box?.settings.configuration.hooks }

    /// A Boolean value that indicates whether the request has settings that an operation has merged.
    var isResolved: Bool {
        guard let settings = box?.settings else { return false }
        return settings.configuration.isComplete || settings.inherited?.isComplete ?? false
    }

    mutating func set(_ change: (inout Settings) -> Void) {
        var settings = box?.settings ?? Settings()
        change(&settings)
        self.change { $0.box = Box(settings) }
    }

    private mutating func change(_ change: (inout Parts) -> Void) {
        var parts = storage.parts
        change(&parts)
        storage = Storage(parts)
    }

    /// The identity of the request, if it is only a method and a URL: it holds no values of the user. Equal identities
    /// that are kept belong to equal requests.
    var plainIdentity: (any AnyObject & Sendable)? {
        storage.parts.body == nil && storage.parts.box == nil ? storage : nil
    }

    /// The prepared form, if it is known.
    var remembered: PreparedRequest? { storage.prepared.withLock { $0 } }

    /// Remembers the prepared form, unless one is known.
    func remember(_ prepared: PreparedRequest) { storage.prepared.withLock { $0 = $0 ?? prepared } }

    /// Creates a request. Everything that you leave out is inherited from the network and the environment.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The URL, absolute or relative to the environment.
    ///   - path: The values of the placeholders in the path of `url`. A placeholder is a path segment that begins with
    ///     a colon, such as `:id` in `/users/:id`. Every value is percent-encoded and reaches the server as one
    ///     segment. A placeholder without a value, a value without a placeholder, and a value that cannot be one
    ///     segment (an empty text, `.` and `..`) fail the request with `invalidPathValue(name:reason:)`.
    ///     If `nil`, the URL has no placeholders.
    ///   - headers: The header fields.
    ///   - parameters: The parameters. ``parameterEncoding`` decides where they go.
    ///   - body: The content.
    ///   - authorization: The source of `Authorization`.
    ///   - acceptedCodes: The status codes that count as success.
    ///   - environment: The environment that completes a relative URL, instead of the network's own.
    ///   - configuration: The endpoint's layer, below everything that the request sets itself. It is not part of
    ///     ``configuration``.
    public init(
        _ method: HTTP.Method,
        _ url: String,
        path: [String: any CustomStringConvertible & Sendable]? = nil,
        headers: HTTP.Headers = [:],
        parameters: Parameters = Parameters(),
        body: Body? = nil,
        authorization: Authorization? = nil,
        acceptedCodes: AcceptedCodes? = nil,
        environment: Network.Environment? = nil,
        configuration: Network.Configuration? = nil
    ) {
        var parts = Parts(method: method, address: url, body: body)
        var settings = Settings()
        if let path {
            do throws(RequestError) {
                parts.address = try PathTemplate.expand(url, with: path)
            } catch {
                settings.pathError = error
            }
        }
        let isPlain =
            headers.isEmpty && parameters.isEmpty && authorization == nil && acceptedCodes == nil && environment == nil
            && configuration == nil && settings.pathError == nil
        guard !isPlain else {
            storage = Storage(parts)
            return
        }
        settings.environment = environment
        settings.configuration.headers = headers
        settings.configuration.parameters = parameters
        settings.configuration.authorization = authorization
        settings.configuration.acceptedCodes = acceptedCodes
        settings.inherited = configuration
        // All layers of another request may be the one layer of this endpoint.
        settings.inherited?.isComplete = false
        parts.box = Box(settings)
        storage = Storage(parts)
    }

    /// Creates a request with a JSON body, encoded with the encoder of the network
    /// (``Network/Configuration/encoder``). Everything that you leave out is inherited from the network and the
    /// environment.
    ///
    /// ```swift
    /// Route(.post, "/todos", json: draft)
    /// ```
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The URL, absolute or relative to the environment.
    ///   - path: The values of the placeholders in the path of `url`, each of which becomes one segment.
    ///   - headers: The header fields.
    ///   - value: The content, as of ``Body/json(_:vendor:)``. If it cannot be encoded, the request fails when it is
    ///     prepared.
    ///   - authorization: The source of `Authorization`.
    ///   - acceptedCodes: The status codes that count as success.
    ///   - environment: The environment that completes a relative URL, instead of the network's own.
    ///   - configuration: The endpoint's layer, below everything that the request sets itself.
    public init(
        _ method: HTTP.Method,
        _ url: String,
        path: [String: any CustomStringConvertible & Sendable]? = nil,
        headers: HTTP.Headers = [:],
        json value: some Encodable & Sendable,
        authorization: Authorization? = nil,
        acceptedCodes: AcceptedCodes? = nil,
        environment: Network.Environment? = nil,
        configuration: Network.Configuration? = nil
    ) {
        self.init(
            method,
            url,
            path: path,
            headers: headers,
            body: .json(value),
            authorization: authorization,
            acceptedCodes: acceptedCodes,
            environment: environment,
            configuration: configuration
        )
    }

    /// A Boolean value that indicates whether the request may be sent again although it may have reached the server.
    ///
    /// That is the case if the method is idempotent (RFC 9110 §9.2.2), if the request is marked
    /// (``isMarkedRepeatable``), or if it has an `Idempotency-Key`. A body that can be sent only once forbids it
    /// regardless.
    public var isRepeatable: Bool {
        method.isIdempotent || isMarkedRepeatable || headers.contains(HTTP.Headers.Name.idempotencyKey)
    }
}

// Views of the request's own configuration: the settings that every layer can give.
extension Request {
    /// The request's own layer of configuration, which overrides all others.
    public var configuration: Network.Configuration {
        get { box?.settings.configuration ?? Network.Configuration() }
        set { set { $0.configuration = newValue } }
    }

    /// The header fields. They override generated ones, `Authorization` and `Content-Type` included.
    public var headers: HTTP.Headers {
        get { box?.settings.configuration.headers ?? HTTP.Headers() }
        set { set { $0.configuration.headers = newValue } }
    }

    /// The parameters; ``parameterEncoding`` decides where they go.
    public var parameters: Parameters {
        get { box?.settings.configuration.parameters ?? Parameters() }
        set { set { $0.configuration.parameters = newValue } }
    }

    /// The place and the format of ``parameters``, whatever the method.
    ///
    /// If it is `nil`, the layers below decide for POST, PUT, PATCH and QUERY
    /// (``Network/Configuration/parameterEncoding``). By default the parameters of POST, PUT, PATCH and QUERY become a
    /// JSON body, and all others a query. A multipart body (``Body/multipart(_:)``) takes the parameters as fields,
    /// except those whose names it has; a request with any other ``body`` has them in its query. A request that has a
    /// body and names another place for them fails when it is prepared.
    public var parameterEncoding: Parameters.Encoding? {
        get { box?.settings.configuration.parameterEncoding }
        set { set { $0.configuration.parameterEncoding = newValue } }
    }

    /// The source of `Authorization`, asked for each attempt unless ``headers`` has the field.
    public var authorization: Authorization? {
        get { box?.settings.configuration.authorization }
        set { set { $0.configuration.authorization = newValue } }
    }

    /// The status codes that count as success; if not set, those of the layers below, or 200 to 299.
    public var acceptedCodes: AcceptedCodes {
        get { box?.settings.configuration.acceptedCodes ?? .success }
        set { set { $0.configuration.acceptedCodes = newValue } }
    }

    /// The largest response body, in bytes after decompression, that is collected in memory; if not set, that of the
    /// layers below, or 64 MiB. Zero or less allows no body.
    public var maxBodySize: Int {
        get { box?.settings.configuration.maxBodySize ?? 64 << 20 }
        set { set { $0.configuration.maxBodySize = newValue } }
    }

    /// The requirements on the response beyond its status, or `nil`. Requirements that it does not set are inherited
    /// from the layers below.
    public var validation: ResponseValidation? {
        get { box?.settings.configuration.validation }
        set { set { $0.configuration.validation = newValue } }
    }
}

// The settings that only a request can give.
extension Request {
    /// The parameters that go into the query, wherever ``parameters`` go.
    public var queryParameters: Parameters {
        get { box?.settings.queryParameters ?? Parameters() }
        set { set { $0.queryParameters = newValue } }
    }

    /// The environment that completes a relative ``url``, instead of the network's own.
    public var environment: Network.Environment? {
        get { box?.settings.environment }
        set { set { $0.environment = newValue } }
    }

    /// Your own values, which travel with the request as far as ``Network/Event/request``. They are neither sent nor
    /// shown.
    public var userInfo: [String: any Sendable] {
        get { box?.settings.userInfo ?? [:] }
        set { set { $0.userInfo = newValue } }
    }

    /// Returns a copy with more headers, parameters and values. A name that exists already gets the new value.
    ///
    /// ```swift
    /// let second = first.adding(parameters: ["page": 2])
    /// ```
    ///
    /// - Parameters:
    ///   - headers: The header fields to add.
    ///   - parameters: The parameters to add.
    ///   - queryParameters: The parameters to add to the query.
    ///   - userInfo: Your own values to add.
    /// - Returns: The request with everything added.
    public func adding(
        headers: HTTP.Headers = [:],
        parameters: Parameters = Parameters(),
        queryParameters: Parameters = Parameters(),
        userInfo: [String: any Sendable] = [:]
    ) -> Request {
        var copy = self
        copy.set { settings in
            settings.configuration.headers = settings.configuration.headers.merging(headers)
            settings.configuration.parameters = settings.configuration.parameters.merging(parameters)
            settings.queryParameters = settings.queryParameters.merging(queryParameters)
            settings.userInfo.merge(userInfo) { _, new in new }
        }
        return copy
    }
}

extension Request: CustomStringConvertible, CustomReflectable {
    /// The method and the URL on one line, with secrets redacted: `GET https://example.com/?token=<redacted>`.
    public var description: String { "\(method) \(Redaction.standard.url(url))" }

    /// The parts with secrets redacted, for `dump` and debuggers.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "request": description, "headers": headers, "body": body as Any, "authorization": authorization as Any,
                "acceptedCodes": acceptedCodes, "isRepeatable": isRepeatable,
                "maxBodySize": maxBodySize, "parameters": parameters, "userInfo": userInfo.keys.sorted(),
            ]
        )
    }
}
