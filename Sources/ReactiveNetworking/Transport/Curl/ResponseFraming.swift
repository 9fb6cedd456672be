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
            let members = lengths.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            return members.allSatisfy { member in
                let text = member.trimmingBlanks
                guard !text.isEmpty, text.allSatisfy({ (0x30...0x39).contains($0) }),
                    let value = Int64(String(decoding: text, as: UTF8.self)), length ?? value == value
                else { return false }
                length = value
                return true
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
            let isBlank = { (byte: UInt8) in [0x20, 0x09, 0x0D, 0x0A].contains(byte) }
            let end = lastIndex { !isBlank($0) }.map { $0 + 1 } ?? startIndex
            return self[..<end].drop(while: isBlank)
        }
    }
#endif
