import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Request {
    /// Creates a request from the method, URL, headers, and `httpBody` of a `URLRequest`. Other properties are ignored.
    ///
    /// This initializer serves request builders of your own that are based on `URLRequest`.
    ///
    /// - Parameters:
    ///   - urlRequest: The request to convert. An invalid request fails when it is prepared.
    ///   - acceptedResponseCodes: The status codes that count as success.
    public init(urlRequest: URLRequest, acceptedResponseCodes: [HTTP.StatusCode] = HTTP.StatusCode.allSuccess) {
        let codes = AcceptedCodes(acceptedResponseCodes)
        self.init(
            HTTP.Method(rawValue: urlRequest.httpMethod ?? HTTP.Method.get.rawValue),
            urlRequest.url?.absoluteString ?? "",
            headers: HTTP.Headers(urlRequest.allHTTPHeaderFields ?? [:]),
            body: urlRequest.httpBody.map { .data($0, contentType: nil) },
            acceptedCodes: codes == .success ? nil : codes
        )
    }

    /// The validated request as a `URLRequest`, as one attempt sends it, including `Authorization` and `Content-Type`.
    ///
    /// - Throws: `RequestError` for a request that cannot be sent.
    public var urlRequest: URLRequest {
        get throws(RequestError) { URLRequest(try prepared()) }
    }
}
