import Foundation

/// The name of a record's file: digests of its URL and of its partition, and a random number.
///
/// The number never changes, so it also identifies the record. The first ten bits are the name of the file's directory,
/// so that a look-up lists a thousandth of all names.
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
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ $0.utf8.allSatisfy(Self.isDigit) }),
            parts[0].utf8.count == Self.digitCount, parts[1].utf8.count == Self.digitCount,
            parts[2].utf8.count == Self.numberDigitCount, let number = UInt64(parts[2], radix: 16)
        else { return nil }
        self.init(key: String(parts[0]), partition: String(parts[1]), number: number)
    }

    /// Creates the name of a record that a cache refers to; `nil` if the identity is not one of a store on a disk.
    init?(_ id: CacheRecord.ID) { self.init(id.rawValue) }

    static func digits(of key: CacheKey) -> String { String(key.digest.prefix(digitCount)) }

    static func digits(of partition: CachePartition) -> String { String(partition.digest.prefix(digitCount)) }

    /// Returns the directory for the files of a URL: three digits, from `000` to `3ff`.
    static func folder(of key: String) -> String {
        let bits = (UInt16(key.prefix(4), radix: 16) ?? 0) >> 6
        let digits = String(bits, radix: 16)
        return String(repeating: "0", count: 3 - digits.count) + digits
    }

    /// Returns whether a name is that of a directory for files.
    static func isFolder(_ name: String) -> Bool {
        name.utf8.count == 3 && name.utf8.allSatisfy(isDigit) && UInt16(name, radix: 16) ?? .max < 1_024
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    }

    var folder: String { Self.folder(of: key) }
    var id: CacheRecord.ID { CacheRecord.ID(rawValue: text) }

    var text: String {
        let digits = String(number, radix: 16)
        return "\(key)-\(partition)-" + String(repeating: "0", count: Self.numberDigitCount - digits.count) + digits
    }

    /// The name of the file with the body, if it is not in the same file.
    var body: String { text + Self.bodySuffix }

    /// Returns the name of the record to which a file with a body belongs; `nil` for other files.
    static func owner(ofBody name: String) -> EntryName? {
        name.hasSuffix(bodySuffix) ? EntryName(name.dropLast(bodySuffix.count)) : nil
    }
}
