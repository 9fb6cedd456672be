#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct RequestBodyReaderTests {
        @Test(arguments: [1, 7, 16_384, 1 << 20]) func aBodyInMemoryIsReadWhole(size: Int) async {
            let data = Data(pattern: 70_000)[1_001...]
            let probe = BodyProbe(.data(data))
            #expect(!probe.reader.isAtEnd)
            let result = await probe.readAll(by: size)
            #expect(result.data == data)
            #expect(result.failure == nil)
            #expect(probe.reader.isAtEnd)
            #expect(probe.reader.hasGone)
            #expect(probe.reader.sentByteCount == Int64(data.count))
        }

        @Test(arguments: [1, 10, 100_000, 256 * 1_024, 1_000_000], [true, false])
        func aSourceIsAtMost256KiBAhead(pieceByteCount: Int, isAnnounced: Bool) async {  // EN15
            let data = Data(pattern: pieceByteCount < 100 ? 5_000 : 1_200_003)
            let pieces = data.pieces(of: pieceByteCount)
            let probe = BodyProbe(pieces: pieces, byteCount: isAnnounced ? Int64(data.count) : nil)
            let result = await probe.readAll()
            #expect(result.data == data)
            #expect(result.failure == nil)
            #expect(result.maxWaitingByteCount <= 256 * 1_024)
            #expect(probe.reader.hasGone)
            #expect(probe.reader.isAtEnd)
        }

        @Test func aReadCollectsSmallPieces() async {
            let probe = BodyProbe(pieces: Data("Hello, world".utf8).pieces(of: 1), byteCount: 12)
            _ = probe.readOnce(100)
            #expect(await eventually { probe.reader.waitingByteCount == 12 && probe.reader.hasGivenAll })
            // The last byte may still wait for the end of the source.
            #expect(Data("Hello, world".utf8).starts(with: probe.readOnce(100).1))
            #expect(probe.reader.sentByteCount >= 11)
        }

        /// In chunks of 10, 50 and 100 bytes.
        @Test(arguments: [10, 50, 100]) func aSourceThatWritesMoreThanAnnouncedFails(size: Int) async {  // TC-45
            let probe = BodyProbe(pieces: Data(count: 200).pieces(of: size), byteCount: 100)
            let result = await probe.readAll(by: 7)
            #expect(result.failure?.kind == .bodyUnavailable)
            #expect(result.data.count <= 99)
            #expect(!probe.reader.hasGone)
            #expect(!probe.reader.isAtEnd)
        }

        @Test func aSourceThatWritesLessThanAnnouncedFails() async {  // EN15
            let probe = BodyProbe(pieces: [Data(count: 50), Data(count: 49)], byteCount: 100)
            let result = await probe.readAll()
            #expect(result.failure?.detail == "it ended after 99 of 100 bytes")
            #expect(result.data.count == 99)
            #expect(!probe.reader.hasGone)
        }

        @Test func aSourceThatFailsFailsTheBody() async {  // EN15
            let probe = BodyProbe(
                .stream(
                    BodyStream(byteCount: nil) { write in
                        try await write(Data(count: 10))
                        throw CocoaError(.fileReadNoSuchFile)
                    }
                )
            )
            let result = await probe.readAll()
            #expect(result.failure?.kind == .bodyUnavailable)
            #expect(result.failure?.cause?.error is CocoaError)
            #expect(!probe.reader.hasGone)
        }

        @Test func aStreamWithoutBytesIsNotStarted() async {
            let starts = Locked(0)
            let probe = BodyProbe(.stream(BodyStream(byteCount: 0) { _ in starts.withLock { $0 += 1 } }))
            #expect(probe.reader.hasGone)
            let result = await probe.readAll()
            #expect(result.data.isEmpty)
            #expect(result.failure == nil)
            #expect(starts.withLock { $0 } == 0)
        }

        @Test func aStreamIsStartedByTheFirstRead() async {
            let starts = Locked(0)
            let probe = BodyProbe(.stream(BodyStream(byteCount: nil) { _ in starts.withLock { $0 += 1 } }))
            #expect(starts.withLock { $0 } == 0)
            _ = await probe.readAll()
            _ = await probe.readAll()
            #expect(starts.withLock { $0 } == 1)
        }

        @Test func aConsumerIsToldOnlyIfItWaits() async {
            let gate = AsyncStream<Void>.makeStream()
            let probe = BodyProbe(
                .stream(
                    BodyStream(byteCount: nil) { write in
                        try await write(Data(count: 1))
                        for await _ in gate.stream { break }
                        try await write(Data(count: 2))
                    }
                )
            )
            #expect(!probe.reader.isAwaited)
            _ = probe.readOnce(10)
            await probe.wait()
            #expect(!probe.reader.isAwaited)
            #expect(probe.readOnce(10).1.count == 1)
            _ = probe.readOnce(10)
            #expect(probe.reader.isAwaited)
            gate.continuation.yield()
            await probe.wait()
            #expect(!probe.reader.isAwaited)
        }

        @Test func aCanceledBodyDoesNotEnd() async {
            let isCanceled = Locked(false)
            let probe = BodyProbe(
                .stream(
                    BodyStream(byteCount: nil) { write in
                        do {
                            while true { try await write(Data(count: 100_000)) }
                        } catch {
                            isCanceled.withLock { $0 = true }
                            throw error
                        }
                    }
                )
            )
            _ = probe.readOnce(10)
            await probe.wait()
            #expect(await eventually { probe.reader.waitingByteCount == 256 * 1_024 })
            probe.reader.cancel()
            #expect(await eventually { isCanceled.withLock { $0 } })
            let result = await probe.readAll()
            #expect(result.data.isEmpty)
            #expect(result.failure == .bodyCanceled)
            #expect(!probe.reader.hasGone)
            #expect(!probe.reader.isAtEnd)
        }

        @Test func cancelingABodyThatWasReadHasNoEffect() async {
            let probe = BodyProbe(pieces: [Data(count: 10)])
            _ = await probe.readAll()
            probe.reader.cancel()
            #expect(probe.reader.isAtEnd)
            #expect(await probe.readAll().failure == nil)
        }

        @Test func aSourceCanceledBeforeItsFirstReadIsNotStarted() {
            let starts = Locked(0)
            let probe = BodyProbe(.stream(BodyStream(byteCount: nil) { _ in starts.withLock { $0 += 1 } }))
            probe.reader.cancel()
            guard case .failure(.bodyCanceled) = probe.readOnce(10).0 else {
                Issue.record("The read did not fail")
                return
            }
            #expect(starts.withLock { $0 } == 0)
        }

        @Test func aBodyIsReadAgainAfterRewinding() async {  // EN13
            let data = Data(pattern: 700_000)
            for probe in [BodyProbe(pieces: data.pieces(of: 90_000)), BodyProbe(.data(data))] {
                _ = probe.readOnce(50_000)
                #expect(probe.reader.rewind(to: 0))
                #expect(probe.reader.sentByteCount == 0)
                #expect(await probe.readAll().data == data)
                #expect(probe.reader.rewind(to: 0))
                #expect(!probe.reader.isAtEnd)
                #expect(await probe.readAll().data == data)
            }
        }

        @Test func onlyABodyInMemoryIsReadAgainFromItsMiddle() async {
            let data = Data(pattern: 1_000)
            let probe = BodyProbe(.data(data))
            #expect(probe.reader.rewind(to: 400))
            #expect(await probe.readAll().data == data[400...])
            #expect(!probe.reader.rewind(to: 1_001))
            #expect(!probe.reader.rewind(to: -1))
            #expect(!BodyProbe(pieces: [data]).reader.rewind(to: 400))
            let once = BodyStream(byteCount: nil, canBeReplayed: false) { _ in }
            #expect(!BodyProbe(.stream(once)).reader.rewind(to: 0))
        }
    }
#endif
