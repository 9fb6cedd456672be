#if os(Linux)
    import Foundation

    /// The bytes of a response head as received.
    struct WireHead: Sendable {
        var bytes: [UInt8] = []
        /// The number of lines, with the first one and the empty last one.
        var lineCount = 0

        /// The status code, if the first line has one: three digits after the version (RFC 9112 §4).
        var statusCode: Int? {
            bytes.withUnsafeBytes { bytes in
                guard bytes.begins(with: "HTTP/") else { return nil }
                let end = bytes.firstIndex { $0 == UInt8(ascii: " ") || $0 == 0x0A }
                guard let space = end, bytes[space] != 0x0A, bytes.count > space + 4, bytes[space + 4] <= 0x20 else {
                    return nil
                }
                var number = 0
                for index in (space + 1)...(space + 3) {
                    guard (0x30...0x39).contains(bytes[index]) else { return nil }
                    number = number * 10 + Int(bytes[index] - 0x30)
                }
                return number < 100 ? nil : number
            }
        }
    }

    extension ResponseHead {
        /// An error in a head.
        struct ParsingFailure: Error {
            let text: String
        }

        /// Parses a head as in RFC 9112. Accepts bare line feeds, joins folded lines, and reads bytes that are not
        /// UTF-8 as Latin-1. Rejects a name that is not a token, whitespace before a colon, a NUL, and a bare carriage
        /// return.
        init(_ wire: WireHead, url: URL) throws(ParsingFailure) {
            guard let code = wire.statusCode else {
                throw ParsingFailure(text: "the status line has no three-digit status")
            }
            let headers = wire.bytes.withUnsafeBytes { HeaderReader($0, lineCount: wire.lineCount).headers }
            self.init(status: HTTP.StatusCode(rawValue: code), headers: try headers.get(), url: url)
        }
    }

    extension UnsafeRawBufferPointer {
        /// Returns whether these are the bytes of a text and possibly others behind them.
        func begins(with text: StaticString) -> Bool {
            guard count >= text.utf8CodeUnitCount, let baseAddress else { return false }
            return memcmp(baseAddress, text.utf8Start, text.utf8CodeUnitCount) == 0
        }
    }

    /// Parses the header fields after the first line.
    private struct HeaderReader {
        private let bytes: UnsafeRawBufferPointer
        private let lineCount: Int

        init(_ bytes: UnsafeRawBufferPointer, lineCount: Int) {
            self.bytes = bytes
            self.lineCount = lineCount
        }

        var headers: Result<HTTP.Headers, ResponseHead.ParsingFailure> {
            var headers = HTTP.Headers()
            headers.reserveCapacity(max(0, lineCount - 2))
            var position = lineEnd(from: 0) + 1
            while position < bytes.count {
                let end = lineEnd(from: position)
                let line = trimmedRight(position..<end)
                guard !line.isEmpty else { break }
                position = end + 1
                guard let colon = colon(in: line) else { return .failure(problem(of: line)) }
                var value = text(trimmedLeft((colon + 1)..<line.upperBound))
                while position < bytes.count, isBlank(bytes[position]) {
                    let end = lineEnd(from: position)
                    value += " " + text(trimmedLeft(trimmedRight(position..<end)))
                    position = end + 1
                }
                headers.add(text(line.lowerBound..<colon), value)
            }
            guard !hasStrayControl else {
                return .failure(ResponseHead.ParsingFailure(text: "the head has a NUL or a bare carriage return"))
            }
            return .success(headers)
        }

        private var hasStrayControl: Bool {
            guard index(of: 0, from: 0) == nil else { return true }
            var position = 0
            while let index = index(of: 0x0D, from: position) {
                position = index + 1
                guard position < bytes.count, bytes[position] == 0x0A else { return true }
            }
            return false
        }

        private func problem(of line: Range<Int>) -> ResponseHead.ParsingFailure {
            let hasColon = bytes[line].contains(UInt8(ascii: ":"))
            return ResponseHead.ParsingFailure(
                text: hasColon ? "a header's name is not a token" : "a header line has no colon"
            )
        }

        /// Returns the index of the line feed of the line at `start`, or the end of the bytes.
        private func lineEnd(from start: Int) -> Int { index(of: 0x0A, from: start) ?? bytes.count }

        /// Returns the first index of a byte at or after `start`.
        private func index(of byte: Int32, from start: Int) -> Int? {
            guard start < bytes.count, let base = bytes.baseAddress else { return nil }
            return memchr(base + start, byte, bytes.count - start).map { UnsafeRawPointer($0) - base }
        }

        /// Returns the index of the colon after a name that is a token.
        private func colon(in line: Range<Int>) -> Int? {
            var index = line.lowerBound
            while index < line.upperBound, HTTP.isTokenByte(bytes[index]) { index += 1 }
            guard index > line.lowerBound, index < line.upperBound else { return nil }
            return bytes[index] == UInt8(ascii: ":") ? index : nil
        }

        private func text(_ range: Range<Int>) -> String {
            let slice = UnsafeRawBufferPointer(rebasing: bytes[range])
            var union: UInt8 = 0
            for byte in slice { union |= byte }
            guard union >= 0x80 else { return String(decoding: slice, as: UTF8.self) }
            return String(validating: slice, as: UTF8.self) ?? String(slice.map { Character(Unicode.Scalar($0)) })
        }

        private func trimmedLeft(_ range: Range<Int>) -> Range<Int> {
            var start = range.lowerBound
            while start < range.upperBound, isBlank(bytes[start]) { start += 1 }
            return start..<range.upperBound
        }

        private func trimmedRight(_ range: Range<Int>) -> Range<Int> {
            var end = range.upperBound
            if end > range.lowerBound, bytes[end - 1] == 0x0D { end -= 1 }
            while end > range.lowerBound, isBlank(bytes[end - 1]) { end -= 1 }
            return range.lowerBound..<end
        }

        private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
    }
#endif
