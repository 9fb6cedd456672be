#if os(Linux)
    import Foundation
    import ReactiveNetworking
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
            _ method: HTTP.Method
        ) async throws -> [Result<String, any Error>] {
            let client = try SecureClient()
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

        @Test(arguments: ["unasked", "notice"], [HTTP.Method.get, .post])
        func eachRequestReceivesItsOwnResponse(mode: String, method: HTTP.Method) async throws {
            let server = try await UnaskedServer(certificates["server"], mode)
            let results = try await texts(40, from: server, method)
            #expect(results.count == 320)
            #expect(
                results.allSatisfy { (try? $0.get()) == "right" },
                "\(results.first { (try? $0.get()) != "right" }!)"
            )
            #expect(server.misledCount == 0)
        }

        @Test func aStatusLineOfAnotherVersionIsRejected() async throws {
            let server = try await UnaskedServer(certificates["server"], "http2")
            let client = try SecureClient()
            await withTaskGroup(of: TransportError?.self) { group in
                for number in 0..<8 { group.addTask { await client.transportError(server.url("/\(number)")) } }
                for await error in group { #expect(error?.kind == .invalidResponse) }
            }
        }
    }
#endif
