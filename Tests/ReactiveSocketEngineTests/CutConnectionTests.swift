#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// TLS connections that end without a closing notice (RFC 9112 §9.8).
    @Suite(.enabled(if: CuttingServer.isPossible)) struct CutConnectionTests {
        private let certificates: Certificates

        init() async throws {
            certificates = try await Certificates.made()
        }

        /// A transport, and the newest version of TLS that the server speaks.
        private static let pairs = Wire.sound.flatMap { [($0, "TLSv1_2"), ($0, "TLSv1_3")] }

        @Test(arguments: pairs, ["/open-whole", "/length-cut", "/chunked-cut"])
        func aDownloadWithAKnownEndIsComplete(pair: (Wire, String), path: String) async throws {  // F-16, EN29, TC-59
            let server = try await CuttingServer(certificates["server"], upTo: pair.1)
            let folder = try Folder()
            let network = try SecureClient(pair.0).network
            let file = try await network.download(.get(server.url(path)), to: .file(folder.file("a")), maxRetries: 0)
                .onlyValue().value()
            #expect(file.byteCount == 5)
            #expect(!file.metrics.wasCutOff)
            #expect(folder.text(of: "a") == "hello")
        }

        @Test(arguments: pairs, ["/open-cut", "/short-cut"])
        func aTruncatedDownloadIsNotComplete(pair: (Wire, String), path: String) async throws {  // F-16, F-17
            let server = try await CuttingServer(certificates["server"], upTo: pair.1)
            let folder = try Folder()
            let network = try SecureClient(pair.0).network
            let target = Destination.file(folder.file("a")).resumable()
            let request = Request.get(server.url(path))
            let updates = network.download(request, to: target, maxRetries: 0)
            guard case .failure(let error)? = await result(of: updates.onlyValue()) else {
                Issue.record("the download counts as whole")
                return
            }
            #expect(error.cause(as: TransportError.self)?.kind == .truncatedResponse, "\(error)")
            #expect(folder.contents(of: "a") == nil)
            #expect(target.resumptionToken(for: request)?.validator == "\"v1\"")
        }

        @Test(arguments: pairs)
        func anAcceptedMissingCloseNotifyIsReported(pair: (Wire, String)) async throws {  // EN29
            let server = try await CuttingServer(certificates["server"], upTo: pair.1)
            let client = try SecureClient(pair.0) { $0.acceptsMissingCloseNotify = true }
            #expect(try await client.text(server.url("/open-cut")) == "hello")
            #expect(client.attemptCount == 1)
            let cut = try await client.transport.hear(.get(server.url("/open-cut")))
            #expect(cut.metrics?.wasCutOff == true)
            let whole = try await client.transport.hear(.get(server.url("/open-whole")))
            #expect(whole.metrics?.wasCutOff == false)
            let short = try await client.transport.hear(.get(server.url("/short-cut")))
            #expect(short.error?.kind == .truncatedResponse, "\(short)")
        }

        @Test(arguments: ["TLSv1_2", "TLSv1_3"])
        func aMissingCloseNotifyIsATruncationOverSockets(version: String) async throws {  // EN29, TC-59
            let server = try await CuttingServer(certificates["server"], upTo: version)
            let client = try SecureClient(.sockets)
            let cut = try await client.transport.hear(.get(server.url("/open-cut")))
            #expect(cut.error?.kind == .truncatedResponse, "\(cut)")
            #expect(cut.text == "hello")
            for path in ["/open-whole", "/length-cut", "/chunked-cut"] {
                let heard = try await client.transport.hear(.get(server.url(path)))
                #expect(heard.isWhole && heard.text == "hello", "\(heard)")
                #expect(heard.metrics?.wasCutOff == false)
            }
        }

        @Test(arguments: Wire.sound) func aTruncatedStreamDoesNotComplete(wire: Wire) async throws {
            let server = try await CuttingServer(certificates["server"])
            let network = try SecureClient(wire).network
            let cut = network.stream(.get(server.url("/open-cut")), maxRetries: 0).compactMap(\.bytes).collect()
            guard case .failure(let error)? = await result(of: cut) else {
                Issue.record("the stream has completed")
                return
            }
            #expect(error.cause(as: TransportError.self)?.kind == .truncatedResponse, "\(error)")
            let whole = try await network.stream(.get(server.url("/open-whole"))).compactMap(\.bytes).collect().value()
            #expect(whole.reduce(Data(), +) == Data("hello".utf8))
        }
    }
#endif
