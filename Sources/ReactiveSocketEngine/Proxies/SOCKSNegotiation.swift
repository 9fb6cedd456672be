#if os(Linux)
    import ReactiveHTTPModel

    /// The negotiation with a proxy of SOCKS 5 (RFC 1928), with a user name and a password if there are any (RFC 1929).
    struct SOCKSNegotiation: ProxyNegotiation {
        private enum State {
            case choosingMethod
            case authenticating
            case requesting
            case open
        }

        private enum Code {
            static let version: UInt8 = 5
            static let passwordVersion: UInt8 = 1
            static let noAuthentication: UInt8 = 0
            static let password: UInt8 = 2
            static let noMethod: UInt8 = 0xFF
            static let connect: UInt8 = 1
            static let ipv4: UInt8 = 1
            static let name: UInt8 = 3
            static let ipv6: UInt8 = 4
        }

        /// The size of the longest name that a proxy looks up.
        static let maxNameByteCount = 255

        var output: [UInt8]
        private var state = State.choosingMethod
        /// The bytes of an answer that is not complete.
        private var pending: [UInt8] = []
        private let request: [UInt8]
        private let credentials: ProxyServer.Credentials?

        /// Creates a negotiation.
        ///
        /// - Parameters:
        ///   - host: The server's address, or a name of at most 255 bytes for the proxy to look up.
        ///   - port: The server's port.
        ///   - credentials: The credentials for the proxy, of at most 255 bytes each.
        init(host: String, port: Int, _ credentials: ProxyServer.Credentials?) {
            let number = UInt16(truncatingIfNeeded: port)
            request =
                [Code.version, Code.connect, 0] + Self.address(host)
                + [UInt8(number >> 8), UInt8(number & 0xFF)]
            self.credentials = credentials
            let methods = credentials == nil ? [Code.noAuthentication] : [Code.noAuthentication, Code.password]
            output = [Code.version, UInt8(methods.count)] + methods
        }

        private static func address(_ host: String) -> [UInt8] {
            var older = in_addr()
            if inet_pton(AF_INET, host, &older) == 1 { return [Code.ipv4] + withUnsafeBytes(of: older) { Array($0) } }
            var newer = in6_addr()
            if inet_pton(AF_INET6, host, &newer) == 1 { return [Code.ipv6] + withUnsafeBytes(of: newer) { Array($0) } }
            return [Code.name] + counted(host)
        }

        private static func counted(_ text: String) -> [UInt8] {
            let bytes = text.utf8.prefix(255)
            return [UInt8(bytes.count)] + bytes
        }

        mutating func receive(_ bytes: Span<UInt8>) throws(StreamFailure) -> Bool {
            bytes.withUnsafeBufferPointer { pending.append(contentsOf: $0) }
            while state != .open, let count = try answerByteCount, pending.count >= count {
                try take(Array(pending[..<count]))
                pending.removeFirst(count)
                // The proxy speaks only when it is asked.
                guard pending.isEmpty else { throw .unasked }
            }
            return state == .open
        }

        /// The size of the answer that is awaited, or `nil` if its beginning does not say it yet.
        private var answerByteCount: Int? {
            get throws(StreamFailure) {
                let version = state == .authenticating ? Code.passwordVersion : Code.version
                guard pending.first ?? version == version else {
                    throw .refused("the proxy's answer is not one of SOCKS 5")
                }
                guard state == .requesting else { return 2 }
                // An answer with a failure may end after its code.
                guard pending.count >= 2 else { return nil }
                guard pending[1] == 0 else { return pending.count }
                guard pending.count >= 5 else { return nil }
                switch pending[3] {
                case Code.ipv4: return 10
                case Code.name: return 7 + Int(pending[4])
                case Code.ipv6: return 22
                default: throw .refused("the proxy's answer has an address of an unknown type")
                }
            }
        }

        private mutating func take(_ answer: [UInt8]) throws(StreamFailure) {
            switch (state, answer[1]) {
            case (.choosingMethod, Code.noAuthentication):
                begin(.requesting, request)
            case (.choosingMethod, Code.password):
                guard let credentials else {
                    throw .refused("the proxy asks for a password")
                }
                begin(
                    .authenticating,
                    [Code.passwordVersion] + Self.counted(credentials.user) + Self.counted(credentials.password)
                )
            case (.choosingMethod, _): throw .refused("the proxy accepts no offered way to authenticate")
            case (.authenticating, 0): begin(.requesting, request)
            case (.authenticating, _): throw .refused("the proxy does not accept the credentials")
            case (.requesting, 0): state = .open
            case (.requesting, let code): throw .refused(Self.text(of: code))
            case (.open, _): throw .unasked
            }
        }

        private mutating func begin(_ next: State, _ bytes: [UInt8]) {
            state = next
            output = bytes
        }

        private static func text(of code: UInt8) -> String {
            let reason =
                switch code {
                case 1: "a general failure"
                case 2: "its rules do not allow the connection"
                case 3: "the network cannot be reached"
                case 4: "the host cannot be reached"
                case 5: "the connection was refused"
                case 6: "the connection has timed out"
                case 7: "the command is not supported"
                case 8: "the type of the address is not supported"
                default: "an unknown failure"
                }
            return "the proxy answered: \(reason) (SOCKS code \(code))"
        }
    }
#endif
