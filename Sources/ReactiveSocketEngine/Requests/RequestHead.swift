#if os(Linux)
    import ReactiveHTTPModel

    /// The head of a request in HTTP/1.1 (EN14).
    ///
    /// The parts of a prepared request are checked, so that none of them contains a line end: the method and the names
    /// are tokens, the values have no control bytes but tabs, and the URL has neither control bytes nor spaces.
    struct RequestHead {
        /// The mark of the end of the body.
        let framing: BodyFraming
        /// A Boolean value that indicates whether the request itself asks the server to confirm that it wants the body
        /// (EN16).
        let expectsContinue: Bool
        /// A Boolean value that indicates whether the request itself asks the server to close the connection.
        let closes: Bool
        /// The size of the head in bytes, rounded up.
        let byteCount: Int

        private let request: PreparedRequest
        private let address: String
        /// The position of the target in the address, as a number of bytes.
        private let targetOffset: Int
        private let hasAccept: Bool
        /// A Boolean value that indicates whether the request itself names codings.
        let hasAcceptEncoding: Bool

        /// Creates the head of a request.
        ///
        /// - Parameter request: The request.
        /// - Throws: An error for a CONNECT request, and for a body with a negative length.
        init(_ request: PreparedRequest) throws(TransportError) {
            guard request.method != .connect else { throw .unsupported("a CONNECT request", request) }
            framing = BodyFraming(request.content)
            if case .length(let length) = framing, length < 0 {
                throw .unsupported("a body of \(length) bytes", request)
            }
            self.request = request
            var address = request.url.absoluteString
            targetOffset = address.withUTF8 { Self.targetOffset(in: $0) }
            self.address = address
            var byteCount = Self.fixedByteCount + request.method.rawValue.utf8.count + request.authority.utf8.count
            byteCount += address.utf8.count - targetOffset
            var (expectsContinue, closes, hasAccept, hasAcceptEncoding) = (false, false, false, false)
            for (name, value) in request.headers {
                byteCount += name.utf8.count + value.utf8.count + 4
                switch name.utf8.count {
                case 6 where name.utf8.span.isSame(as: "expect"):
                    expectsContinue = expectsContinue || value.utf8.span.isSame(as: "100-continue")
                case 6 where name.utf8.span.isSame(as: "accept"):
                    hasAccept = true
                case 10 where name.utf8.span.isSame(as: "connection"):
                    closes = closes || value.utf8.span.isSame(as: "close")
                case 15 where name.utf8.span.isSame(as: "accept-encoding"):
                    hasAcceptEncoding = true
                default:
                    break
                }
            }
            // A server has nothing to confirm where no body follows (RFC 9110 §10.1.1).
            self.expectsContinue = expectsContinue && framing.hasBody
            self.closes = closes
            self.hasAccept = hasAccept
            self.hasAcceptEncoding = hasAcceptEncoding
            self.byteCount = byteCount
        }

        /// More bytes than the lines have besides the parts of the request.
        private static let fixedByteCount = 192
        private static let host = Array("Host: ".utf8)
        private static let version = Array(" HTTP/1.1\r\n".utf8)
        private static let accept = Array("Accept: */*\r\n".utf8)
        private static let acceptEncoding = Array(
            (ContentDecoding.acceptEncoding.map { "Accept-Encoding: \($0)\r\n" } ?? "").utf8
        )
        private static let contentLength = Array("Content-Length: ".utf8)
        private static let chunked = Array("Transfer-Encoding: chunked\r\n".utf8)

        /// Appends the bytes of the head, with the empty line at its end.
        func append(to bytes: inout [UInt8]) {
            bytes.reserveCapacity(bytes.count + byteCount)
            appendRequestLine(to: &bytes)
            bytes.append(contentsOf: Self.host)
            bytes.append(request.authority)
            bytes.appendLineEnd()
            for (name, value) in request.headers { bytes.append(name, value) }
            if !hasAccept { bytes.append(contentsOf: Self.accept) }
            if !hasAcceptEncoding { bytes.append(contentsOf: Self.acceptEncoding) }
            switch framing {
            case .none: break
            case .length(let length):
                bytes.append(contentsOf: Self.contentLength)
                bytes.append(String(length))
                bytes.appendLineEnd()
            case .chunked: bytes.append(contentsOf: Self.chunked)
            }
            bytes.appendLineEnd()
        }

        private func appendRequestLine(to bytes: inout [UInt8]) {
            bytes.append(request.method.rawValue)
            bytes.append(UInt8(ascii: " "))
            var address = address
            address.withUTF8 { address in
                let target = UnsafeBufferPointer(rebasing: address[targetOffset...])
                if target.first != UInt8(ascii: "/") { bytes.append(UInt8(ascii: "/")) }
                bytes.append(contentsOf: target)
            }
            bytes.append(contentsOf: Self.version)
        }

        /// Returns the path and the query as they are sent.
        static func target(of url: URL) -> [UInt8] {
            var address = url.absoluteString
            return address.withUTF8 { address in
                let target = UnsafeBufferPointer(rebasing: address[targetOffset(in: address)...])
                return (target.first == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + target
            }
        }

        /// Returns the position of the path and the query, which follow the authority.
        private static func targetOffset(in address: UnsafeBufferPointer<UInt8>) -> Int {
            let slash = UInt8(ascii: "/")
            guard let scheme = address.firstIndex(of: slash) else { return address.count }
            // Two slashes precede the authority.
            let authority = address.dropFirst(scheme + 2)
            return authority.firstIndex { $0 == slash || $0 == UInt8(ascii: "?") } ?? address.count
        }
    }

    extension [UInt8] {
        fileprivate mutating func append(_ text: String) {
            var text = text
            text.withUTF8 { append(contentsOf: $0) }
        }

        fileprivate mutating func appendLineEnd() {
            append(.carriageReturn)
            append(.lineFeed)
        }

        /// Appends the line of a field.
        fileprivate mutating func append(_ name: String, _ value: String) {
            append(name)
            append(UInt8(ascii: ":"))
            if !value.isEmpty { append(UInt8(ascii: " ")) }
            append(value)
            appendLineEnd()
        }
    }

    extension TransportError {
        fileprivate static func unsupported(_ detail: String, _ request: PreparedRequest) -> TransportError {
            TransportError(.unsupported, host: request.url.host, phase: .preparing, detail: detail)
        }
    }
#endif
