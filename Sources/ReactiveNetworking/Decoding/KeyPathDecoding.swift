/// A step of a key path in JSON: a key, or the index of an element.
struct PathStep: Sendable, Hashable, CodingKey {
    var stringValue: String
    var intValue: Int? { Int(stringValue) }

    init(stringValue: String) { self.stringValue = stringValue }
    init(intValue: Int) { stringValue = "\(intValue)" }

    /// Returns the steps of a key path. `a.0.b\.c` is the member `b.c` of the first element of `a`.
    static func parse(_ path: String) -> [PathStep] {
        guard !path.isEmpty else { return [] }
        var steps = [PathStep(stringValue: "")]
        var isEscaped = false
        for character in path {
            switch character {
            case "\\" where !isEscaped: isEscaped = true
            case "." where !isEscaped: steps.append(PathStep(stringValue: ""))
            default:
                steps[steps.count - 1].stringValue.append(character)
                isEscaped = false
            }
        }
        return steps
    }
}

/// The error of a key path step without a matching key or element.
struct MissingStep: Error {
    var step: PathStep
    var codingPath: [any CodingKey]
}

/// Decodes the value at a key path in one pass, ignoring everything else.
struct AtPath<Value: Decodable>: DecodableWithConfiguration {
    let value: Value

    init(from decoder: any Decoder, configuration steps: [PathStep]) throws {
        var decoder = decoder
        for step in steps { decoder = try decoder.stepping(into: step) }
        // `Value(from:)` would bypass the decoder's strategies for dates and data.
        value = try decoder.singleValueContainer().decode(Value.self)
    }
}

extension Decoder {
    fileprivate func stepping(into step: PathStep) throws -> any Decoder {
        if let index = step.intValue, index >= 0, var elements = try? unkeyedContainer() {
            guard index < elements.count ?? 0 else { throw MissingStep(step: step, codingPath: codingPath) }
            for _ in 0..<index { _ = try elements.superDecoder() }
            return try elements.superDecoder()
        }
        let members = try container(keyedBy: PathStep.self)
        guard members.contains(step) else { throw MissingStep(step: step, codingPath: codingPath) }
        return try members.superDecoder(forKey: step)
    }
}

extension JSONDecoder {
    /// Returns the steps with the names that the key decoding strategy gives them.
    func renaming(_ steps: [PathStep]) -> [PathStep] {
        if case .useDefaultKeys = keyDecodingStrategy { return steps }
        return steps.map { step in
            // Only the decoder knows how it converts a key.
            let probe = (try? JSONEncoder().encode([step.stringValue: 0])) ?? Data()
            return (try? decode(FirstKey.self, from: probe))?.key ?? step
        }
    }
}

private struct FirstKey: Decodable {
    let key: PathStep?

    init(from decoder: any Decoder) throws {
        key = try decoder.container(keyedBy: PathStep.self).allKeys.first
    }
}
