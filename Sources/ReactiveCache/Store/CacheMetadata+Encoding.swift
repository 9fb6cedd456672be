import ReactiveNetworking

extension CacheMetadata {
    /// The version of the format of ``encoded()``. A store keeps it with the bytes, and treats another one as corrupt.
    package static let formatVersion: UInt32 = 1

    /// Returns the metadata as bytes, without a checksum.
    ///
    /// - Returns: The bytes.
    package func encoded() -> Data {
        var writer = ByteWriter()
        writer.write(Self.formatVersion)
        writer.write(Int64(head.status.rawValue))
        writer.write(head.url?.absoluteString ?? "")
        writer.write(UInt32(head.headers.count))
        for (name, value) in head.headers {
            writer.write(name)
            writer.write(value)
        }
        writer.write(UInt32(selectingFields.count))
        for field in selectingFields {
            writer.write(field.name)
            writer.write(UInt32(field.values.count))
            for value in field.values { writer.write(value) }
        }
        for time in [requested, received] {
            writer.write(time.wall.timeIntervalSinceReferenceDate.bitPattern)
            let (seconds, attoseconds) = time.instant.components
            writer.write(seconds)
            writer.write(attoseconds)
            writer.write(time.epoch)
        }
        writer.write(part?.offset ?? -1)
        writer.write(part?.total ?? -1)
        writer.write(UInt32(needsValidation ? 1 : 0) | UInt32(isDecoded ? 2 : 0) | UInt32(values.hasOldDate ? 4 : 0))
        return writer.data
    }

    /// Creates metadata from the bytes of ``encoded()``. They are not trusted: sizes are checked before anything is
    /// allocated, and header fields like those of a message.
    ///
    /// - Parameter data: The bytes.
    /// - Throws: ``CacheStoreError/Kind/corrupt`` if they are not bytes of ``encoded()``.
    package init(encoded data: Data) throws(CacheStoreError) {
        var reader = ByteReader(data)
        guard let values = reader.metadata(), reader.isAtEnd else {
            throw CacheStoreError(.corrupt, detail: "the head cannot be read")
        }
        self.init(values)
    }
}

/// Writes numbers in big-endian order, and texts with their length.
private struct ByteWriter {
    var data = Data()

    mutating func write(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.bigEndian) { data.append(contentsOf: $0) }
    }

    mutating func write(_ text: String) {
        write(UInt32(text.utf8.count))
        data.append(contentsOf: text.utf8)
    }
}

/// Reads what ``ByteWriter`` wrote; `nil` where the bytes end too early or make no sense.
private struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ data: Data) {
        bytes = Array(data)
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
        let size = Number.bitWidth / 8
        guard bytes.count - position >= size else { return nil }
        defer { position += size }
        return bytes[position..<(position + size)].reduce(Number(0)) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    mutating func text() -> String? {
        guard let size = number(UInt32.self), bytes.count - position >= Int(size) else { return nil }
        defer { position += Int(size) }
        return String(validating: bytes[position..<(position + Int(size))], as: UTF8.self)
    }

    mutating func fieldValue() -> String? { text().flatMap { HTTP.Headers.isStorableValue($0) ? $0 : nil } }

    /// Reads a count of items, each of which takes at least `size` bytes.
    mutating func count(ofAtLeast size: Int) -> Int? {
        guard let count = number(UInt32.self), Int(count) <= (bytes.count - position) / size else { return nil }
        return Int(count)
    }

    mutating func time() -> CacheTime? {
        guard let wall = number(UInt64.self), let seconds = number(Int64.self), let attoseconds = number(Int64.self),
            let epoch = number(UInt64.self), seconds.magnitude < 1 << 53,
            attoseconds.magnitude < 1_000_000_000_000_000_000
        else { return nil }
        let interval = Double(bitPattern: wall)
        guard interval.isFinite, abs(interval) < 1e12 else { return nil }
        let instant = Duration(secondsComponent: seconds, attosecondsComponent: attoseconds)
        return CacheTime(wall: Date(timeIntervalSinceReferenceDate: interval), instant: instant, epoch: epoch)
    }

    mutating func headers() -> HTTP.Headers? {
        guard let count = count(ofAtLeast: 8) else { return nil }
        var headers = HTTP.Headers()
        headers.reserveCapacity(count)
        for _ in 0..<count {
            guard let name = text(), HTTP.isToken(name), let value = fieldValue() else { return nil }
            headers.add(name, value)
        }
        return headers
    }

    mutating func selectingFields() -> [CacheMetadata.SelectingField]? {
        guard let count = count(ofAtLeast: 8) else { return nil }
        var fields: [CacheMetadata.SelectingField] = []
        for _ in 0..<count {
            guard let name = text(), HTTP.isToken(name), let valueCount = self.count(ofAtLeast: 4) else { return nil }
            var values: [String] = []
            for _ in 0..<valueCount {
                guard let value = fieldValue() else { return nil }
                values.append(value)
            }
            fields.append(CacheMetadata.SelectingField(name: name, values: values))
        }
        return fields
    }

    mutating func part() -> CacheMetadata.Part?? {
        guard let offset = number(Int64.self), let total = number(Int64.self) else { return nil }
        if offset == -1, total == -1 { return .some(nil) }
        guard offset >= 0, total > offset else { return nil }
        return CacheMetadata.Part(offset: offset, total: total)
    }

    mutating func metadata() -> CacheMetadata.Values? {
        guard number(UInt32.self) == CacheMetadata.formatVersion, let status = number(Int64.self),
            (100...999).contains(status), let address = text(), let headers = headers(),
            let fields = selectingFields(), let requested = time(), let received = time(), let part = part(),
            let flags = number(UInt32.self), flags < 8
        else { return nil }
        var url: URL?
        if !address.isEmpty {
            url = URL(string: address, encodingInvalidCharacters: false)
            guard url != nil else { return nil }
        }
        return CacheMetadata.Values(
            head: ResponseHead(status: HTTP.StatusCode(rawValue: Int(status)), headers: headers, url: url),
            selectingFields: fields,
            requested: requested,
            received: received,
            part: part,
            needsValidation: flags & 1 != 0,
            isDecoded: flags & 2 != 0,
            hasOldDate: flags & 4 != 0
        )
    }
}

extension HTTP.Headers {
    /// Returns whether a received value can be stored and read back: it has no CR, LF, or NUL.
    static func isStorableValue(_ value: String) -> Bool {
        let isStorable = { (byte: UInt8) in byte != 0x0D && byte != 0x0A && byte != 0 }
        return value.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isStorable) }
            ?? value.utf8.allSatisfy(isStorable)
    }
}
