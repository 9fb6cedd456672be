#if os(Linux)
    import Foundation
    import ReactiveTestSupport

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Reads a request body, and waits for its bytes.
    final class BodyProbe: BodyConsumer {
        /// The result of reading a body to its end.
        struct Result {
            var data = Data()
            var failure: TransportError?
            /// The largest number of bytes that the source was ahead.
            var maxWaitingByteCount = 0
        }

        let reader: RequestBodyReader
        private let news: AsyncStream<Void>
        private let continuation: AsyncStream<Void>.Continuation

        init(_ content: BodyContent) {
            reader = RequestBodyReader(content)
            (news, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        }

        /// Creates a reader of a stream whose source writes the pieces.
        convenience init(pieces: [Data], byteCount: Int64? = nil) {
            self.init(
                .stream(BodyStream(byteCount: byteCount) { write in for piece in pieces { try await write(piece) } })
            )
        }

        func bodyIsAvailable() { continuation.yield() }

        /// Suspends until more bytes may be available.
        func wait() async {
            for await _ in news { return }
        }

        /// Reads once into a buffer of that size.
        func readOnce(_ byteCount: Int) -> (RequestBodyReader.Reading, Data) {
            var data = Data(count: byteCount)
            let reading = data.withUnsafeMutableBytes { reader.read(into: $0, for: self) }
            guard case .bytes(let count) = reading else { return (reading, Data()) }
            return (reading, data.prefix(count))
        }

        /// Reads to the end, in pieces of at most `byteCount` bytes.
        func readAll(by byteCount: Int = 16_384) async -> Result {
            var result = Result()
            while true {
                result.maxWaitingByteCount = max(result.maxWaitingByteCount, reader.waitingByteCount)
                let (reading, data) = readOnce(byteCount)
                result.data += data
                switch reading {
                case .bytes: break
                case .wait: await wait()
                case .end: return result
                case .failure(let error):
                    result.failure = error
                    return result
                }
            }
        }
    }

    extension Data {
        /// Creates bytes that differ from their neighbors, so that lost and exchanged parts are noticed.
        init(pattern byteCount: Int) {
            self.init((0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
        }

        /// Returns the bytes in slices of at most `byteCount` bytes.
        func pieces(of byteCount: Int) -> [Data] {
            stride(from: startIndex, to: endIndex, by: byteCount).map { self[$0..<Swift.min($0 + byteCount, endIndex)] }
        }
    }
#endif
