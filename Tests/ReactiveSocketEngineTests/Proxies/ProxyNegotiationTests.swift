#if os(Linux)
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// The negotiations with proxies, as bytes in and bytes out (EN37).
    @Suite struct ProxyNegotiationTests {
        /// Runs a negotiation with a proxy that gives these answers, in pieces of a size.
        ///
        /// - Returns: What was sent, piece by piece, and whether the connection is open.
        private func run(
            _ negotiation: some ProxyNegotiation,
            _ answers: [[UInt8]],
            by size: Int = .max
        ) throws(StreamFailure) -> (sent: [[UInt8]], isOpen: Bool) {
            var negotiation = negotiation
            var sent = [negotiation.output]
            var isOpen = false
            for answer in answers {
                negotiation.output = []
                var rest = answer[...]
                while !rest.isEmpty {
                    let piece = Array(rest.prefix(size))
                    rest = rest.dropFirst(piece.count)
                    isOpen = try negotiation.receive(piece.span)
                }
                if !negotiation.output.isEmpty { sent.append(negotiation.output) }
            }
            return (sent, isOpen)
        }

        private func failure(_ negotiation: some ProxyNegotiation, _ answers: [[UInt8]]) -> StreamFailure? {
            do throws(StreamFailure) {
                _ = try run(negotiation, answers)
                return nil
            } catch {
                return error
            }
        }

        private let credentials = ProxyServer.Credentials(user: "ape", password: "group")

        // CONNECT

        @Test(arguments: [("origin.test", "origin.test:443"), ("::1", "[::1]:443"), ("10.0.0.1", "10.0.0.1:443")])
        func aTunnelIsAskedForWithHostAndPort(host: String, authority: String) {  // EN37
            let bytes = ConnectNegotiation(host: host, port: 443, credentials).output
            #expect(
                String(decoding: bytes, as: UTF8.self)
                    == "CONNECT \(authority) HTTP/1.1\r\nHost: \(authority)\r\n"
                    + "Proxy-Authorization: Basic YXBlOmdyb3Vw\r\n\r\n"
            )
            let plain = String(decoding: ConnectNegotiation(host: host, port: 443, nil).output, as: UTF8.self)
            #expect(!plain.contains("Authorization"))
        }

        @Test(arguments: [
            "HTTP/1.1 200 Connection established\r\n\r\n", "HTTP/1.0 200 OK\r\nX: y\r\n\r\n", "HTTP/1.1 299\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
        ])
        func anyStatusOf200To299OpensTheTunnel(answer: String) throws {  // EN37
            for size in [Int.max, 1, 3] {
                #expect(try run(ConnectNegotiation(host: "h", port: 1, nil), [Array(answer.utf8)], by: size).isOpen)
            }
        }

        @Test(arguments: [
            "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 2\r\n\r\nno", "HTTP/1.1 502 Bad\r\n\r\n",
            "HTTP/1.1 302 Found\r\nLocation: /\r\n\r\n", "HTTP/1.1 101 Switching\r\n\r\n", "hello\r\n\r\n",
            "HTTP/1.1 200 OK\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", "\u{5}\0",
        ])
        func anAnswerToConnectWithoutStatus200To299IsARefusal(answer: String) {  // EN37, TC-77
            let failure = failure(ConnectNegotiation(host: "h", port: 1, nil), [Array(answer.utf8)])
            #expect(failure?.kind == .proxyRefused, "\(String(describing: failure))")
        }

        @Test func theHeadOfTheAnswerHasAtMost64KiB() throws {  // EN37
            let field = "X: \(String(repeating: "x", count: 1_000))\r\n"
            let head = "HTTP/1.1 200 OK\r\n" + String(repeating: field, count: 64)
            #expect(try run(ConnectNegotiation(host: "h", port: 1, nil), [Array("\(head)\r\n".utf8)]).isOpen)
            let larger = Array("\(head)\(field)\(field)\r\n".utf8)
            #expect(failure(ConnectNegotiation(host: "h", port: 1, nil), [larger])?.kind == .proxyRefused)
        }

        // SOCKS

        private static let success: [UInt8] = [5, 0, 0, 1, 10, 0, 0, 1, 0x1F, 0x90]

        @Test func withoutCredentialsNoSOCKSAuthenticationIsOffered() throws {  // EN37
            for size in [Int.max, 1] {
                let negotiation = SOCKSNegotiation(host: "origin.test", port: 443, nil)
                let (sent, isOpen) = try run(negotiation, [[5, 0], Self.success], by: size)
                #expect(isOpen)
                #expect(sent == [[5, 1, 0], [5, 1, 0, 3, 11] + Array("origin.test".utf8) + [1, 0xBB]])
            }
        }

        @Test func credentialsAreSentOnlyIfTheProxyAsksForThem() throws {  // EN37
            for size in [Int.max, 1] {
                let negotiation = SOCKSNegotiation(host: "10.0.0.1", port: 80, credentials)
                let (sent, isOpen) = try run(negotiation, [[5, 2], [1, 0], Self.success], by: size)
                #expect(isOpen)
                #expect(
                    sent == [
                        [5, 2, 0, 2], [1, 3] + Array("ape".utf8) + [5] + Array("group".utf8),
                        [5, 1, 0, 1, 10, 0, 0, 1, 0, 80],
                    ]
                )
            }
            let unasked = try run(SOCKSNegotiation(host: "h", port: 80, credentials), [[5, 0], Self.success])
            #expect(unasked.sent.count == 2 && unasked.isOpen)
        }

        @Test func anIPv6AddressIsSentToASOCKSProxyAsAnAddress() throws {  // EN37
            let (sent, _) = try run(SOCKSNegotiation(host: "::1", port: 80, nil), [[5, 0]])
            #expect(sent.last == [5, 1, 0, 4] + Array(repeating: 0, count: 15) + [1, 0, 80])
        }

        @Test(arguments: [
            [5, 0, 0, 3, 3, 97, 98, 99, 0, 80], [5, 0, 0, 4] + Array(repeating: 0, count: 18),
            [5, 0, 0, 3, 0, 0, 0],
        ])
        func theAddressInASOCKSAnswerMayHaveAnyType(answer: [UInt8]) throws {  // EN37
            for size in [Int.max, 1, 4] {
                #expect(try run(SOCKSNegotiation(host: "h", port: 1, nil), [[5, 0], answer], by: size).isOpen)
                let partial = Array(answer.dropLast())
                #expect(try !run(SOCKSNegotiation(host: "h", port: 1, nil), [[5, 0], partial], by: size).isOpen)
            }
        }

        @Test(
            arguments: [
                [[4, 0]], [[5, 0xFF]], [[5, 1]], [[5, 2]], [Array("HTTP/1.1 400 Bad\r\n\r\n".utf8)], [[5, 0, 5, 0]],
                [[5, 0], [5, 1, 0, 1]], [[5, 0], [5, 2]], [[5, 0], [5, 9, 0]], [[5, 0], [4, 0]],
                [[5, 0], [5, 0, 0, 9, 9]],
                [[5, 0], success + [0]],
            ] as [[[UInt8]]]
        )
        func anUnexpectedSOCKSAnswerIsARefusal(answers: [[UInt8]]) {  // EN37
            #expect(failure(SOCKSNegotiation(host: "h", port: 1, nil), answers)?.kind == .proxyRefused)
        }

        @Test(arguments: [[[5, 2], [1, 1]], [[5, 2], [5, 0]], [[5, 2], [1, 0, 5]]] as [[[UInt8]]])
        func credentialsThatAreNotAcceptedAreARefusal(answers: [[UInt8]]) {  // EN37
            let failure = failure(SOCKSNegotiation(host: "h", port: 1, credentials), answers)
            #expect(failure?.kind == .proxyRefused)
            #expect(failure?.text.contains("group") == false)
        }

        /// The negotiation keeps few bytes of any answer, and opens no connection that the proxy has not granted.
        @Test func randomSOCKSAnswersAreParsedSafely() {  // EN37
            var random = SplitMix(state: 37)
            for _ in 0..<20_000 {
                let count = Int.random(in: 1...4, using: &random)
                let answers = (0..<count).map { _ in
                    (0..<Int.random(in: 1...12, using: &random)).map { _ in
                        Bool.random(using: &random)
                            ? [5, 0, 1, 2].randomElement(using: &random) ?? 0
                            : UInt8.random(in: 0...255, using: &random)
                    }
                }
                for negotiation: any ProxyNegotiation in [
                    SOCKSNegotiation(host: "h", port: 1, credentials), ConnectNegotiation(host: "h", port: 1, nil),
                ] {
                    if case .some(let failure) = failure(negotiation, answers) {
                        #expect(failure.kind == .proxyRefused)
                    }
                }
            }
        }
    }
#endif
