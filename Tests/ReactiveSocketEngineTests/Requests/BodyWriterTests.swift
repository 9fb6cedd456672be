#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct BodyWriterTests {
        /// The bytes that a writer returned, and its last result.
        private struct Written {
            var data = Data()
            var failure: TransportError?
            /// A Boolean value that indicates whether the writer knew with the last bytes that they were the last.
            var knewItsEnd = false
        }

        private func write(_ probe: BodyProbe, as framing: BodyFraming, by byteCount: Int = 4_096) async -> Written {
            var writer = BodyWriter(framing)
            var written = Written()
            var buffer = Data(count: byteCount)
            while true {
                switch buffer.withUnsafeMutableBytes({ writer.fill($0, from: probe.reader, for: probe) }) {
                case .bytes(let count):
                    #expect((1...byteCount).contains(count))
                    written.data += buffer.prefix(count)
                    written.knewItsEnd = writer.isDone
                case .wait: await probe.wait()
                case .end:
                    #expect(writer.isDone)
                    return written
                case .failure(let error):
                    written.failure = error
                    #expect(!writer.isDone)
                    return written
                }
            }
        }

        /// Returns the content of a body in chunks, or `nil` if it is not well-formed or lacks its end.
        private func unchunked(_ data: Data) -> Data? {
            var rest = data[...]
            var content = Data()
            while true {
                guard let end = rest.firstRange(of: Data("\r\n".utf8)) else { return nil }
                let digits = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
                guard let count = Int(digits, radix: 16), digits == String(count, radix: 16, uppercase: true) else {
                    return nil
                }
                rest = rest[end.upperBound...]
                guard rest.count >= count + 2, rest.dropFirst(count).starts(with: "\r\n".utf8) else { return nil }
                content += rest.prefix(count)
                rest = rest.dropFirst(count + 2)
                if count == 0 { return rest.isEmpty ? content : nil }
            }
        }

        @Test(arguments: [0, 1, 1_023, 1_024, 4_096, 100_000], [1_024, 4_096, 65_536])
        func aBodyOfKnownLengthIsSentAsItIs(byteCount: Int, size: Int) async {  // EN14
            let data = Data(pattern: byteCount)
            let framing = BodyFraming.length(Int64(byteCount))
            for probe in [BodyProbe(.data(data)), BodyProbe(pieces: data.pieces(of: 700), byteCount: Int64(byteCount))]
            {
                let written = await write(probe, as: framing, by: size)
                #expect(written.data == data)
                #expect(written.failure == nil)
                #expect(written.knewItsEnd == (byteCount > 0))
                #expect(probe.reader.hasGone)
            }
        }

        /// The sizes at which the number of digits changes, and the sizes around the buffer.
        @Test(arguments: [1, 15, 16, 255, 256, 1_006, 1_007, 1_008, 1_024, 4_095, 4_096, 65_537, 300_000])
        func aBodyOfUnknownLengthIsSentInChunks(byteCount: Int) async {  // EN14
            let data = Data(pattern: byteCount)
            for size in [1_024, 4_095, 4_096, 4_097, 65_536, 1 << 18] {
                for pieces in [[data], data.pieces(of: max(1, byteCount / 17))] {
                    let probe = BodyProbe(pieces: pieces)
                    let written = await write(probe, as: .chunked, by: size)
                    #expect(unchunked(written.data) == data, "in buffers of \(size) bytes")
                    #expect(written.knewItsEnd)
                    #expect(probe.reader.hasGone)
                }
            }
        }

        @Test func aChunkIsAsLargeAsItsBuffer() async {
            // The digits, two line ends and the last chunk are the rest of 64 KiB.
            let written = await write(BodyProbe(.data(Data(count: 100_000))), as: .chunked, by: 65_536)
            #expect(written.data.starts(with: "FFF3\r\n".utf8))
        }

        @Test func theLastChunkFollowsTheLastBytesAtOnce() {
            let probe = BodyProbe(.data(Data("hello".utf8)))
            var writer = BodyWriter(.chunked)
            var buffer = Data(count: 1_024)
            let filling = buffer.withUnsafeMutableBytes { writer.fill($0, from: probe.reader, for: probe) }
            guard case .bytes(let count) = filling else {
                Issue.record("\(filling)")
                return
            }
            #expect(buffer.prefix(count) == Data("5\r\nhello\r\n0\r\n\r\n".utf8))
            #expect(writer.isDone)
        }

        @Test func aStreamWithoutBytesIsOneLastChunk() async {
            let written = await write(BodyProbe(pieces: []), as: .chunked)
            #expect(written.data == Data("0\r\n\r\n".utf8))
            #expect(written.knewItsEnd)
        }

        @Test func aBodyInMemoryCanBeSentInChunks() async {
            let data = Data(pattern: 10_000)
            #expect(await unchunked(write(BodyProbe(.data(data)), as: .chunked).data) == data)
        }

        @Test(arguments: [0, 10, 100_000]) func aSourceThatFailsSendsNoLastChunk(byteCount: Int) async {  // EN15
            let probe = BodyProbe(
                .stream(
                    BodyStream(byteCount: nil) { write in
                        try await write(Data(pattern: byteCount))
                        throw CocoaError(.fileReadUnknown)
                    }
                )
            )
            let written = await write(probe, as: .chunked)
            #expect(written.failure?.kind == .bodyUnavailable)
            #expect(!written.data.reversed().starts(with: "0\r\n\r\n".utf8.reversed()))
            #expect(!probe.reader.hasGone)
        }

        @Test func aCanceledBodySendsNoLastChunk() async {  // EN17
            let probe = BodyProbe(pieces: [Data(count: 400_000)])
            var writer = BodyWriter(.chunked)
            var buffer = Data(count: 1_024)
            _ = buffer.withUnsafeMutableBytes { writer.fill($0, from: probe.reader, for: probe) }
            await probe.wait()
            probe.reader.cancel()
            let filling = buffer.withUnsafeMutableBytes { writer.fill($0, from: probe.reader, for: probe) }
            guard case .failure(.bodyCanceled) = filling else {
                Issue.record("\(filling)")
                return
            }
            #expect(!writer.isDone)
        }

        @Test(arguments: [10, 50, 100]) func aServerNeverGetsAWholeBodyThatIsTooLong(size: Int) async {  // TC-45
            let probe = BodyProbe(pieces: Data(count: 200).pieces(of: size), byteCount: 100)
            let written = await write(probe, as: .length(100))
            #expect(written.failure?.kind == .bodyUnavailable)
            #expect(written.data.count <= 99)
        }

        @Test func withoutABodyThereIsNothingToWrite() async {
            for framing in [BodyFraming.none, .length(0)] {
                let starts = Locked(0)
                let probe = BodyProbe(.stream(BodyStream(byteCount: 0) { _ in starts.withLock { $0 += 1 } }))
                #expect(await write(probe, as: framing).data.isEmpty)
                #expect(starts.withLock { $0 } == 0)
            }
        }
    }
#endif
