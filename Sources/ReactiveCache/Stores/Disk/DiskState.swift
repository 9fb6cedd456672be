import ReactiveNetworking

/// The file `state` of a store: the size of the store, and the replacement that may be under way.
///
/// The file is also the lock of the directory: who changes a name there holds it. A size that is too large costs
/// nothing but an early eviction, so it is written before a record is added, and after a record is removed; each start
/// counts anew.
struct DiskState: Sendable, Equatable {
    /// A record that takes the place of others. If its file has its name, the others are to be removed.
    struct Replacement: Sendable, Equatable {
        var new: EntryName
        var old: [EntryName]
    }

    static let fileName = "state"
    private static let magic = Data("RNSTAT01".utf8)
    private static let maxByteCount = 1 << 20
    private static let seed: UInt64 = 0

    var byteCount: Int64 = 0
    var recordCount: Int64 = 0
    var replacement: Replacement?

    init() {}

    /// Reads the state of a directory; `nil` if the file has none.
    init?(_ file: StoreFile) {
        guard let bytes = try? file.read(Self.maxByteCount, at: 0), bytes.prefix(Self.magic.count) == Self.magic
        else { return nil }
        var reader = StoreBytesReader(bytes.dropFirst(Self.magic.count))
        guard let content = reader.data(), let sum = reader.number(UInt64.self),
            StoreChecksum.of(content, seed: Self.seed) == sum
        else { return nil }
        reader = StoreBytesReader(content)
        guard let byteCount = reader.number(Int64.self), let recordCount = reader.number(Int64.self),
            byteCount >= 0, recordCount >= 0, let nameCount = reader.number(UInt32.self)
        else { return nil }
        var names: [EntryName] = []
        for _ in 0..<nameCount {
            guard let name = reader.text().flatMap({ EntryName($0) }) else { return nil }
            names.append(name)
        }
        self.byteCount = byteCount
        self.recordCount = recordCount
        if let new = names.first { replacement = Replacement(new: new, old: Array(names.dropFirst())) }
    }

    func write(to file: StoreFile) throws(CacheStoreError) {
        var content = StoreBytesWriter()
        content.write(byteCount)
        content.write(recordCount)
        let names = replacement.map { [$0.new] + $0.old } ?? []
        content.write(UInt32(names.count))
        for name in names { content.write(name.text) }
        var writer = StoreBytesWriter()
        writer.write(content.bytes)
        writer.write(StoreChecksum.of(content.bytes, seed: Self.seed))
        try file.write(Self.magic + writer.bytes, at: 0)
    }
}
