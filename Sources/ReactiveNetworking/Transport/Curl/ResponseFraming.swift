#if os(Linux)
    /// What a head says about where its body ends. libcurl takes the last of several lengths, and of each as much as looks
    /// like a number; whoever reads it differently finds another response in the rest (RFC 9112 §6.3, §11.2).
    struct ResponseFraming {
        private var length: Int64?
        private var hasCoding = false
        /// Whether the last line said how the body is framed.
        private var isInside = false

        /// Whether the connection must not be used again: a length beside a coding may mean an attack (RFC 9112 §6.1), and so
        /// may a body where there can be none.
        func forbidsReuse(status: Int?) -> Bool {
            hasCoding && (length != nil || status == 204) || status == 204 && length ?? 0 > 0
        }

        /// Whether nothing but the end of the connection says where the body ends.
        var endsWithConnection: Bool { length == nil && !hasCoding }

        /// Takes note of a line of the head.
        ///
        /// - Returns: what is wrong with it, if anything is.
        mutating func note(_ line: UnsafeRawBufferPointer) -> String? {
            let isFolded = line.first == 0x20 || line.first == 0x09
            // libcurl reads such a field without its other lines.
            if isFolded { return isInside ? "the length or the coding of the response goes on in another line" : nil }
            isInside = true
            if line.isField("content-length") {
                let isRight = note(lengths: line.dropFirst("content-length:".utf8.count))
                return isRight ? nil : "the response has a Content-Length that is no number, or two different ones"
            }
            if line.isField("transfer-encoding") {
                let isRight = note(codings: line.dropFirst("transfer-encoding:".utf8.count))
                return isRight ? nil : "the response has a Transfer-Encoding other than chunked"
            }
            isInside = false
            return nil
        }

        /// Nothing else was asked for, and libcurl would take what it undoes for whole wherever it ends.
        private mutating func note(codings: Slice<UnsafeRawBufferPointer>) -> Bool {
            let members = codings.split(separator: UInt8(ascii: ",")).map(\.trimmingBlanks).filter { !$0.isEmpty }
            guard !hasCoding, members.count == 1 else { return false }
            hasCoding = true
            return members[0].map { $0 | 0x20 }.elementsEqual("chunked".utf8)
        }

        /// A list of equal lengths counts as one of them (RFC 9110 §8.6).
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
        /// Whether it is a header line with this name, which is given in lower case.
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
