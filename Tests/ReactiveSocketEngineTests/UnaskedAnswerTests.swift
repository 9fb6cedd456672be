#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// TLS connections on which unsolicited bytes arrive while many requests are in flight.
    @Suite(.enabled(if: UnaskedServer.isPossible)) struct UnaskedAnswerTests {
        private let certificates: Certificates

        init() async throws {
            certificates = try await Certificates.made()
        }

        /// Sends `count` consecutive requests in each of eight tasks.
        private func texts(
            _ count: Int,
            from server: UnaskedServer,
            _ method: HTTP.Method,
            over wire: Wire
        ) async throws -> [Result<String, any Error>] {
            let client = try SecureClient(wire)
            return await withTaskGroup(of: [Result<String, any Error>].self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        var results: [Result<String, any Error>] = []
                        for _ in 0..<count {
                            let request = RequestBuilder(method, server.url("/")).build()
                            do {
                                results.append(.success(try await client.text(of: request, abortAfter: .patience)))
                            } catch {
                                results.append(.failure(error))
                            }
                        }
                        return results
                    }
                }
                return await group.reduce(into: []) { $0 += $1 }
            }
        }

        @Test(
            arguments: Wire.sound,
            [("unasked", HTTP.Method.get), ("unasked", .post), ("notice", .get), ("notice", .post)]
        )
        func eachRequestReceivesItsOwnResponse(wire: Wire, mode: (String, HTTP.Method)) async throws {  // EN12
            let server = try await UnaskedServer(certificates["server"], mode.0)
            let results = try await texts(40, from: server, mode.1, over: wire)
            #expect(results.count == 320)
            #expect(
                results.allSatisfy { (try? $0.get()) == "right" },
                "\(results.first { (try? $0.get()) != "right" }!)"
            )
            #expect(server.misledCount == 0)
        }

        @Test(arguments: Wire.sound) func aStatusLineOfAnotherVersionIsRejected(wire: Wire) async throws {
            let server = try await UnaskedServer(certificates["server"], "http2")
            let client = try SecureClient(wire)
            await withTaskGroup(of: TransportError?.self) { group in
                for number in 0..<8 { group.addTask { await client.transportError(server.url("/\(number)")) } }
                for await error in group { #expect(error?.kind == .invalidResponse) }
            }
        }
    }
#endif
