#if os(Linux)
    import Foundation

    /// The body of a request on its way to libcurl.
    final class Upload: Sendable {
        private struct State {
            var offset = 0
        }

        private let data: Data
        private let inside = Guarded(State())

        init(_ data: Data) {
            self.data = data
        }

        var byteCount: Int64? { Int64(data.count) }
        var sentByteCount: Int64 { Int64(inside.state.offset) }
        var isEmpty: Bool { data.isEmpty }
        var isAtEnd: Bool { inside.state.offset == data.count }

        /// Copies the next bytes, as many as there is room for.
        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            let start = data.startIndex + inside.state.offset
            let count = min(buffer.count, data.endIndex - start)
            data.copyBytes(to: buffer, from: start..<(start + count))
            inside.state.offset += count
            return count
        }

        func rewind(to offset: Int64) -> Bool {
            guard (0...Int64(data.count)).contains(offset) else { return false }
            inside.state.offset = Int(offset)
            return true
        }
    }
#endif
