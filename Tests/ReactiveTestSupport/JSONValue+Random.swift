import ReactiveNetworking

extension JSONValue {
    package static func random(using random: inout SplitMix, depth: Int) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &random) {
        case 0: .null
        case 1: .bool(.random(using: &random))
        case 2: .integer(.random(in: .min ... .max, using: &random))
        case 3: .number(.random(in: -1e6...1e6, using: &random))
        case 4: .number(Double.random(in: -1...1, using: &random) * 1e200)
        case 5: .string(.random(using: &random))
        case 6:
            .array((0..<Int.random(in: 0..<4, using: &random)).map { _ in .random(using: &random, depth: depth - 1) })
        default:
            .object(
                (0..<Int.random(in: 0..<4, using: &random)).reduce(into: [:]) { members, _ in
                    members[.random(using: &random)] = .random(using: &random, depth: depth - 1)
                }
            )
        }
    }
}

extension String {
    /// A few random characters, mostly those with a meaning in the grammar of JSON.
    package static func random(using random: inout SplitMix) -> String {
        let special = Array("&=+%;?/#[]\"\\ \n\0~._-!'()*,:@$éß日😀\u{301}\u{10FFFF}")
        let characters = (0..<Int.random(in: 0..<8, using: &random)).map { _ -> Character in
            Bool.random(using: &random)
                ? special.randomElement(using: &random) ?? "?"
                : Character(Unicode.Scalar(UInt8.random(in: 0x61...0x7A, using: &random)))
        }
        return String(characters)
    }
}
