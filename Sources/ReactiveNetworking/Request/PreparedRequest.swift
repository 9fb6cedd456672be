import Foundation

/// A request that can go on the wire as it stands: what a transport receives.
///
/// Method, URL and header fields are checked and final, so a transport sends them as they are. It adds only what
/// belongs to the connection: `Host`, the framing (`Content-Length`, which a body of no bytes has too), and its own
/// defaults for fields that are missing.
public struct PreparedRequest: Sendable {
    /// A token in upper case.
    public let method: HTTP.Method
    /// Absolute, http or https, with a host; without user, password and fragment.
    public let url: URL
    /// The fields, `Authorization` and `Content-Type` included, each of these at most once; without `Host`,
    /// `Content-Length` and `Transfer-Encoding`.
    public let headers: HTTP.Headers
    /// The content. Empty rather than `nil` for a POST, PUT or PATCH without one, so that `Content-Length: 0` is sent;
    /// always `nil` for methods that cannot carry content.
    public let content: BodyContent?
    /// Whether it may be sent again although it may have arrived.
    public let isRepeatable: Bool
    /// The largest response body to collect in memory, in bytes after decompression; never negative.
    public let maxBodySize: Int
    /// What the response may be taken from, for transports that have a cache; `nil` where nothing was said.
    public let cachePolicy: Network.CachePolicy?

    /// What tells a transport that can pause an exchange when its observer has enough for now.
    var flow: Backpressure?

    /// Host and port as written in the URL.
    let authority: String
    /// Whether a redirect has led it away from the origin that it was made for; once away, away for good.
    let hasLeftOrigin: Bool

    /// The content, if it is in memory; `nil` also for a file or a stream.
    public var body: Data? {
        guard case .data(let data) = content else { return nil }
        return data
    }

    /// The same request with `value` as the only value of the header `name`, for decorators of a transport.
    ///
    /// - Throws: ``RequestError`` if the field cannot be sent.
    public func header(_ name: String, _ value: String) throws(RequestError) -> PreparedRequest {
        var headers = headers
        headers.set(name, value)
        return try PreparedRequest(copying: self, headers: headers)
    }

    /// The same request without the header `name`.
    public func removingHeader(_ name: String) -> PreparedRequest {
        var headers = headers
        headers.remove(name)
        return PreparedRequest(copying: self, checked: headers, content)
    }

    /// The same request with other bytes as its body; its `Content-Type` stays.
    ///
    /// - Throws: ``RequestError/bodyNotAllowed(_:)`` where the method cannot carry one.
    public func body(_ body: Data) throws(RequestError) -> PreparedRequest {
        guard !method.forbidsBody else { throw .bodyNotAllowed(method) }
        return PreparedRequest(copying: self, checked: headers, .data(body))
    }

    private init(copying other: PreparedRequest, headers: HTTP.Headers) throws(RequestError) {
        let headers = try headers.onWire(
            authority: other.authority,
            bodyByteCount: other.content.map(\.byteCount) ?? 0
        )
        self.init(copying: other, checked: headers, other.content)
    }

    private init(copying other: PreparedRequest, checked headers: HTTP.Headers, _ content: BodyContent?) {
        self.headers = headers
        self.content = content
        method = other.method
        url = other.url
        isRepeatable = other.isRepeatable
        maxBodySize = other.maxBodySize
        cachePolicy = other.cachePolicy
        flow = other.flow
        authority = other.authority
        hasLeftOrigin = other.hasLeftOrigin
    }

    /// The same request with those of `defaults` that it has no field of, and that may go where it goes.
    ///
    /// - Throws: ``RequestError`` if one of them cannot be sent.
    func withDefaults(_ defaults: HTTP.Headers) throws(RequestError) -> PreparedRequest {
        guard !defaults.isEmpty else { return self }
        var merged = headers
        for (name, value) in defaults where !headers.contains(name) && !(hasLeftOrigin && isBoundToOrigin(name)) {
            merged.add(name, value)
        }
        return try PreparedRequest(copying: self, headers: merged)
    }

    /// The same request to another address, as a redirect asks for it: with `method`, without the body unless it is
    /// kept, and with those header fields whose names `isKept` approves.
    ///
    /// - Throws: ``RequestError`` if the address cannot be asked.
    func redirected(
        to address: String,
        method: HTTP.Method,
        keepingBody keepsBody: Bool,
        keepingHeaders isKept: (String) -> Bool
    ) throws(RequestError) -> PreparedRequest {
        let address = try HTTPURL(address)
        var headers = headers.emptied()
        for (name, value) in self.headers where isKept(name) { headers.add(name, value) }
        var next = PreparedRequest(
            method: method,
            url: address.url,
            headers: headers,
            content: keepsBody ? content : nil,
            isRepeatable: isRepeatable,
            maxBodySize: maxBodySize,
            cachePolicy: cachePolicy,
            authority: address.authority,
            hasLeftOrigin: hasLeftOrigin || !address.url.hasSameOrigin(as: url)
        )
        next.flow = flow
        return next
    }

    private init(
        method: HTTP.Method,
        url: URL,
        headers: HTTP.Headers,
        content: BodyContent?,
        isRepeatable: Bool,
        maxBodySize: Int,
        cachePolicy: Network.CachePolicy?,
        authority: String,
        hasLeftOrigin: Bool
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.content = content
        self.isRepeatable = isRepeatable
        self.maxBodySize = maxBodySize
        self.cachePolicy = cachePolicy
        self.authority = authority
        self.hasLeftOrigin = hasLeftOrigin
    }

    /// Whether a header belongs to the origin it was given for, and must not reach another (N15).
    func isBoundToOrigin(_ name: String) -> Bool {
        let name = name.lowercased()
        return Redaction.standard.headerNames.contains(name) || headers.markedSecretNames.contains(name)
            || name == "origin" || name == "referer"
    }

    fileprivate init(withoutAuthorization request: Request) throws(RequestError) {
        guard request.method.isToken else { throw .invalidMethod(HTTP.tokenPrefix(of: request.method.rawValue)) }
        let (url, body) = try request.encodedParts()
        let address = try HTTPURL(url)
        let configuration = request.details?.configuration
        let content = try request.wireContent(of: body, with: configuration)
        var headers = request.headers
        if let type = body?.contentType, content != nil, !headers.contains(HTTP.Headers.Name.contentType) {
            headers.add(HTTP.Headers.Name.contentType, type.rawValue)
        }
        if let cacheControl = configuration?.cachePolicy?.cacheControl,
            !headers.contains(HTTP.Headers.Name.cacheControl)
        {
            headers.add(HTTP.Headers.Name.cacheControl, cacheControl)
        }
        self.headers = try headers.onWire(authority: address.authority, bodyByteCount: content.map(\.byteCount) ?? 0)
        self.content = content
        method = request.method
        self.url = address.url
        isRepeatable = request.isRepeatable && content?.canBeReplayed ?? true
        maxBodySize = max(0, request.maxBodySize)
        cachePolicy = configuration?.cachePolicy
        authority = address.authority
        hasLeftOrigin = false
    }
}

extension Request {
    /// Checks the request and makes it ready for one attempt, asking ``authorization`` for a fresh header.
    ///
    /// Cheap and without I/O of its own. Its own layers count here: its ``environment`` and its ``configuration``; those of a
    /// network only where the network sends it. A source that answers asynchronously, or to a challenge, is not asked here
    /// but while the request is sent. Of fields that may stand only once the last wins; a header set by the user
    /// wins over the generated one. `Host` and `Content-Length` set by hand must agree with URL and body;
    /// `Transfer-Encoding`, `Upgrade`, `Keep-Alive` and `Proxy-Connection` are refused, and so is a `Connection` other
    /// than `close` or `keep-alive`. GET, HEAD, TRACE and CONNECT cannot carry a body.
    ///
    /// - Throws: ``RequestError``, for the first thing that is wrong.
    public func prepared() throws(RequestError) -> PreparedRequest {
        // What a network sends was resolved with all its layers; what is prepared by hand has its own.
        let request = details == nil ? self : resolved(in: nil)
        return try request.authorized(request.preparedWithoutAuthorization())
    }

    /// Checks the request, which is resolved, and makes it ready but for its authorization.
    func preparedWithoutAuthorization() throws(RequestError) -> PreparedRequest {
        try PreparedRequest(withoutAuthorization: self)
    }

    /// `request` with the header that can be had on the spot.
    func authorized(_ request: PreparedRequest) throws(RequestError) -> PreparedRequest {
        guard let authorization, authorization.scheme == nil,
            !request.headers.contains(HTTP.Headers.Name.authorization)
        else { return request }
        guard let value = try authorization.sentValue(for: request) else { return request }
        return try request.header(HTTP.Headers.Name.authorization, value)
    }

    fileprivate func wireContent(
        of body: Body?,
        with configuration: Network.Configuration?
    ) throws(RequestError) -> BodyContent? {
        guard let body else { return method.expectsBody ? .data(Data()) : nil }
        var encoders = configuration?.encoders ?? BodyEncoders()
        encoders.style = configuration?.parameterStyle ?? ParameterStyle()
        let content = try body.content(with: encoders)
        guard method.forbidsBody else { return content }
        guard content.isEmpty else { throw .bodyNotAllowed(method) }
        return nil
    }
}

extension PreparedRequest: CustomStringConvertible, CustomReflectable {
    /// Method and URL on one line, secrets hidden.
    public var description: String { "\(method) \(Redaction.standard.url(url.absoluteString))" }

    /// The parts with secrets hidden, for `dump` and debuggers.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "request": description, "headers": headers,
                "body": content.map { "\($0.byteCount.map { "\($0)" } ?? "unknown") bytes" } as Any,
                "isRepeatable": isRepeatable, "maxBodySize": maxBodySize,
            ]
        )
    }
}
