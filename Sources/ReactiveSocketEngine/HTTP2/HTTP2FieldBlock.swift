#if os(Linux)
    import ReactiveHTTPModel

    /// The fields of a request in the form in which they are sent (EN36): names in lower case, one after the other in
    /// one piece of memory.
    struct HTTP2FieldBlock: Sendable {
        private struct Field {
            var name: Range<Int>
            var value: Range<Int>
            var isSecret: Bool
        }

        private var bytes: [UInt8] = []
        private var fields: [Field] = []

        var count: Int { fields.count }

        /// Adds a field.
        ///
        /// - Parameters:
        ///   - name: The name, whose ASCII letters are made lower case.
        ///   - value: The value, without blanks around it.
        ///   - isSecret: True if the value must not become part of the table of the compression.
        mutating func add(_ name: String, _ value: some Sequence<UInt8>, isSecret: Bool = false) {
            let start = bytes.count
            for byte in name.utf8 {
                bytes.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte)
            }
            let middle = bytes.count
            bytes.append(contentsOf: value)
            fields.append(Field(name: start..<middle, value: middle..<bytes.count, isSecret: isSecret))
        }

        mutating func add(_ name: String, _ value: String, isSecret: Bool = false) {
            add(name, value.utf8, isSecret: isSecret)
        }

        /// The fields as pairs, for tests.
        var pairs: [String] {
            fields.map { field in
                let text = { (range: Range<Int>) in String(decoding: bytes[range], as: UTF8.self) }
                return "\(text(field.name)): \(text(field.value))"
            }
        }

        /// Calls a function with the fields as nghttp2's array of name-value pairs.
        ///
        /// SAFETY: the memory is laid out as the header of nghttp2 declares it, and is valid during the call only.
        func withPointer<Result>(_ body: (UnsafeRawPointer?, Int) -> Result) -> Result {
            bytes.withUnsafeBufferPointer { bytes in
                withUnsafeTemporaryAllocation(
                    byteCount: max(1, fields.count) * NGHTTP2.Layout.fieldByteCount,
                    alignment: MemoryLayout<Int>.alignment
                ) { array in
                    let word = MemoryLayout<Int>.size
                    for (index, field) in fields.enumerated() {
                        let start = index * NGHTTP2.Layout.fieldByteCount
                        // A field without bytes has an address too.
                        let base = bytes.baseAddress.map { Int(bitPattern: $0) } ?? 0
                        array.storeBytes(of: base + field.name.lowerBound, toByteOffset: start, as: Int.self)
                        array.storeBytes(of: base + field.value.lowerBound, toByteOffset: start + word, as: Int.self)
                        array.storeBytes(of: field.name.count, toByteOffset: start + 2 * word, as: Int.self)
                        array.storeBytes(of: field.value.count, toByteOffset: start + 3 * word, as: Int.self)
                        let flags = field.isSecret ? Int(NGHTTP2.noIndex) : 0
                        // The flags are one byte, which the padding follows.
                        array.storeBytes(of: flags.littleEndian, toByteOffset: start + 4 * word, as: Int.self)
                    }
                    return body(array.baseAddress.map { UnsafeRawPointer($0) }, fields.count)
                }
            }
        }
    }
#endif
