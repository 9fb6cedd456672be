/// A sequence of random numbers determined by a seed (SplitMix64).
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

// In builds that are not optimized, loops over generic collections would take most of the time.
extension Seeded {
    mutating func chance(_ part: Int, of whole: Int) -> Bool { number(1...whole) <= part }

    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.upperBound - range.lowerBound + 1))
    }

    /// - Precondition: There is at least one value.
    mutating func one<Value>(of values: [Value]) -> Value { values[number(0...values.count - 1)] }

    mutating func bytes(_ count: Int, of alphabet: [UInt8]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var index = 0
        while index < count {
            bytes[index] = alphabet[Int(next() % UInt64(alphabet.count))]
            index += 1
        }
        return bytes
    }
}
