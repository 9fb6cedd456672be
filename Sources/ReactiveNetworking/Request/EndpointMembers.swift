/// The members of an endpoint that have a default, in whatever type an endpoint declares them.
///
/// You conform to ``Endpoint``. This protocol only sees which types its members have: a near type, such as
/// `[String: String]` for the header fields, is converted, and any other type does not compile. Without it, a member of
/// another type than the requirement's would be a member of its own, and the default would be sent in its place.
public protocol EndpointMembers {
    /// The type of the endpoint's `acceptedResponseCodes`.
    associatedtype EndpointCodes = [HTTP.StatusCode]
    /// The type of the endpoint's `headers`.
    associatedtype EndpointHeaders = HTTP.Headers
    /// The type of the endpoint's `parameters`.
    associatedtype EndpointParameters = Parameters
    /// The type of the endpoint's `body`.
    associatedtype EndpointBody = Body?
    /// The type of the endpoint's `authorization`.
    associatedtype EndpointAuthorization = Authorization?
    /// The type of the endpoint's `environment`.
    associatedtype EndpointEnvironment = Network.Environment?
    /// The type of the endpoint's `configuration`.
    associatedtype EndpointConfiguration = Network.Configuration

    /// The status codes that count as success, as declared.
    var acceptedResponseCodes: EndpointCodes { get }
    /// The header fields, as declared.
    var headers: EndpointHeaders { get }
    /// The parameters, as declared.
    var parameters: EndpointParameters { get }
    /// The content, as declared.
    var body: EndpointBody { get }
    /// The source of `Authorization`, as declared.
    var authorization: EndpointAuthorization { get }
    /// The environment, as declared.
    var environment: EndpointEnvironment { get }
    /// The layer of configuration, as declared.
    var configuration: EndpointConfiguration { get }
}

/// The near types that the members of an ``Endpoint`` may have in place of those that it requires.
public enum EndpointMember {
    /// A type for ``Endpoint/acceptedResponseCodes``: arrays of numbers, ranges, sets, and ``AcceptedCodes``.
    public protocol Codes {
        /// The codes.
        var endpointCodes: [HTTP.StatusCode] { get }
    }

    /// A type for ``Endpoint/headers``: dictionaries of texts, and optional fields.
    public protocol Headers {
        /// The fields.
        var endpointHeaders: HTTP.Headers { get }
    }

    /// A type for ``Endpoint/parameters``: dictionaries with names as keys, and optional parameters.
    public protocol Parameters {
        /// The parameters.
        var endpointParameters: ReactiveNetworking.Parameters { get }
    }
}

extension Array: EndpointMember.Codes where Element == Int {
    /// The codes with these numbers.
    public var endpointCodes: [HTTP.StatusCode] { map(HTTP.StatusCode.init(rawValue:)) }
}

extension Range: EndpointMember.Codes where Bound == Int {
    /// The codes in this range.
    public var endpointCodes: [HTTP.StatusCode] { AcceptedCodes(self).codes }
}

extension ClosedRange: EndpointMember.Codes where Bound == Int {
    /// The codes in this range.
    public var endpointCodes: [HTTP.StatusCode] { AcceptedCodes(self).codes }
}

extension Set: EndpointMember.Codes where Element == HTTP.StatusCode {
    /// The codes in this set.
    public var endpointCodes: [HTTP.StatusCode] { AcceptedCodes(self).codes }
}

extension AcceptedCodes: EndpointMember.Codes {
    /// The codes, one by one.
    public var endpointCodes: [HTTP.StatusCode] { codes }
}

extension Dictionary: EndpointMember.Headers where Key == String, Value == String {
    /// The fields with these names and values.
    public var endpointHeaders: HTTP.Headers { HTTP.Headers(self) }
}

extension Optional: EndpointMember.Headers where Wrapped == HTTP.Headers {
    /// The fields; none for `nil`.
    public var endpointHeaders: HTTP.Headers { self ?? [:] }
}

extension Dictionary: EndpointMember.Parameters where Key == String {
    /// The parameters with these names and values.
    public var endpointParameters: Parameters { Parameters(mapValues { $0 as Any? }) }
}

extension Optional: EndpointMember.Parameters where Wrapped == Parameters {
    /// The parameters; none for `nil`.
    public var endpointParameters: Parameters { self ?? [:] }
}

// The defaults, and the near types. A member of any other type leaves a requirement of `Endpoint` open.

extension Endpoint where EndpointCodes == [HTTP.StatusCode] {
    /// The status codes that the layers below accept, or 200 to 299.
    public var acceptedResponseCodes: [HTTP.StatusCode] { HTTP.StatusCode.allSuccess }
}

extension Endpoint where EndpointCodes: EndpointMember.Codes {
    /// The status codes of the endpoint's own type.
    public var acceptedResponseCodes: [HTTP.StatusCode] {
        let declared: EndpointCodes = acceptedResponseCodes
        return declared.endpointCodes
    }
}

extension Endpoint where EndpointHeaders == HTTP.Headers {
    /// No header fields.
    public var headers: HTTP.Headers { [:] }
}

extension Endpoint where EndpointHeaders: EndpointMember.Headers {
    /// The header fields of the endpoint's own type.
    public var headers: HTTP.Headers {
        let declared: EndpointHeaders = headers
        return declared.endpointHeaders
    }
}

extension Endpoint where EndpointParameters == Parameters {
    /// No parameters.
    public var parameters: Parameters { Parameters() }
}

extension Endpoint where EndpointParameters: EndpointMember.Parameters {
    /// The parameters of the endpoint's own type.
    public var parameters: Parameters {
        let declared: EndpointParameters = parameters
        return declared.endpointParameters
    }
}

extension Endpoint where EndpointBody == Body? {
    /// No content.
    public var body: Body? { nil }
}

extension Endpoint where EndpointBody == Body {
    /// The content, which there always is.
    public var body: Body? {
        let declared: EndpointBody = body
        return declared
    }
}

extension Endpoint where EndpointAuthorization == Authorization? {
    /// The source of `Authorization` of the layers below.
    public var authorization: Authorization? { nil }
}

extension Endpoint where EndpointAuthorization == Authorization {
    /// The source of `Authorization`, which there always is.
    public var authorization: Authorization? {
        let declared: EndpointAuthorization = authorization
        return declared
    }
}

extension Endpoint where EndpointEnvironment == Network.Environment? {
    /// The network's own environment.
    public var environment: Network.Environment? { nil }
}

extension Endpoint where EndpointEnvironment == Network.Environment {
    /// The environment, which there always is.
    public var environment: Network.Environment? {
        let declared: EndpointEnvironment = environment
        return declared
    }
}

extension Endpoint where EndpointConfiguration == Network.Configuration {
    /// An empty configuration, which inherits everything.
    public var configuration: Network.Configuration { Network.Configuration() }
}

extension Endpoint where EndpointConfiguration == Network.Configuration? {
    /// The configuration; an empty one for `nil`.
    public var configuration: Network.Configuration {
        let declared: EndpointConfiguration = configuration
        return declared ?? Network.Configuration()
    }
}
