/// The checksums that a validation demands.
struct ExpectedChecksums: Hashable, Sendable {
    /// The checksum of each algorithm, or `nil` if the text that was given is none.
    private var checksums: [Checksum.Algorithm: Checksum?] = [:]

    init(_ algorithm: Checksum.Algorithm, _ checksum: Checksum?) { checksums[algorithm] = .some(checksum) }

    var algorithms: [Checksum.Algorithm] { Checksum.Algorithm.allCases.filter { checksums[$0] != nil } }

    /// The first algorithm whose text is not a digest.
    var invalidAlgorithm: Checksum.Algorithm? { algorithms.first { checksums[$0] == .some(nil) } }

    func merging(_ other: ExpectedChecksums) -> ExpectedChecksums {
        var result = self
        result.checksums.merge(other.checksums) { $1 }
        return result
    }

    /// Returns the reason to reject bytes with these checksums.
    func rejection(of actual: [Checksum]) -> ResponseValidationError.Reason? {
        for actual in actual {
            guard case .some(let expected?) = checksums[actual.algorithm], expected != actual else { continue }
            return .checksum(expected: expected, actual: actual)
        }
        return nil
    }

    /// Returns the reason to reject `data`.
    func rejection(of data: Data) -> ResponseValidationError.Reason? {
        rejection(of: algorithms.map { Checksum(of: data, $0) })
    }
}
