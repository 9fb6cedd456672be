#if os(Linux)
    /// Validates how a response head delimits its body. libcurl uses the last of several lengths, and parses only a
    /// numeric prefix of each. A recipient that interprets the head differently finds another response in the remaining
    /// bytes (RFC 9112 §6.3, §11.2).
    struct ResponseFraming {
        private var length: Int64?
        private var hasCoding = false
        /// True if the last line was a framing field.
        private var isInside = false

        /// Returns whether the connection must not be reused: a length together with a coding may be an attack (RFC
        /// 9112 §6.1), and so may a body in a response that cannot have one.
        func forbidsReuse(status: Int?) -> Bool {
            hasCoding && (length != nil || status == 204) || status == 204 && length ?? 0 > 0
        }

        /// True if only the end of the connection delimits the body.
        var endsWithConnection: Bool { length == nil && !hasCoding }

        /// Checks a line of the head.
        ///
        /// - Returns: The error in the line, or `nil`.
        mutating func note(_ line: UnsafeRawBufferPointer) -> String? {
            let isFolded = line.first == 0x20 || line.first == 0x09
            // libcurl ignores the continuation lines of such a field.
            if isFolded { return isInside ? "the length or the coding of the response continues on another line" : nil }
            isInside = true
            if line.isField("content-length") {
                let isRight = note(lengths: line.dropFirst("content-length:".utf8.count))
                return isRight ? nil : "the response has a Content-Length that is not a number, or two different ones"
            }
            if line.isField("transfer-encoding") {
                let isRight = note(codings: line.dropFirst("transfer-encoding:".utf8.count))
                return isRight ? nil : "the response has a Transfer-Encoding other than chunked"
            }
            isInside = false
            return nil
        }

        /// Accepts only `chunked`. No other coding was requested, and libcurl would accept a truncated body of a coding
        /// that it decodes.
        private mutating func note(codings: Slice<UnsafeRawBufferPointer>) -> Bool {
            let members = codings.split(separator: UInt8(ascii: ",")).map(\.trimmingBlanks).filter { !$0.isEmpty }
            guard !hasCoding, members.count == 1 else { return false }
            hasCoding = true
            return members[0].map { $0 | 0x20 }.elementsEqual("chunked".utf8)
        }

        /// Accepts a list of equal lengths as one length (RFC 9110 §8.6).
        private mutating func note(lengths: Slice<UnsafeRawBufferPointer>) -> Bool {
            var rest = lengths
            while true {
                let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
                guard let value = rest[..<end].trimmingBlanks.number, length ?? value == value else { return false }
                length = value
                guard end < rest.endIndex else { return true }
                rest = rest[(end + 1)...]
            }
        }
    }

    extension UnsafeRawBufferPointer {
        /// Returns whether this is a header line with the given name in lower case.
        fileprivate func isField(_ name: StaticString) -> Bool {
            let count = name.utf8CodeUnitCount
            guard self.count > count, self[count] == UInt8(ascii: ":") else { return false }
            return (0..<count).allSatisfy { self[$0] | 0x20 == name.utf8Start[$0] }
        }
    }

    extension Slice<UnsafeRawBufferPointer> {
        fileprivate var trimmingBlanks: Self {
            let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
            let end = lastIndex { !isBlank($0) }.map { $0 + 1 } ?? startIndex
            return self[..<end].drop(while: isBlank)
        }

        /// The number that these bytes write with nothing but decimal digits, or `nil`.
        fileprivate var number: Int64? {
            guard !isEmpty else { return nil }
            var number: Int64 = 0
            for byte in self {
                guard (0x30...0x39).contains(byte) else { return nil }
                let (product, hasOverflowed) = number.multipliedReportingOverflow(by: 10)
                let (sum, isTooLarge) = product.addingReportingOverflow(Int64(byte - 0x30))
                guard !hasOverflowed, !isTooLarge else { return nil }
                number = sum
            }
            return number
        }
    }
#endif
