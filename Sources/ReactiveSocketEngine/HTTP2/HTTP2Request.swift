#if os(Linux)
    import ReactiveHTTPModel

    extension HTTP2FieldBlock {
        /// Creates the fields of a request (EN36): first those of the protocol, then the request's own in order,
        /// without those that belong to a connection (RFC 9113 §8.2.2), then the ones that the engine adds.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - cookie: The value of `Cookie`, if the transport has cookies for the request.
        init(_ request: PreparedRequest, cookie: String? = nil) {
            self.init()
            add(":method", request.method.rawValue)
            add(":scheme", request.url.isSecure ? "https" : "http")
            add(":authority", request.authority)
            add(":path", RequestHead.target(of: request.url))
            var (hasAccept, hasAcceptEncoding) = (false, false)
            for (name, value) in request.headers {
                let name = name.lowercased()
                guard !Self.connectionNames.contains(name) else { continue }
                // Of its values, only this one may be sent.
                guard name != "te" || value.lowercased() == "trailers" else { continue }
                hasAccept = hasAccept || name == "accept"
                hasAcceptEncoding = hasAcceptEncoding || name == "accept-encoding"
                add(name, value, isSecret: request.headers.isNeverIndexed(name))
            }
            if let cookie { add("cookie", cookie, isSecret: true) }
            if !hasAccept { add("accept", "*/*") }
            if !hasAcceptEncoding, let codings = ContentDecoding.acceptEncoding { add("accept-encoding", codings) }
            if case .length(let length) = BodyFraming(request.content) { add("content-length", String(length)) }
        }

        /// A prepared request names no others in `Connection`.
        private static let connectionNames: Set = [
            "connection", "host", "http2-settings", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade",
        ]
    }

    extension HTTP.Headers {
        /// Returns whether no table of a connection may remember the values of a field, because it is secret (RFC 7541
        /// §7.1.3).
        fileprivate func isNeverIndexed(_ name: String) -> Bool {
            isMarkedSecret(name) || Redaction.standard.isSecret(headerName: name)
        }
    }
#endif
