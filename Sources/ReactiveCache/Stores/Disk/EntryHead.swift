import ReactiveNetworking

/// The file of a record: its head, and its body if that is short.
///
/// | Offset | Bytes | Content |
/// |---|---|---|
/// | 0 | 8 | `RNHEAD01`, which includes the version of the format |
/// | 8 | 8 | the number in the name of the file |
/// | 16 | 4 | the number of bytes of the head |
/// | 20 | 4 | 1 if the body follows the head, 0 if it has a file of its own |
/// | 24 | 8 | the number of bytes of the body |
/// | 32 | 8 | the checksum of the head |
/// | 40 | 8 | the checksum of the 40 bytes before |
/// | 48 | | the head: URL, partition, and the metadata as ``CacheMetadata/encoded()`` returns them |
/// | | | the body with its checksum, if it is here |
struct EntryHead: Sendable {
    static let magic = Data("RNHEAD01".utf8)
    /// The largest head that is written, and that is read.
    static let maxHeadByteCount = 1 << 20

    let name: EntryName
    let key: CacheKey
    let partition: CachePartition
    let metadata: CacheMetadata
    let bodyByteCount: Int64
    let hasBodyInside: Bool

    var record: CacheRecord {
        CacheRecord(id: name.id, key: key, partition: partition, metadata: metadata, bodyByteCount: bodyByteCount)
    }

    func with(_ metadata: CacheMetadata) -> EntryHead {
        EntryHead(
            name: name,
            key: key,
            partition: partition,
            metadata: metadata,
            bodyByteCount: bodyByteCount,
            hasBodyInside: hasBodyInside
        )
    }

    /// Returns the bytes of the file.
    ///
    /// - Parameter body: The body, if it is in the file.
    /// - Throws: An error of kind ``CacheStoreError/Kind/tooLarge`` if the head is too long.
    func encoded(with body: Data?) throws(CacheStoreError) -> Data {
        var head = StoreBytesWriter()
        head.write(key.url)
        head.write(partition.text)
        head.write(metadata.encoded())
        guard head.bytes.count <= Self.maxHeadByteCount else {
            throw CacheStoreError(.tooLarge, detail: "the head is too long")
        }
        var file = StoreBytesWriter()
        file.write(name.number)
        file.write(UInt32(head.bytes.count))
        file.write(UInt32(hasBodyInside ? 1 : 0))
        file.write(bodyByteCount)
        file.write(StoreChecksum.of(head.bytes, seed: name.number))
        var bytes = Self.magic + file.bytes
        bytes.appendChecksum(seed: name.number)
        bytes.append(head.bytes)
        if hasBodyInside, var body {
            body.appendChecksum(seed: name.number)
            bytes.append(body)
        }
        return bytes
    }

    /// Reads the head of a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - prefix: Its beginning.
    ///   - key: The URL that the file has to be of; if `nil`, the name tells.
    /// - Throws: An error of kind ``CacheStoreError/Kind/corrupt`` if the file is not as it was written.
    init(_ file: StoreFile, behind prefix: EntryPrefix, of expected: CacheKey? = nil) throws(CacheStoreError) {
        let name = prefix.name
        var bytes = prefix.firstBytes
        if prefix.headEnd > bytes.count { bytes = try file.read(prefix.headEnd, at: 0) }
        guard bytes.count >= prefix.headEnd else { throw CacheStoreError(.corrupt, detail: "the head is cut off") }
        let head = bytes[EntryPrefix.byteCount..<prefix.headEnd]
        guard StoreChecksum.of(head, seed: name.number) == prefix.headChecksum else {
            throw CacheStoreError(.corrupt, detail: "the head is damaged")
        }
        var content = StoreBytesReader(head)
        guard let key = content.text(), let partition = content.text(), let metadata = content.data(), content.isAtEnd
        else { throw CacheStoreError(.corrupt, detail: "the head cannot be read") }
        guard expected.map({ $0.url == key }) ?? (EntryName.digits(of: CacheKey(normalized: key)) == name.key) else {
            throw CacheStoreError(.corrupt, detail: "the head is that of another URL")
        }
        self.init(
            name: name,
            key: CacheKey(normalized: key),
            partition: CachePartition(partition),
            metadata: try CacheMetadata(encoded: Data(metadata)),
            bodyByteCount: prefix.bodyByteCount,
            hasBodyInside: prefix.hasBodyInside
        )
    }

    init(
        name: EntryName,
        key: CacheKey,
        partition: CachePartition,
        metadata: CacheMetadata,
        bodyByteCount: Int64,
        hasBodyInside: Bool
    ) {
        self.name = name
        self.key = key
        self.partition = partition
        self.metadata = metadata
        self.bodyByteCount = bodyByteCount
        self.hasBodyInside = hasBodyInside
    }
}

/// The beginning of a record's file, which tells the lengths of everything behind it.
struct EntryPrefix: Sendable {
    static let byteCount = 48
    /// The bytes that are read first; most heads are shorter.
    private static let firstReadByteCount: Int64 = 8 * 1_024

    let name: EntryName
    let headChecksum: UInt64
    let bodyByteCount: Int64
    let hasBodyInside: Bool
    /// The number of bytes before the body.
    let headEnd: Int
    /// The bytes that were read, at least those of the prefix.
    let firstBytes: Data

    /// Reads the beginning of a file.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - name: The name that the file has.
    ///   - fileByteCount: The number of its bytes.
    /// - Throws: An error of kind ``CacheStoreError/Kind/corrupt`` if the file is not as it was written.
    init(_ file: StoreFile, _ name: EntryName, _ fileByteCount: Int64) throws(CacheStoreError) {
        let bytes = try file.read(Int(min(fileByteCount, Self.firstReadByteCount)), at: 0)
        let magic = EntryHead.magic
        var reader = StoreBytesReader(bytes.dropFirst(magic.count))
        guard bytes.count >= Self.byteCount, bytes.prefix(magic.count) == magic,
            bytes.prefix(Self.byteCount).checked(seed: name.number) != nil,
            reader.number(UInt64.self) == name.number,
            let headByteCount = reader.number(UInt32.self), headByteCount <= EntryHead.maxHeadByteCount,
            let place = reader.number(UInt32.self), place <= 1,
            let bodyByteCount = reader.number(Int64.self), bodyByteCount >= 0,
            let sum = reader.number(UInt64.self)
        else { throw CacheStoreError(.corrupt, detail: "the head has no valid beginning") }
        self.name = name
        self.bodyByteCount = bodyByteCount
        headChecksum = sum
        hasBodyInside = place == 1
        headEnd = Self.byteCount + Int(headByteCount)
        firstBytes = bytes
        guard !hasBodyInside || bodyByteCount <= BodyBlocks.blockByteCount,
            fileByteCount
                == Int64(headEnd) + (hasBodyInside ? bodyByteCount + Int64(StoreChecksum.byteCount) : 0)
        else { throw CacheStoreError(.corrupt, detail: "the file has another length") }
    }

    /// Reads the body that follows the head.
    func body(in file: StoreFile) throws(CacheStoreError) -> Data {
        try file.readChecked(Int(bodyByteCount), inBlocksOf: Int(BodyBlocks.blockByteCount), at: Int64(headEnd)) { _ in
            name.number
        }
    }
}
