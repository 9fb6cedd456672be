/// The keys of the objects that are open while JSON is scanned, to find one that is repeated.
///
/// Most objects have few keys, which are compared by eight bytes at each end and their length, and then completely. The
/// keys of larger objects, and of those with an escaped key, are in a set by a seeded hash, so that no body takes more
/// than linear time.
struct JSONKeys {
    private static let fewCount = 32
    private static let factor: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// A Boolean value that indicates whether a key occurs twice in one object.
    private(set) var areRepeated = false

    private let bytes: UnsafeRawBufferPointer
    private struct Key {
        var mark: UInt64
        var place: Range<Int>
    }

    private struct Level {
        /// The number of keys that belong to outer objects.
        var start = 0
        /// One bit for each sixty-fourth of the marks that the object has.
        var filter: UInt64 = 0
    }

    /// The keys of all open objects without a set, the innermost last.
    private var keys: [Key] = []
    private var count = 0
    private var level = Level()
    private var outerLevels: [Level] = []
    /// The hashes of the innermost object's keys, if they are many, and those of outer objects with their depths.
    private var set: Set<Int>?
    private var outerSets: [(depth: Int, set: Set<Int>)] = []

    init(of bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    mutating func openObject() {
        if let set {
            outerSets.append((outerLevels.count, set))
            self.set = nil
        }
        outerLevels.append(level)
        level = Level(start: count)
    }

    mutating func closeObject() {
        count = level.start
        level = outerLevels.removeLast()
        if set != nil { set = nil }
        if let outer = outerSets.last, outer.depth == outerLevels.count { set = outerSets.removeLast().set }
    }

    /// Notes a key.
    ///
    /// - Parameters:
    ///   - key: The place of its bytes between the quotes.
    ///   - isEscaped: Whether they contain a backslash.
    mutating func note(_ key: Range<Int>, isEscaped: Bool) {
        guard !areRepeated else { return }
        guard !isEscaped, count - level.start < Self.fewCount, set == nil else {
            return noteInSet(key, isEscaped: isEscaped)
        }
        let mark = mark(of: key)
        let bit = UInt64(1) << (mark >> 58)
        if level.filter & bit != 0 {
            for other in keys[level.start..<count] where other.mark == mark && isSame(other.place, key) {
                areRepeated = true
                return
            }
        }
        level.filter |= bit
        let entry = Key(mark: mark, place: key)
        if count < keys.count { keys[count] = entry } else { keys.append(entry) }
        count += 1
    }

    private mutating func noteInSet(_ key: Range<Int>, isEscaped: Bool) {
        var set = self.set ?? Set(keys[level.start..<count].map { Self.hash(of: bytes[$0.place]) })
        self.set = nil
        defer { self.set = set }
        if isEscaped {
            // With its quotes, the key is JSON.
            var reader = JSONReader(Array(bytes[(key.lowerBound - 1)..<(key.upperBound + 1)]))
            // A decoder does not accept an escape that is no character either.
            let text = (try? reader.readWhole())?.string ?? ""
            areRepeated = !set.insert(Array(text.utf8).withUnsafeBytes { Self.hash(of: $0[...]) }).inserted
        } else {
            areRepeated = !set.insert(Self.hash(of: bytes[key])).inserted
        }
    }

    private static func hash(of bytes: Slice<UnsafeRawBufferPointer>) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: bytes))
        return hasher.finalize()
    }

    /// Returns a number that is the same for equal keys.
    private func mark(of key: Range<Int>) -> UInt64 {
        guard key.count >= 8 else {
            var word: UInt64 = 0
            if key.lowerBound + 8 <= bytes.count {
                word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: key.lowerBound, as: UInt64.self))
                word &= 1 << (8 * UInt64(key.count)) &- 1
            } else {
                for index in key.reversed() { word = word << 8 | UInt64(bytes[index]) }
            }
            return (word << 8 | UInt64(key.count)) &* Self.factor
        }
        let first = bytes.loadUnaligned(fromByteOffset: key.lowerBound, as: UInt64.self)
        let last = bytes.loadUnaligned(fromByteOffset: key.upperBound - 8, as: UInt64.self)
        return (first ^ (last << 23 | last >> 41)) &* Self.factor ^ UInt64(key.count)
    }

    private func isSame(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
        left.count == right.count && bytes[left].elementsEqual(bytes[right])
    }
}
