#if os(Linux)
    import ReactiveHTTPModel

    /// A request as it goes over a socket, apart from its body. It is made once for a request that is sent often.
    final class EncodedRequest: Sendable {
        let server: Server
        /// The bytes of the head.
        let head: [UInt8]
        let framing: BodyFraming
        /// A Boolean value that indicates whether the request itself asks the server to confirm that it wants the body
        /// (EN16).
        let expectsContinue: Bool
        /// A Boolean value that indicates whether the request itself asks the server to close the connection.
        let closes: Bool
        /// A Boolean value that indicates whether codings of the response are to be undone, because the request itself
        /// names none.
        let undoesCodings: Bool

        /// - Throws: An error for a request that cannot be sent over HTTP/1.1.
        init(_ request: PreparedRequest) throws(TransportError) {
            let head = try RequestHead(request)
            var bytes: [UInt8] = []
            head.append(to: &bytes)
            self.head = bytes
            server = Server(url: request.url)
            framing = head.framing
            expectsContinue = head.expectsContinue
            closes = head.closes
            undoesCodings = ContentDecoding.acceptEncoding != nil && !head.hasAcceptEncoding
        }
    }
#endif
