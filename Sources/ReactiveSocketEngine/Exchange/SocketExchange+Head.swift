#if os(Linux)
    import ReactiveHTTPModel

    extension SocketExchange {
        /// The bytes of the request's head for its connection: with the cookies of the transport, and in the form for a
        /// proxy that takes the request itself (RFC 9112 §3.2.2).
        var head: [UInt8] {
            let isForwarding = server.isForwarding
            guard isForwarding || cookies?.field != nil else { return encoded.head }
            var head = encoded.head
            // The empty line follows the last field.
            head.removeLast(2)
            if let field = cookies?.field { head += Array("\(HTTP.Headers.Name.cookie): \(field)\r\n".utf8) }
            if isForwarding {
                let name = HTTP.Headers.Name.proxyAuthorization
                if let credentials = server.proxy?.credentials, !request.headers.contains(name) {
                    head += Array("\(name): \(credentials.basic)\r\n".utf8)
                }
                head.insert(contentsOf: origin, at: request.method.rawValue.utf8.count + 1)
            }
            return head + [.carriageReturn, .lineFeed]
        }

        /// The scheme and the authority of the URL, as they are written.
        private var origin: [UInt8] {
            let address = Array(request.url.absoluteString.utf8)
            let slash = UInt8(ascii: "/")
            guard let scheme = address.firstIndex(of: slash) else { return [] }
            let end = address.dropFirst(scheme + 2).firstIndex { $0 == slash || $0 == UInt8(ascii: "?") }
            return Array(address[..<(end ?? address.count)])
        }
    }
#endif
