import Foundation

extension Network {
    /// What a layer says about the requests that pass through it.
    ///
    /// There are four: the environment, the network, the endpoint, the request. A later one overrides an earlier one field
    /// by field; what none of them says is as it is by default. Headers and parameters are merged by name, and the demands of a
    /// validation by kind.
    ///
    /// ```swift
    /// var configuration = Network.Configuration(headers: ["Accept": "application/json"], abortAfter: .seconds(30))
    /// configuration.maxRetries = 2
    /// let network = Network(environment: .live, configuration: configuration)
    /// ```
    ///
    /// What the layers come to is worked out once for each start.
    ///
    /// Two configurations are equal when their fields are; a closure equals its copies only.
    public struct Configuration: Sendable {
        /// Headers that a request has unless it has some of that name, which is told without regard to case.
        /// `Authorization` is better given as ``authorization``, which wins over it.
        public var headers: HTTP.Headers
        /// Parameters that a request has unless it has one of that name, however they are encoded.
        public var parameters: Parameters
        /// Where the parameters of POST, PUT and PATCH go, or, if it is ``ParameterEncoding/query``, those of all. By
        /// default the former are JSON. What a request says itself (``Request/parameterEncoding``) counts for any method.
        public var parameterEncoding: ParameterEncoding?
        /// How arrays and truth values are written in queries and forms.
        public var parameterStyle: ParameterStyle
        /// The encoders of ``Body/encoded(_:as:)``.
        public var encoders: BodyEncoders
        /// The source of `Authorization`.
        ///
        /// In a network's configuration it counts for every request the network sends, wherever that goes; in that of an
        /// environment only for what goes there.
        public var authorization: Authorization?
        /// The status codes that count as success; 200 to 299 by default.
        public var acceptedCodes: AcceptedCodes?
        /// The budget for everything an operation does; 10 s by default (N11). Downloads, uploads with progress and streams, which
        /// take as long as there are bytes, have only the one that they are given themselves.
        public var abortAfter: Duration?
        /// How many attempts may follow the first; 10 by default (N6).
        public var maxRetries: Int?
        /// Which failures are followed by another attempt; the network's own by default.
        public var retryPolicy: RetryPolicy?
        /// The largest response body, in bytes after decompression, that is collected in memory; 64 MiB by default (N16).
        public var maxBodySize: Int?
        /// What the response may be taken from.
        public var cachePolicy: CachePolicy?
        /// What the response has to be beyond its status. Each kind of demand counts until a later layer says something else of it;
        /// ``ResponseValidation/anyContentType`` takes one back.
        public var validation: ResponseValidation?
        /// The log that its operations write, beside those of ``Network/log(to:level:showing:)``; none by default.
        public var logging: LogSettings?
        /// Answers in the place of servers, for as long as ``usesMocks`` says so. A request that none of them answers is sent. The
        /// routes of a later layer are asked before those of an earlier one.
        public var mocks: [Mock.Route]
        /// A Boolean value that tells whether ``mocks`` are asked before a request is sent; `false` by default.
        ///
        /// So endpoints can say how they are mocked, and one line for the whole network says whether they are.
        public var usesMocks: Bool?
        /// Makes the decoder of JSON where a decoding names none of its own; `JSONDecoder()` by default (F-38).
        public var decoder: (@Sendable () -> JSONDecoder)? {
            didSet { decoderIdentity = decoder.map { _ in Identity() } }
        }
        private var decoderIdentity: Identity?

        /// A configuration; what you leave out is inherited.
        public init(
            headers: HTTP.Headers = [:],
            parameters: Parameters = Parameters(),
            parameterEncoding: ParameterEncoding? = nil,
            parameterStyle: ParameterStyle = ParameterStyle(),
            encoders: BodyEncoders = BodyEncoders(),
            authorization: Authorization? = nil,
            acceptedCodes: AcceptedCodes? = nil,
            abortAfter: Duration? = nil,
            maxRetries: Int? = nil,
            retryPolicy: RetryPolicy? = nil,
            maxBodySize: Int? = nil,
            cachePolicy: CachePolicy? = nil,
            validation: ResponseValidation? = nil,
            logging: LogSettings? = nil,
            mocks: [Mock.Route] = [],
            usesMocks: Bool? = nil,
            decoder: (@Sendable () -> JSONDecoder)? = nil
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
            self.maxBodySize = maxBodySize
            self.cachePolicy = cachePolicy
            self.validation = validation
            self.logging = logging
            self.mocks = mocks
            self.usesMocks = usesMocks
            self.decoder = decoder
            decoderIdentity = decoder.map { _ in Identity() }
        }

        /// This configuration under another: field by field the other counts where it says something.
        public func overridden(by other: Configuration) -> Configuration {
            var result = Configuration(
                headers: headers.merging(other.headers),
                parameters: parameters.merging(other.parameters),
                parameterEncoding: other.parameterEncoding ?? parameterEncoding,
                parameterStyle: parameterStyle.overridden(by: other.parameterStyle),
                encoders: encoders.overridden(by: other.encoders),
                authorization: other.authorization ?? authorization,
                acceptedCodes: other.acceptedCodes ?? acceptedCodes,
                abortAfter: other.abortAfter ?? abortAfter,
                maxRetries: other.maxRetries ?? maxRetries,
                retryPolicy: other.retryPolicy ?? retryPolicy,
                maxBodySize: other.maxBodySize ?? maxBodySize,
                cachePolicy: other.cachePolicy ?? cachePolicy,
                validation: validation.merging(other.validation),
                logging: other.logging ?? logging,
                mocks: other.mocks + mocks,
                usesMocks: other.usesMocks ?? usesMocks,
                decoder: other.decoder ?? decoder
            )
            result.decoderIdentity = other.decoderIdentity ?? decoderIdentity
            return result
        }

        /// Whether it says nothing at all.
        var isEmpty: Bool {
            let isPlain =
                headers.isEmpty && parameters.isEmpty && parameterEncoding == nil && parameterStyle == ParameterStyle()
                && encoders.isEmpty && authorization == nil && acceptedCodes == nil && abortAfter == nil
            let isStandard =
                maxRetries == nil && retryPolicy == nil && maxBodySize == nil && cachePolicy == nil && validation == nil
            return isPlain && isStandard && logging == nil && mocks.isEmpty && usesMocks == nil && decoder == nil
        }
    }
}

extension Network.Configuration: Hashable {
    /// Compares field by field.
    public static func == (left: Self, right: Self) -> Bool {
        guard left.headers == right.headers, left.parameters == right.parameters,
            left.parameterEncoding == right.parameterEncoding, left.parameterStyle == right.parameterStyle,
            left.encoders == right.encoders, left.authorization == right.authorization
        else { return false }
        guard left.acceptedCodes == right.acceptedCodes, left.abortAfter == right.abortAfter,
            left.maxRetries == right.maxRetries, left.retryPolicy == right.retryPolicy,
            left.maxBodySize == right.maxBodySize, left.cachePolicy == right.cachePolicy
        else { return false }
        return left.validation == right.validation && left.logging == right.logging && left.mocks == right.mocks
            && left.usesMocks == right.usesMocks && left.decoderIdentity == right.decoderIdentity
    }

    /// Hashes what `==` compares, as far as it tells most configurations apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(headers)
        hasher.combine(parameters)
        hasher.combine(authorization)
        hasher.combine(abortAfter)
        hasher.combine(maxRetries)
        hasher.combine(decoderIdentity)
    }
}
