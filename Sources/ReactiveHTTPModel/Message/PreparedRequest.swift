import ReactiveCore

/// A request that is ready for the wire, as a transport receives it.
///
/// The method, the URL and the header fields are checked and final, and a transport sends them unchanged. It adds only
/// the fields of the connection: `Host`, the framing (`Content-Length`, also for an empty body), and its own defaults
/// for missing fields.
public struct PreparedRequest: Sendable {
    /// The parts, out of line: every stage on the way to the transport copies the request.
    private final class Box: Sendable {
        let parts: Parts
        /// The form in which a transport sends the request.
        let encoded = InlineLocked<(any AnyObject & Sendable)?>(nil)

        init(_ parts: Parts) {
            self.parts = parts
        }
    }

    private struct Parts: Sendable {
        var method: HTTP.Method
        var url: URL
        var headers: HTTP.Headers
        var content: BodyContent?
        var isRepeatable: Bool
        var maxBodySize: Int
        var cachePolicy: CachePolicy?
        var cacheLifetime: CacheLifetime?
        var attachments: Attachments
        var flow: Backpressure?
        var upgrade: Upgrade?
        var authority: String
        var hasLeftOrigin = false
        var isRetry = false
        var isLive = false
    }

    private let box: Box

    private init(_ parts: Parts) {
        box = Box(parts)
    }

    /// Creates a request from parts that are checked, and from header fields, which are checked here.
    ///
    /// - Throws: A ``RequestError`` if one of the fields cannot be sent.
    package init(
        _ method: HTTP.Method,
        _ address: HTTPURL,
        headers: HTTP.Headers,
        content: BodyContent?,
        isRepeatable: Bool,
        maxBodySize: Int,
        cachePolicy: CachePolicy? = nil,
        cacheLifetime: CacheLifetime? = nil,
        attachments: Attachments = Attachments(),
        hasLeftOrigin: Bool = false
    ) throws(RequestError) {
        let parts = Parts(
            method: method,
            url: address.url,
            headers: try headers.onWire(authority: address.authority, bodyByteCount: content.map(\.byteCount) ?? 0),
            content: content,
            isRepeatable: isRepeatable && content?.canBeReplayed ?? true,
            maxBodySize: max(0, maxBodySize),
            cachePolicy: cachePolicy,
            cacheLifetime: cacheLifetime,
            attachments: attachments,
            authority: address.authority,
            hasLeftOrigin: hasLeftOrigin
        )
        self.init(parts)
    }

    /// The method, a token in upper case.
    public var method: HTTP.Method { box.parts.method }
    /// The URL: absolute, http or https, with a host, without user, password and fragment.
    public var url: URL { box.parts.url }
    /// The header fields, with `Authorization` and `Content-Type` at most once each, and without `Host`,
    /// `Content-Length` and `Transfer-Encoding`.
    public var headers: HTTP.Headers { box.parts.headers }
    /// The content. It is empty rather than `nil` for a POST, PUT, PATCH or QUERY without one, so that
    /// `Content-Length: 0` is sent; always `nil` for methods that cannot carry content.
    public var content: BodyContent? { box.parts.content }
    /// A Boolean value that indicates whether the request may be sent again although it may have reached the server.
    public var isRepeatable: Bool { box.parts.isRepeatable }
    /// The largest response body that is collected in memory, in bytes after decompression; never negative.
    public var maxBodySize: Int { box.parts.maxBodySize }
    /// The sources that the response may be taken from, for transports with a cache; `nil` if no layer sets a policy.
    public var cachePolicy: CachePolicy? { box.parts.cachePolicy }

    /// The lifetime of the response that the layers ask for, for transports with a cache; `nil` if none does.
    public var cacheLifetime: CacheLifetime? { box.parts.cacheLifetime }
    /// The values that capabilities have added.
    package var attachments: Attachments { box.parts.attachments }

    /// The gate that tells a transport to pause an exchange while its observer is slow.
    package var flow: Backpressure? { box.parts.flow }

    /// The change of protocols that the request asks for, if any (EN40).
    package var upgrade: Upgrade? { box.parts.upgrade }

    /// The host and port as written in the URL.
    package var authority: String { box.parts.authority }
    /// A Boolean value that indicates whether a redirect has left the origin of the first request. It never becomes
    /// `false` again.
    package var hasLeftOrigin: Bool { box.parts.hasLeftOrigin }

    /// A Boolean value that indicates whether an earlier attempt of the operation has failed.
    package var isRetry: Bool { box.parts.isRetry }

    /// A Boolean value that indicates whether the response is a stream of events, which no cache answers or stores.
    package var isLive: Bool { box.parts.isLive }

    /// The content, if it is in memory; `nil` for a file or a stream.
    public var body: Data? {
        guard case .data(let data) = content else { return nil }
        return data
    }

    /// Returns the request with `value` as the only value of the header `name`, for decorators of a transport.
    ///
    /// - Parameters:
    ///   - name: The name, which is case-insensitive.
    ///   - value: The value.
    /// - Returns: The changed request.
    /// - Throws: A ``RequestError`` if the field cannot be sent.
    public func header(_ name: String, _ value: String) throws(RequestError) -> PreparedRequest {
        var headers = headers
        headers.set(name, value)
        return try with(headers)
    }

    /// Returns the request without the header `name`.
    ///
    /// - Parameter name: The name, which is case-insensitive.
    /// - Returns: The changed request.
    public func removingHeader(_ name: String) -> PreparedRequest {
        with { $0.headers.remove(name) }
    }

    /// Returns the request with other bytes as its body and the same `Content-Type`.
    ///
    /// - Parameter body: The bytes.
    /// - Returns: The changed request.
    /// - Throws: ``RequestError/bodyNotAllowed(_:)`` if the method cannot carry a body.
    public func body(_ body: Data) throws(RequestError) -> PreparedRequest {
        guard !method.forbidsBody else { throw .bodyNotAllowed(method) }
        return with { $0.content = .data(body) }
    }

    /// Returns the request with a gate that pauses its exchange.
    package func paused(by flow: Backpressure?) -> PreparedRequest {
        with { $0.flow = flow }
    }

    /// Returns the request with a change of protocols and the header fields of that change (EN40).
    package func upgrading(by upgrade: Upgrade) -> PreparedRequest {
        with { parts in
            parts.upgrade = upgrade
            parts.headers = upgrade.replacingFields(in: parts.headers)
        }
    }

    /// Returns the request of a further attempt, whose answer must not be the failure of an earlier one.
    package func retried() -> PreparedRequest {
        with { $0.isRetry = true }
    }

    /// Returns the request of a stream of events.
    package func live() -> PreparedRequest {
        with { $0.isLive = true }
    }

    /// Returns the form in which a transport sends the request, which is kept: an equal request is often sent again.
    ///
    /// - Parameter make: Makes that form from the request alone.
    /// - Returns: An earlier or a new result of `make`.
    /// - Throws: The error of `make`.
    package func encoded<Form: AnyObject & Sendable, Failure: Error>(
        _ make: () throws(Failure) -> Form
    ) throws(Failure) -> Form {
        if let form = box.encoded.withLock({ $0 }) as? Form { return form }
        let form = try make()
        box.encoded.withLock { $0 = form }
        return form
    }

    private func with(_ change: (inout Parts) -> Void) -> PreparedRequest {
        var parts = box.parts
        change(&parts)
        return PreparedRequest(parts)
    }

    private func with(_ headers: HTTP.Headers) throws(RequestError) -> PreparedRequest {
        let byteCount = content.map(\.byteCount) ?? 0
        guard let upgrade else {
            let headers = try headers.onWire(authority: authority, bodyByteCount: byteCount)
            return with { $0.headers = headers }
        }
        // The fields of the change belong to it, and could not be set by hand.
        let others = try upgrade.removingFields(from: headers)
            .onWire(authority: authority, bodyByteCount: byteCount)
        let headers = upgrade.replacingFields(in: others)
        return with { $0.headers = headers }
    }

    /// Returns the request with the fields of `defaults` that it lacks and that may be sent to its origin.
    ///
    /// - Throws: A ``RequestError`` if one of them cannot be sent.
    package func withDefaults(_ defaults: HTTP.Headers) throws(RequestError) -> PreparedRequest {
        guard !defaults.isEmpty else { return self }
        var merged = headers
        for (name, value) in defaults where !headers.contains(name) && !(hasLeftOrigin && isBoundToOrigin(name)) {
            merged.add(name, value)
        }
        return try with(merged)
    }

    /// Returns the request that a redirect asks for: to another address, with `method`, without the body unless it is
    /// kept, and with the header fields whose names `isKept` approves.
    ///
    /// - Throws: A ``RequestError`` if the address is invalid.
    package func redirected(
        to address: String,
        method: HTTP.Method,
        keepingBody keepsBody: Bool,
        keepingHeaders isKept: (String) -> Bool
    ) throws(RequestError) -> PreparedRequest {
        let address = try HTTPURL(address)
        var headers = headers.emptied()
        for (name, value) in self.headers where isKept(name) { headers.add(name, value) }
        return with { parts in
            parts.hasLeftOrigin = parts.hasLeftOrigin || !address.url.hasSameOrigin(as: parts.url)
            parts.method = method
            parts.url = address.url
            parts.authority = address.authority
            parts.headers = headers
            if !keepsBody { parts.content = nil }
        }
    }

    /// Returns a Boolean value that indicates whether a header must not reach another origin (N15).
    package func isBoundToOrigin(_ name: String) -> Bool { headers.isBoundToOrigin(name) }
}

extension HTTP.Headers {
    /// Returns a Boolean value that indicates whether a header must not reach another origin (N15).
    package func isBoundToOrigin(_ name: String) -> Bool {
        Self.boundNames.contains(name.lowercased()) || isMarkedSecret(name)
            || Redaction.standard.isSecret(headerName: name)
    }

    /// The fields that are bound whatever names the user calls open.
    private static let boundNames: Set = ["authorization", "proxy-authorization", "cookie", "origin", "referer"]
}

extension PreparedRequest: CustomStringConvertible, CustomReflectable {
    /// The method and the URL on one line, with secrets redacted.
    public var description: String { "\(method) \(Redaction.standard.url(url.absoluteString))" }

    /// The parts with secrets redacted, for `dump` and debuggers.
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
