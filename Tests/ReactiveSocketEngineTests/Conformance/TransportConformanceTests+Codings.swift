import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

extension TransportConformanceTests {
    /// Compressed bodies.
    @Suite struct Codings {
        private static let text = "the quick brown ape jumps over the lazy network"
        private static let zipped = Gzip.member(text.utf8)
        private let server: LoopbackServer

        init() throws {
            server = try LoopbackServer()
        }

        private func hear(_ wire: Wire, _ coding: String, _ bytes: [UInt8]) async throws -> Heard {
            server.on("/coded", LoopbackServer.Reply.bytes(bytes).header("Content-Encoding", coding))
            return try await wire.hear(server.url("/coded"))
        }

        @Test(arguments: Wire.all)
        func codedBodiesAreDecoded(wire: Wire) async throws {
            let samples = [
                ("gzip", Self.zipped), ("x-gzip", Self.zipped), ("GZIP", Self.zipped),
                ("deflate", Gzip.zlib(Array(Self.text.utf8))), ("deflate", Gzip.stored(Array(Self.text.utf8))),
                ("identity", Array(Self.text.utf8)),
                ("deflate, gzip", Gzip.member(Gzip.zlib(Array(Self.text.utf8)))),
                ("gzip, gzip", Gzip.member(Self.zipped)),
            ]
            for (coding, bytes) in samples {
                let heard = try await hear(wire, coding, bytes)
                #expect(heard.isWhole, "\(coding): \(String(describing: heard.error))")
                #expect(heard.text == Self.text, "\(coding)")
            }
        }

        @Test(arguments: Wire.sound)
        func decodingDoesNotDependOnChunkBoundaries(wire: Wire) async throws {
            let chunks = Self.zipped.map { LoopbackServer.Reply.Chunk([$0], after: .microseconds(200)) }
            server.on("/coded", LoopbackServer.Reply.chunked(chunks).header("Content-Encoding", "gzip"))
            let heard = try await wire.hear(server.url("/coded"))
            #expect(heard.text == Self.text)
            #expect(heard.metrics?.receivedByteCount == Int64(Self.text.utf8.count))
        }

        @Test(arguments: Wire.sound) func severalGzipMembersAreOneBody(wire: Wire) async throws {
            let bytes = Gzip.member(Self.text.utf8.prefix(9)) + Gzip.member(Self.text.utf8.dropFirst(9))
            #expect(try await hear(wire, "gzip", bytes).text == Self.text)
        }

        @Test(arguments: Wire.sound) func aTruncatedCodedBodyIsNotAccepted(wire: Wire) async throws {
            for count in 1..<Self.zipped.count {
                let heard = try await hear(wire, "gzip", Array(Self.zipped.prefix(count)))
                let kind = heard.error?.kind
                #expect(kind == .truncatedResponse || kind == .invalidResponse, "\(count): \(heard.text)")
            }
        }

        @Test(arguments: Wire.sound)
        func aBodyThatCannotBeDecodedIsAProtocolError(wire: Wire) async throws {
            let samples = [
                ("gzip", Gzip.member(Self.text.utf8, checksum: 1)), ("gzip", Array(Self.text.utf8)),
                ("deflate", Self.zipped), ("gzip, gzip", Self.zipped), ("gzip", Self.zipped + [1, 2, 3]),
                ("gzip", Self.zipped + [1]), ("gzip", Self.zipped + [13, 10]), ("gzip", Self.zipped + [0, 1]),
                ("br", Self.zipped),
            ]
            for (coding, bytes) in samples {
                let heard = try await hear(wire, coding, bytes)
                #expect(heard.error?.kind == .invalidResponse, "\(coding): \(heard.text)")
                #expect(heard.error?.isTransient == false)
            }
        }

        @Test(arguments: Wire.sound) func aBodyWithAnUnknownCodingIsPassedOn(wire: Wire) async throws {  // EN42
            for coding in ["ape", "gzip, ape", "ape, gzip", "UTF-8", "aws-chunked", "none"] {
                let heard = try await hear(wire, coding, Self.zipped)
                #expect(heard.isWhole, "\(coding): \(String(describing: heard.error))")
                #expect(Array(heard.body) == Self.zipped, "\(coding)")
                #expect(heard.head?.headers["Content-Encoding"] == coding)
            }
        }

        @Test(arguments: Wire.sound) func zerosBehindAGzipMemberAreIgnored(wire: Wire) async throws {  // EN23
            for count in [1, 100] {
                let heard = try await hear(wire, "gzip", Self.zipped + Array(repeating: 0, count: count))
                #expect(heard.isWhole, "\(count): \(String(describing: heard.error))")
                #expect(heard.text == Self.text)
            }
        }

        @Test(arguments: Wire.sound) func aHundredContentCodingsAreRejected(wire: Wire) async throws {
            let codings = Array(repeating: "gzip", count: 100).joined(separator: ", ")
            let heard = try await hear(wire, codings, Self.zipped)
            #expect(heard.error?.kind == .invalidResponse, "\(heard)")
        }

        @Test(arguments: Wire.all) func anEmptyBodyMayHaveAContentEncoding(wire: Wire) async throws {
            let heard = try await hear(wire, "gzip", [])
            #expect(heard.isWhole, "\(heard)")
            #expect(heard.body.isEmpty)
            let head = try await wire.hear(RequestBuilder(.head, server.url("/coded")).build())
            #expect(head.isWhole, "\(head)")
            server.on("/coded", LoopbackServer.Reply.status(304).header("Content-Encoding", "br"))
            let unchanged = try await wire.hear(server.url("/coded"))
            #expect(unchanged.isWhole, "\(unchanged)")
        }

        @Test(arguments: Wire.all) func aDecompressionBombFailsAtTheLimit(wire: Wire) async throws {  // N16
            let bomb = Gzip.bomb(100_000)  // 25 MB in 160 kB
            server.on("/bomb", LoopbackServer.Reply.bytes(bomb).header("Content-Encoding", "gzip"))
            let network = try wire.network()
            let request = RequestBuilder(.get, server.url("/bomb")).maxBodySize(1_000_000).build()
            var error: OperationError?
            do throws(OperationError) {
                _ = try await network.send(request, maxRetries: 0).firstValue()
            } catch let caught {
                error = caught
            }
            #expect(error?.cause(as: TransportError.self)?.kind == .bodyTooLarge, "\(String(describing: error))")
        }

        @Test(arguments: Wire.sound) func aDecompressionBombOnARedirectIsNotDecoded(wire: Wire) async throws {
            let redirect = LoopbackServer.Reply.bytes(Gzip.bomb(100_000), status: 302).header("Location", "/end")
            server.on("/bomb", redirect.header("Content-Encoding", "gzip"))
            server.on("/end", .text("end"))
            let request = RequestBuilder(.get, server.url("/bomb")).maxBodySize(1_000).build()
            let network = try wire.network()
            let response = try await network.send(request, decoding: .custom { String(decoding: $0, as: UTF8.self) })
                .value()
            #expect(response.parsedData == "end")
        }

        @Test(arguments: Wire.sound) func aLargeBodyIsDecodedCompletely(wire: Wire) async throws {
            let zipped = Gzip.manyZeros(4_000)
            let heard = try await hear(wire, "gzip", zipped)
            #expect(heard.body.count == 1_032_001)
            #expect(heard.body.allSatisfy { $0 == 0 })
            #expect(heard.metrics?.receivedByteCount == 1_032_001)
            #expect(heard.metrics?.wireByteCount == Int64(zipped.count))
        }
    }
}

#if os(Linux)
    extension TransportConformanceTests.Codings {
        @Test(arguments: Wire.sound) func aDecompressionBombTakesNoMoreMemoryThanItsLimit(wire: Wire) async {
            await #expect(processExitsWith: .success) { [wire = wire as Wire] in
                let server = try LoopbackServer()
                server.on("/bomb", LoopbackServer.Reply.bytes(Gzip.bomb(200_000)).header("Content-Encoding", "gzip"))
                server.on("/ok", .text("ok"))
                let network = Network(
                    configuration: .patient,
                    transport: try wire.newTransport(),
                    scheduler: ImmediateScheduler()
                )
                let bomb = RequestBuilder(.get, server.url("/bomb")).maxBodySize(1_000_000).build()
                _ = await network.failure(RequestBuilder(.get, server.url("/ok")).build())
                _ = await network.failure(bomb)
                let before = try ProcessCounts.peakMemoryInKilobytes()
                for _ in 1...5 {
                    #expect(await network.failure(bomb)?.cause(as: TransportError.self)?.kind == .bodyTooLarge)
                }
                #expect(try ProcessCounts.peakMemoryInKilobytes() - before < 10_000)
                // The first measurement is not a warm-up if it consumed the whole limit.
                #expect(before < 150_000)
            }
        }
    }
#endif
