import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Request {
    /// The request that a `URLRequest` stands for: its method, URL, headers and `httpBody`; nothing else of it counts.
    ///
    /// For builders of your own that keep a `URLRequest`.
    ///
    /// - Parameters:
    ///   - urlRequest: what to send. What is wrong with it surfaces when the request is prepared.
    ///   - acceptedResponseCodes: the status codes that count as success.
    public init(urlRequest: URLRequest, acceptedResponseCodes: [HTTP.StatusCode] = HTTP.StatusCode.allSuccess) {
        self.init(
            HTTP.Method(rawValue: urlRequest.httpMethod ?? HTTP.Method.get.rawValue),
            urlRequest.url?.absoluteString ?? "",
            headers: HTTP.Headers(urlRequest.allHTTPHeaderFields ?? [:]),
            body: urlRequest.httpBody.map { .data($0, contentType: nil) },
            acceptedResponseCodes: acceptedResponseCodes
        )
    }

    /// The request as a `URLRequest`, as it would go out in one attempt: checked, with `Authorization` and `Content-Type`.
    ///
    /// - Throws: ``RequestError`` for a request that cannot be sent.
    public var urlRequest: URLRequest {
        get throws(RequestError) { URLRequest(try prepared()) }
    }
}
