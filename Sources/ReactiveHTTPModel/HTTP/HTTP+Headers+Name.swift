extension HTTP.Headers {
    /// The names of well-known header fields, as strings. Any other string can be used as a name, too.
    ///
    /// ```swift
    /// headers[HTTP.Headers.Name.retryAfter]
    /// ```
    public enum Name {
        /// `Accept`
        public static let accept = "Accept"
        /// `Accept-Encoding`
        public static let acceptEncoding = "Accept-Encoding"
        /// `Accept-Language`
        public static let acceptLanguage = "Accept-Language"
        /// `Age`
        public static let age = "Age"
        /// `Authorization`
        public static let authorization = "Authorization"
        /// `Cache-Control`
        public static let cacheControl = "Cache-Control"
        /// `Connection`
        public static let connection = "Connection"
        /// `Content-Disposition`
        public static let contentDisposition = "Content-Disposition"
        /// `Content-Encoding`
        public static let contentEncoding = "Content-Encoding"
        /// `Content-Length`
        public static let contentLength = "Content-Length"
        /// `Content-Range`
        public static let contentRange = "Content-Range"
        /// `Content-Type`
        public static let contentType = "Content-Type"
        /// `Cookie`
        public static let cookie = "Cookie"
        /// `Date`
        public static let date = "Date"
        /// `ETag`
        public static let eTag = "ETag"
        /// `Expires`
        public static let expires = "Expires"
        /// `Host`
        public static let host = "Host"
        /// `Idempotency-Key`
        public static let idempotencyKey = "Idempotency-Key"
        /// `If-Match`
        public static let ifMatch = "If-Match"
        /// `If-Modified-Since`
        public static let ifModifiedSince = "If-Modified-Since"
        /// `If-None-Match`
        public static let ifNoneMatch = "If-None-Match"
        /// `If-Range`
        public static let ifRange = "If-Range"
        /// `Last-Modified`
        public static let lastModified = "Last-Modified"
        /// `Link`
        public static let link = "Link"
        /// `Location`
        public static let location = "Location"
        /// `Proxy-Authenticate`
        public static let proxyAuthenticate = "Proxy-Authenticate"
        /// `Proxy-Authorization`
        public static let proxyAuthorization = "Proxy-Authorization"
        /// `Range`
        public static let range = "Range"
        /// `Referer`
        public static let referer = "Referer"
        /// `Retry-After`
        public static let retryAfter = "Retry-After"
        /// `Set-Cookie`
        public static let setCookie = "Set-Cookie"
        /// `Transfer-Encoding`
        public static let transferEncoding = "Transfer-Encoding"
        /// `User-Agent`
        public static let userAgent = "User-Agent"
        /// `Vary`
        public static let vary = "Vary"
        /// `WWW-Authenticate`
        public static let wwwAuthenticate = "WWW-Authenticate"
        /// `X-Api-Key`
        public static let xApiKey = "X-Api-Key"
    }
}
