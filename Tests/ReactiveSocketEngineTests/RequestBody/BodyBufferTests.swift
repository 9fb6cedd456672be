#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct BodyBufferTests {
        private func read(_ byteCount: Int, from buffer: inout BodyBuffer) -> Data {
            var data = Data(count: byteCount)
            var spent: Data?
            let count = data.withUnsafeMutableBytes { buffer.read(into: $0, spent: &spent) }
            return data.prefix(count)
        }

        @Test(arguments: [0, 1, 100_000, 256 * 1_024 - 1])
        func theBufferHoldsAtMost256KiB(waiting: Int) throws {  // EN15
            var buffer = BodyBuffer(announced: nil)
            if waiting > 0 { #expect(try buffer.append(Data(count: waiting)).isEmpty) }
            let piece = Data(pattern: 300_000)
            let rest = try buffer.append(piece)
            #expect(buffer.waitingByteCount == 256 * 1_024)
            #expect(buffer.isFull)
            #expect(rest == piece.suffix(300_000 + waiting - 256 * 1_024))
            #expect(try buffer.append(rest) == rest)
            #expect(buffer.waitingByteCount == 256 * 1_024)
        }

        @Test func readingFreesSpaceInTheBuffer() throws {  // EN15
            var buffer = BodyBuffer(announced: nil)
            let rest = try buffer.append(Data(count: 256 * 1_024 + 10))
            #expect(read(6, from: &buffer).count == 6)
            #expect(!buffer.isFull)
            #expect(!buffer.hasRoom)
            #expect(try buffer.append(rest).count == 4)
            #expect(read(128 * 1_024 + 1, from: &buffer).count == 128 * 1_024 + 1)
            #expect(buffer.hasRoom)
        }

        @Test func theLastAnnouncedByteWaitsForTheEnd() throws {  // EN15
            var buffer = BodyBuffer(announced: 5)
            _ = try buffer.append(Data("He".utf8))
            _ = try buffer.append(Data("llo".utf8))
            #expect(read(9, from: &buffer) == Data("He".utf8))
            #expect(read(9, from: &buffer) == Data("ll".utf8))
            #expect(read(9, from: &buffer).isEmpty)
            #expect(buffer.hasAllAnnounced)
            #expect(!buffer.isAtEnd)
            buffer.end(nil)
            #expect(read(9, from: &buffer) == Data("o".utf8))
            #expect(buffer.isAtEnd)
        }

        @Test func aPieceBeyondTheAnnouncedLengthIsRefusedAtOnce() throws {  // TC-45
            var buffer = BodyBuffer(announced: 300_000)
            #expect(throws: TransportError.bodyLength("it has more than the 300000 bytes announced")) {
                try buffer.append(Data(count: 300_001))
            }
            #expect(buffer.waitingByteCount == 0)
        }

        @Test func nothingIsReadAfterAFailure() throws {  // EN15
            var buffer = BodyBuffer(announced: nil)
            _ = try buffer.append(Data("bytes".utf8))
            buffer.end(.connectionLost)
            #expect(read(9, from: &buffer).isEmpty)
            guard case .failed(.connectionLost) = buffer.exhaustion else {
                Issue.record("\(buffer.exhaustion)")
                return
            }
        }
    }
#endif
