import ReactiveNetworking

/// The name of a record's file: digests of its URL and of its partition, and a random number.
///
/// The number never changes, so it also identifies the record. The first three digits are the name of the file's
/// directory, so that a look-up lists one of 4,096 parts of all names.
struct EntryName: Hashable, Sendable {
    /// The digits of a URL or a partition: the first half of its digest.
    private static let digitCount = 32
    private static let numberDigitCount = 16
    private static let bodySuffix = ".body"

    let key: String
    let partition: String
    let number: UInt64

    init(key: String, partition: String, number: UInt64) {
        self.key = key
        self.partition = partition
        self.number = number
    }

    /// Creates a name from its text; `nil` if it is none.
    init?(_ text: some StringProtocol) {
        // The bytes, because a look-up takes many names apart.
        let bytes = Array(text.utf8)
        let hyphens = [Self.digitCount, 2 * Self.digitCount + 1]
        guard bytes.count == hyphens[1] + 1 + Self.numberDigitCount else { return nil }
        for (index, byte) in bytes.enumerated() {
            guard hyphens.contains(index) ? byte == UInt8(ascii: "-") : Self.isDigit(byte) else { return nil }
        }
        func part(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }
        guard let number = UInt64(part(hyphens[1] + 1..<bytes.count), radix: 16) else { return nil }
        self.init(key: part(0..<hyphens[0]), partition: part(hyphens[0] + 1..<hyphens[1]), number: number)
    }

    /// Creates the name of a record that a cache refers to; `nil` if the identity is not one of a store on a disk.
    init?(_ id: CacheRecord.ID) { self.init(id.rawValue) }

    static func digits(of key: CacheKey) -> String { String(key.digest.prefix(digitCount)) }

    static func digits(of partition: CachePartition) -> String {
        // The partitions of requests without credentials need no digest each time.
        if partition == CachePartitions.anonymous.own { return anonymousDigits }
        if partition == CachePartitions.anonymous.shared { return sharedDigits }
        return String(partition.digest.prefix(digitCount))
    }

    private static let anonymousDigits = String(CachePartitions.anonymous.own.digest.prefix(digitCount))
    private static let sharedDigits = String(CachePartitions.anonymous.shared.digest.prefix(digitCount))

    private static let folderDigitCount = 3

    /// Returns the directory for the files of a URL: three digits, from `000` to `fff`.
    static func folder(of key: String) -> String { String(key.prefix(folderDigitCount)) }

    /// Returns whether a name is that of a directory for files.
    static func isFolder(_ name: String) -> Bool {
        name.utf8.count == folderDigitCount && name.utf8.allSatisfy(isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    var folder: String { Self.folder(of: key) }
    var id: CacheRecord.ID { CacheRecord.ID(rawValue: text) }

    var text: String { "\(key)-\(partition)-\(number.hexadecimalDigits)" }

    /// The name of the file with the body, if it is not in the same file.
    var body: String { text + Self.bodySuffix }

    /// Returns the name of the record to which a file with a body belongs; `nil` for other files.
    static func owner(ofBody name: String) -> EntryName? {
        name.hasSuffix(bodySuffix) ? EntryName(name.dropLast(bodySuffix.count)) : nil
    }
}
