#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import Testing

    /// Bytes that arrive on an idle TLS connection, and sessions that are resumed.
    @Suite(.enabled(if: TicketServer.isPossible)) struct TicketTests {
        private let certificates: Certificates

        init() async throws {
            certificates = try await Certificates.made()
        }

        private func transport() throws -> SocketTransport {
            let authority = certificates.authority.certificate
            return try .keeping { $0.tls.trust = .file(authority) }
        }

        @Test func ticketsAndKeyUpdatesLeaveAnIdleConnectionUsable() async throws {  // EN12, TC-61
            let server = try await TicketServer(certificates["server"])
            let transport = try transport()
            for number in 1...20 {
                #expect(try await transport.hear(.get(server.url("/tickets"))).text == "right")
                #expect(await eventually { server.count("sent") == number })
                let heard = try await transport.hear(.post(server.url()))
                #expect(heard.text == "right" && heard.metrics?.reusedConnection == true, "\(heard)")
            }
            #expect(server.count("full") == 1)
        }

        @Test(arguments: ["/data", "/end"], [HTTP.Method.get, .post])
        func dataOrAnEndOnAnIdleConnectionClosesIt(path: String, method: HTTP.Method) async throws {  // EN12, TC-61
            let server = try await TicketServer(certificates["server"])
            let transport = try transport()
            for number in 1...20 {
                let heard = try await transport.hear(RequestBuilder(method, server.url(path)).build())
                #expect(heard.text == "right" && heard.metrics?.reusedConnection == false, "\(heard)")
                #expect(await eventually { server.count("sent") == number })
            }
            #expect(await eventually { server.count("closed") == 20 })
            #expect(server.count("request") == 20)
        }

        @Test func aTLSSessionIsResumedOnlyByItsOwnTransport() async throws {  // EN27
            let server = try await TicketServer(certificates["server"], tickets: 2)
            let transport = try transport()
            for number in 1...3 {
                #expect(try await transport.hear(.get(server.url("/end"))).text == "right")
                #expect(await eventually { server.count("closed") == number })
            }
            #expect(server.count("full") == 1 && server.count("resumed") == 2)
            #expect(try await self.transport().hear(.get(server.url())).text == "right")
            #expect(try await transport.hear(.get(server.url(host: "127.0.0.1"))).text == "right")
            #expect(server.count("full") == 3 && server.count("resumed") == 2)
        }
    }
#endif
