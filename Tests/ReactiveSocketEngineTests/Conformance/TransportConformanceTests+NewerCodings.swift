#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    extension TransportConformanceTests {
        /// Codings that a system may or may not support.
        @Suite struct NewerCodings {
            static let samples = [CodedSample.brotli, .zstandard].filter { sample in
                Inflater.Coding.available.contains { $0.rawValue == sample.coding }
            }
            static let hasZstandard = Inflater.Coding.available.contains(.zstd)

            private let server: LoopbackServer

            init() throws {
                server = try LoopbackServer()
            }

            private func hear(_ wire: Wire, _ coding: String, _ bytes: [UInt8]) async throws -> Heard {
                server.on("/coded", LoopbackServer.Reply.bytes(bytes).header("Content-Encoding", coding))
                return try await wire.hear(server.url("/coded"))
            }

            @Test(arguments: Wire.sound) func theOfferedCodingsAreThoseTheSystemCanDecode(wire: Wire) async throws {
                server.on("/ok", .text("ok"))
                _ = try await wire.hear(server.url("/ok"))
                let offered = server.requests.last?.header("Accept-Encoding")?.split(separator: ", ").map(String.init)
                let libraries = [
                    ("gzip", "libz.so.1"), ("deflate", "libz.so.1"), ("br", "libbrotlidec.so.1"),
                    ("zstd", "libzstd.so.1"),
                ]
                #expect(offered == libraries.filter { dlopen($0.1, RTLD_NOW) != nil }.map(\.0))
            }

            @Test(arguments: Wire.sound) func explicitlyRequestedCodingsAreNotDecoded(wire: Wire) async throws {
                server.on("/coded", LoopbackServer.Reply.bytes([1, 2, 3]).header("Content-Encoding", "br, ape"))
                let request = RequestBuilder(.get, server.url("/coded")).header("Accept-Encoding", "ape").build()
                let heard = try await wire.hear(request)
                #expect(heard.isWhole, "\(heard)")
                #expect(heard.body == Data([1, 2, 3]))
                #expect(heard.heads.last?.headers["Content-Encoding"] == "br, ape")
                #expect(server.requests.last?.headers.values(of: "Accept-Encoding") == ["ape"])
            }

            @Test(arguments: Wire.sound, samples) func codedBodiesAreDecoded(wire: Wire, sample: CodedSample)
                async throws
            {
                let bodies = [
                    (sample.coding, sample.bytes), (sample.coding.uppercased(), sample.bytes),
                    ("\(sample.coding), gzip", Gzip.member(sample.bytes)),
                ]
                for (coding, bytes) in bodies {
                    let heard = try await hear(wire, coding, bytes)
                    #expect(heard.isWhole, "\(coding): \(String(describing: heard.error))")
                    #expect(heard.text == CodedSample.text, "\(coding)")
                }
                let empty = try await hear(wire, sample.coding, [])
                #expect(empty.isWhole && empty.body.isEmpty, "\(empty)")
            }

            @Test(arguments: Wire.sound, samples)
            func decodingDoesNotDependOnChunkBoundaries(wire: Wire, sample: CodedSample) async throws {
                let chunks = sample.bytes.map { LoopbackServer.Reply.Chunk([$0], after: .microseconds(200)) }
                server.on("/coded", LoopbackServer.Reply.chunked(chunks).header("Content-Encoding", sample.coding))
                let heard = try await wire.hear(server.url("/coded"))
                #expect(heard.text == CodedSample.text)
                #expect(heard.metrics?.receivedByteCount == Int64(CodedSample.text.utf8.count))
            }

            @Test(arguments: Wire.sound, samples)
            func aTruncatedCodedBodyIsNotAccepted(wire: Wire, sample: CodedSample) async throws {
                for count in 1..<sample.bytes.count {
                    let heard = try await hear(wire, sample.coding, Array(sample.bytes.prefix(count)))
                    #expect(heard.error?.kind == .truncatedResponse, "\(count): \(heard.text)")
                }
            }

            @Test(arguments: Wire.sound, samples) func aBodyThatCannotBeDecodedIsAProtocolError(
                wire: Wire,
                sample: CodedSample
            ) async throws {
                let rest: [UInt8] = Array("and more".utf8)
                var bodies = [sample.bytes + rest, Array("never encoded at all".utf8), Gzip.member(sample.bytes)]
                // brotli has only one stream.
                if sample.coding == "br" { bodies.append(sample.bytes + sample.bytes) }
                for bytes in bodies {
                    let heard = try await hear(wire, sample.coding, bytes)
                    #expect(heard.error?.kind == .invalidResponse, "\(bytes): \(heard.text)")
                    #expect(heard.error?.isTransient == false)
                }
            }

            @Test(.enabled(if: hasZstandard), arguments: Wire.sound)
            func damagedZstandardIsAProtocolError(wire: Wire) async throws {
                let bytes = CodedSample.zstandard.bytes
                for index in bytes.indices {
                    var damaged = bytes
                    damaged[index] ^= 0xFF
                    let heard = try await hear(wire, "zstd", damaged)
                    let kind = heard.error?.kind
                    #expect(kind == .invalidResponse || kind == .truncatedResponse, "\(index): \(heard.text)")
                }
            }

            @Test(.enabled(if: hasZstandard), arguments: Wire.sound)
            func severalZstandardFramesAreOneBody(wire: Wire) async throws {
                let bytes =
                    Zstandard.frame("one, ".utf8) + Zstandard.skippable + Zstandard.frame("".utf8)
                    + CodedSample.zstandard.bytes
                #expect(try await hear(wire, "zstd", bytes).text == "one, " + CodedSample.text)
                let cut = try await hear(
                    wire,
                    "zstd",
                    Zstandard.frame("one".utf8) + CodedSample.zstandard.bytes.dropLast()
                )
                #expect(cut.error?.kind == .truncatedResponse, "\(cut)")
            }

            @Test(.enabled(if: hasZstandard), arguments: Wire.sound)
            func aWindowOfMoreThan8MegabytesIsRejected(wire: Wire) async throws {
                #expect(try await hear(wire, "zstd", Zstandard.frame("x".utf8, windowLog: 23)).text == "x")
                let heard = try await hear(wire, "zstd", Zstandard.frame("x".utf8, windowLog: 24))
                #expect(heard.error?.kind == .invalidResponse, "\(heard)")
            }

            @Test(arguments: Wire.sound, samples) func aLargeBodyIsDecodedCompletely(wire: Wire, sample: CodedSample)
                async throws
            {
                let heard = try await hear(wire, sample.coding, sample.bomb)
                #expect(heard.body == Data(count: sample.bombByteCount))
                #expect(heard.metrics?.receivedByteCount == Int64(sample.bombByteCount))
                #expect(heard.metrics?.wireByteCount == Int64(sample.bomb.count))
            }

            @Test(arguments: Wire.sound) func aDecompressionBombTakesNoMoreMemoryThanItsLimit(wire: Wire) async {
                await #expect(processExitsWith: .success) { [wire = wire as Wire] in
                    let server = try LoopbackServer()
                    server.on("/ok", .text("ok"))
                    let network = Network(
                        configuration: .patient,
                        transport: try wire.newTransport(),
                        scheduler: ImmediateScheduler()
                    )
                    _ = await network.failure(RequestBuilder(.get, server.url("/ok")).build())
                    for sample in NewerCodings.samples {
                        let reply = LoopbackServer.Reply.bytes(sample.bomb)
                        server.on("/bomb", reply.header("Content-Encoding", sample.coding))
                        let bomb = RequestBuilder(.get, server.url("/bomb")).maxBodySize(1_000_000).build()
                        // Each delivering thread warms up an arena of the allocator.
                        for _ in 1...5 { _ = await network.failure(bomb) }
                        let before = try ProcessCounts.peakMemoryInKilobytes()
                        for _ in 1...5 {
                            #expect(await network.failure(bomb)?.cause(as: TransportError.self)?.kind == .bodyTooLarge)
                        }
                        #expect(try ProcessCounts.peakMemoryInKilobytes() - before < 10_000)
                        // The first measurements are not a warm-up if they consumed the whole limit.
                        #expect(before < 150_000)
                    }
                }
            }
        }
    }
#endif
