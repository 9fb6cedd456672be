#if !canImport(ObjectiveC)
    /// Conversions between UTF-8 and the charsets that this part of Foundation lacks, by the system's `iconv` (AD8).
    enum CharsetConversion {
        /// Returns whether the system has the tables of a charset, which may be a package of their own.
        static func isAvailable(_ charset: String) -> Bool {
            guard let conversion = open(to: "UTF-8", from: charset) else { return false }
            iconv_close(conversion)
            return true
        }

        /// Returns the text of bytes, or `nil` if they are no text of the charset.
        static func text(_ data: Data, from charset: String) -> String? {
            converted(data, to: "UTF-8", from: charset).map { String(decoding: $0, as: UTF8.self) }
        }

        /// Returns the bytes of a text, or `nil` if the charset lacks one of its characters.
        static func data(_ text: String, in charset: String) -> Data? {
            converted(Data(text.utf8), to: charset, from: "UTF-8")
        }

        private static func open(to target: String, from source: String) -> iconv_t? {
            let conversion = iconv_open(target, source)
            return conversion == iconv_t(bitPattern: -1) ? nil : conversion
        }

        private static func converted(_ data: Data, to target: String, from source: String) -> Data? {
            guard let conversion = open(to: target, from: source) else { return nil }
            defer { iconv_close(conversion) }
            var input = [UInt8](data)
            return input.withUnsafeMutableBytes { input in
                var rest = input.baseAddress?.assumingMemoryBound(to: CChar.self)
                var count = input.count
                var result = Data()
                guard Self.drain(into: &result, { iconv(conversion, &rest, &count, $0, $1) }),
                    // A call without input writes what ends a state.
                    Self.drain(into: &result, { iconv(conversion, nil, nil, $0, $1) })
                else { return nil }
                return count == 0 ? result : nil
            }
        }

        /// Calls `convert` until it has room enough; returns `false` if it fails for another reason.
        private static func drain(
            into result: inout Data,
            _ convert: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, UnsafeMutablePointer<Int>) -> Int
        ) -> Bool {
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4_096) { piece in
                while true {
                    var (place, room) = (piece.baseAddress, piece.count)
                    let code = convert(&place, &room) == -1 ? errno : 0
                    result.append(contentsOf: UnsafeRawBufferPointer(piece).prefix(piece.count - room))
                    guard code == E2BIG else { return code == 0 }
                }
            }
        }
    }
#endif
