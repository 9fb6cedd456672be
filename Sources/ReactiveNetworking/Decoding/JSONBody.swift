extension RawResponse {
    /// Returns the body as UTF-8 for a decoder, with the last of repeated members alone. Fails if the body violates the
    /// JSON grammar, which decoders check less strictly, or is nested too deeply to decode safely on a small stack.
    func json(for target: Any.Type) throws(DecodingFailure) -> Data {
        let data = try utf8(for: target)
        let finding = data.withUnsafeBytes { JSONGrammar.examine($0) }
        guard let offset = finding.firstInvalidOffset else {
            return finding.repeatsKeys ? JSONReader.withoutRepetitions(data) : data
        }
        do throws(JSONError) {
            _ = try JSONValue(parsing: data)
        } catch {
            throw DecodingFailure(error, decoding: target, in: self)
        }
        let reason = "unexpected character"
        throw DecodingFailure(.malformed(reason), decoding: target, of: self, at: (JSONPath(), offset))
    }

    /// Returns the body as UTF-8 for a reader that checks the grammar itself or accepts another one. Fails if it is
    /// nested too deeply.
    func shallowJSON(for target: Any.Type) throws(DecodingFailure) -> Data {
        let data = try utf8(for: target)
        guard data.count > JSONValue.maxDepth, let offset = data.offsetNested(deeperThan: JSONValue.maxDepth) else {
            return data
        }
        let reason = "it is nested deeper than \(JSONValue.maxDepth) levels"
        throw DecodingFailure(.malformed(reason), decoding: target, of: self, at: (JSONPath(), offset))
    }

    /// Fails if the body has a content coding that nobody has undone (EN42).
    func checkCoding(for target: Any.Type) throws(DecodingFailure) {
        guard !data.isEmpty, let coding = head.unknownCoding else { return }
        throw DecodingFailure(.unknownCoding(RedactedSnippet.bounded(coding)), decoding: target, of: self)
    }

    /// Returns the body as UTF-8. Foundation also reads UTF-16 and UTF-32, but not with every byte order mark.
    private func utf8(for target: Any.Type) throws(DecodingFailure) -> Data {
        try checkCoding(for: target)
        guard data.prefix(4).contains(where: { $0 == 0 || $0 >= 0xFE }) else { return data }
        do throws(JSONError) {
            return Data(try JSONReader.utf8(data))
        } catch {
            throw DecodingFailure(error, decoding: target, in: self)
        }
    }
}

extension Data {
    /// Returns the offset at which JSON exceeds `limit` levels, or `nil`. Scans the bytes once; for 100 kB this takes
    /// about 2 % of the decoding time.
    fileprivate func offsetNested(deeperThan limit: Int) -> Int? {
        withUnsafeBytes { bytes in
            var depth = 0
            var offset = 0
            while offset < bytes.count {
                switch bytes[offset] {
                case UInt8(ascii: "\""):
                    offset += 1
                    while offset < bytes.count, bytes[offset] != UInt8(ascii: "\"") {
                        offset += bytes[offset] == UInt8(ascii: "\\") ? 2 : 1
                    }
                case UInt8(ascii: "["), UInt8(ascii: "{"):
                    depth += 1
                    if depth > limit { return offset }
                case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
                default: break
                }
                offset += 1
            }
            return nil
        }
    }
}
