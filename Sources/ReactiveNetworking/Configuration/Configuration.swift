extension Network {
    /// One layer of settings for the requests that it concerns.
    ///
    /// There are four layers: the environment, the network, the endpoint and the request. A later layer overrides an
    /// earlier one field by field, and a field that no layer sets has its default. Headers and parameters are merged by
    /// name, the requirements of a validation by kind. The hooks of all layers count.
    ///
    /// ```swift
    /// var configuration = Network.Configuration(headers: ["Accept": "application/json"], abortAfter: .seconds(30))
    /// configuration.maxRetries = 2
    /// let network = Network(environment: .live, configuration: configuration)
    /// ```
    ///
    /// An operation merges its layers once, when it starts.
    ///
    /// Two configurations are equal if their fields are equal. A closure equals only its own copies.
    public struct Configuration: Hashable, Sendable {
        /// The header fields that a request has unless it has a field of that name. Names are case-insensitive.
        ///
        /// An `Authorization` field wins over ``authorization`` of the same layer and of lower layers.
        public var headers: HTTP.Headers
        /// The parameters that a request has unless it has one of that name, whatever their encoding.
        public var parameters: Parameters
        /// The place of the parameters of POST, PUT, PATCH and QUERY requests, or, if it is
        /// ``Parameters/Encoding/query``, of all requests. By default the parameters of POST, PUT, PATCH and QUERY are
        /// a JSON body. A request's own encoding (``Request/parameterEncoding``) counts for any method.
        public var parameterEncoding: Parameters.Encoding?
        /// The format of arrays and Boolean values in queries and forms.
        public var parameterStyle: Parameters.Style
        /// The encoders of ``Body/encoded(_:as:)``.
        public var encoders: Body.Encoders
        /// The source of `Authorization`. It wins over an `Authorization` field of a lower layer.
        ///
        /// In a network's configuration it counts for every request that the network sends, whatever its address; in
        /// that of an environment only for the requests that go there.
        public var authorization: Authorization?
        /// The status codes that count as success; 200 to 299 by default.
        public var acceptedCodes: AcceptedCodes?
        /// The deadline of a whole operation; 10 seconds by default. Downloads, uploads with progress and streams
        /// have no deadline unless the call gives one.
        public var abortAfter: Duration?
        /// The number of attempts that may follow the first; 10 by default.
        public var maxRetries: Int?
        /// The policy that decides which failures are retried, and when; ``RetryPolicy/standard`` by default.
        public var retryPolicy: RetryPolicy?
        /// The policy that decides which redirects are followed; ``RedirectPolicy/standard`` by default.
        public var redirectPolicy: RedirectPolicy?
        /// The largest response body, in bytes after decompression, that is collected in memory; 64 MiB by default.
        public var maxBodySize: Int?
        /// The sources that the response may be taken from.
        public var cachePolicy: CachePolicy?
        /// The time for which a `CachingTransport` considers responses fresh; what they state by default.
        public var cacheLifetime: CacheLifetime?
        /// The requirements on a response beyond its status. Each kind of requirement counts until a later layer sets
        /// it anew; ``ResponseValidation/anyContentType`` removes one.
        public var validation: ResponseValidation?
        /// The log that the operations write, in addition to those of ``Network/log(to:level:showing:)``; none by
        /// default.
        public var logging: Log.Settings?
        /// The closure that makes the decoder of JSON if a decoding names none; it makes a `JSONDecoder()` by default.
        public var decoder: (@Sendable () -> JSONDecoder)? {
            get { makeDecoder?.value }
            set { makeDecoder = newValue.map { Unique($0) } }
        }
        /// The closure that makes the encoder of JSON bodies (``Body/json(_:vendor:)``) if a body names none; it makes
        /// a `JSONEncoder()` by default.
        public var encoder: (@Sendable () -> JSONEncoder)? {
            get { makeEncoder?.value }
            set { makeEncoder = newValue.map { Unique($0) } }
        }
        /// Your own code around every operation; none by default, which costs nothing.
        ///
        /// The hooks of all layers count, those of a later layer behind those of an earlier one: its gates are passed
        /// and its interceptors asked later, and its transforms are closer to the transport. A hook that several layers
        /// have runs once. Each attempt has the hooks of its request, which hooks may change.
        public var hooks: Hooks?
        private var makeDecoder: Unique<@Sendable () -> JSONDecoder>?
        private var makeEncoder: Unique<@Sendable () -> JSONEncoder>?
        /// A Boolean value that indicates whether all layers below are merged into this one already.
        var isComplete = false
        /// The values that capabilities add.
        package var attachments = Attachments()

        /// Creates a configuration. Everything that you leave out is inherited; see the properties.
        public init(
            headers: HTTP.Headers = [:],
            parameters: Parameters = Parameters(),
            parameterEncoding: Parameters.Encoding? = nil,
            parameterStyle: Parameters.Style = Parameters.Style(),
            encoders: Body.Encoders = Body.Encoders(),
            authorization: Authorization? = nil,
            acceptedCodes: AcceptedCodes? = nil,
            abortAfter: Duration? = nil,
            maxRetries: Int? = nil,
            retryPolicy: RetryPolicy? = nil,
            redirectPolicy: RedirectPolicy? = nil,
            maxBodySize: Int? = nil,
            cachePolicy: CachePolicy? = nil,
            cacheLifetime: CacheLifetime? = nil,
            validation: ResponseValidation? = nil,
            logging: Log.Settings? = nil,
            decoder: (@Sendable () -> JSONDecoder)? = nil,
            encoder: (@Sendable () -> JSONEncoder)? = nil,
            hooks: Hooks? = nil
        ) {
            self.headers = headers
            self.parameters = parameters
            self.parameterEncoding = parameterEncoding
            self.parameterStyle = parameterStyle
            self.encoders = encoders
            self.authorization = authorization
            self.acceptedCodes = acceptedCodes
            self.abortAfter = abortAfter
            self.maxRetries = maxRetries
            self.retryPolicy = retryPolicy
            self.redirectPolicy = redirectPolicy
            self.maxBodySize = maxBodySize
            self.cachePolicy = cachePolicy
            self.cacheLifetime = cacheLifetime
            self.validation = validation
            self.logging = logging
            self.hooks = hooks
            self.decoder = decoder
            self.encoder = encoder
        }

        /// Returns this configuration with every field that `other` sets replaced by, or merged with, that of `other`.
        ///
        /// - Parameter other: The later layer.
        /// - Returns: Both layers as one.
        public func overridden(by other: Configuration) -> Configuration {
            var result = self
            result.isComplete = false
            if other.authorization != nil { result.headers.remove(HTTP.Headers.Name.authorization) }
            result.headers = result.headers.merging(other.headers)
            result.parameters = parameters.merging(other.parameters)
            result.parameterEncoding = other.parameterEncoding ?? parameterEncoding
            result.parameterStyle = parameterStyle.overridden(by: other.parameterStyle)
            result.encoders = encoders.overridden(by: other.encoders)
            result.authorization = other.authorization ?? authorization
            result.acceptedCodes = other.acceptedCodes ?? acceptedCodes
            result.abortAfter = other.abortAfter ?? abortAfter
            result.maxRetries = other.maxRetries ?? maxRetries
            result.retryPolicy = other.retryPolicy ?? retryPolicy
            result.redirectPolicy = other.redirectPolicy ?? redirectPolicy
            result.maxBodySize = other.maxBodySize ?? maxBodySize
            result.cachePolicy = other.cachePolicy ?? cachePolicy
            result.cacheLifetime = other.cacheLifetime ?? cacheLifetime
            result.attachments = attachments.overridden(by: other.attachments)
            result.validation = validation.merging(other.validation)
            result.logging = other.logging ?? logging
            result.makeDecoder = other.makeDecoder ?? makeDecoder
            result.makeEncoder = other.makeEncoder ?? makeEncoder
            result.hooks = hooks?.followed(by: other.hooks) ?? other.hooks
            return result
        }

        /// A Boolean value that indicates whether nothing is set.
        var isEmpty: Bool { self == Configuration() }
    }
}
