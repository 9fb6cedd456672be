import ReactiveNetworking

// The text of an added record: JSON with sorted keys.
extension Recipe {
    func write(to text: inout RecordText) {
        text.open("{")
        if let acceptedCodes {
            text.name("accepted")
            text.string(acceptedCodes.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ","))
        }
        text.name("added")
        text.number(added.count)
        switch body {
        case .none: break
        case .inline(let byteCount):
            text.name("body")
            text.number(byteCount)
        case .file(let byteCount, let fileByteCount, let checksum):
            text.name("body")
            text.number(byteCount)
            text.name("checksum")
            text.number(Int64(checksum))
            text.name("file")
            text.number(fileByteCount)
        }
        writeHeaders(to: &text)
        text.name("id")
        text.number(Int64(bitPattern: id))
        if let idempotencyKey {
            text.name("idempotency")
            text.string(idempotencyKey)
        }
        text.name("key")
        text.string(key)
        text.name("method")
        text.string(method.rawValue)
        text.name("origin")
        text.string(origin)
        if isMarkedRepeatable {
            text.name("repeatable")
            text.number(1)
        }
        if let contentType {
            text.name("type")
            text.string(contentType)
        }
        if let expires {
            text.name("until")
            text.number(expires.count)
        }
        text.name("url")
        text.string(url)
        text.close("}")
    }

    private func writeHeaders(to text: inout RecordText) {
        guard !fields.isEmpty else { return }
        text.name("headers")
        text.open("[")
        for (name, value) in fields {
            text.open("[")
            text.string(name)
            text.string(value)
            text.close("]")
        }
        text.close("]")
    }

    /// Reads the text of an added record; returns whether it is one.
    mutating func read(_ text: inout RecordTextReader) -> Bool {
        var bodyByteCount: Int64?
        var fileByteCount: Int64?
        var checksum: Int64 = 0
        var hasID = false
        guard text.open("{") else { return false }
        while let name = text.nextName() {
            switch name {
            case .accepted: acceptedCodes = Self.ranges(of: text.string())
            case .added: added = Milliseconds(text.number())
            case .body: bodyByteCount = text.number()
            case .checksum: checksum = text.number()
            case .file: fileByteCount = text.number()
            case .headers: fields = text.pairs()
            case .id:
                let number = text.number()
                id = UInt64(clamping: number)
                hasID = number >= 0
            case .idempotency: idempotencyKey = text.string()
            case .key: key = text.string()
            case .method: method = HTTP.Method(rawValue: text.string())
            case .origin: origin = text.string()
            case .repeatable: isMarkedRepeatable = text.number() != 0
            case .type: contentType = text.string()
            case .until: expires = Milliseconds(text.number())
            case .url: url = text.string()
            default: text.skip()
            }
        }
        guard text.isWhole, hasID else { return false }
        if let bodyByteCount {
            guard bodyByteCount >= 0 else { return false }
            body = .inline(byteCount: bodyByteCount)
            if let fileByteCount {
                guard fileByteCount >= 0, let checksum = UInt32(exactly: checksum) else { return false }
                body = .file(byteCount: bodyByteCount, fileByteCount: fileByteCount, checksum: checksum)
            }
        }
        return true
    }

    private static func ranges(of text: String) -> [ClosedRange<Int>] {
        text.split(separator: ",").compactMap { part in
            let bounds = part.split(separator: "-").compactMap { Int($0) }
            guard bounds.count == 2, bounds[0] <= bounds[1], bounds[0] >= 0, bounds[1] <= 999 else { return nil }
            return bounds[0]...bounds[1]
        }
    }
}
