import Foundation

/// The digest that a body must have; see ``ResponseValidation/checksum(_:)``.
public struct Checksum: Hashable, Sendable {
    /// A hash function. The raw value is its usual name.
    public enum Algorithm: String, Hashable, Sendable, CaseIterable {
        /// MD5 (RFC 1321). It detects damage, but no manipulation.
        case md5 = "MD5"
        /// SHA-256 (FIPS 180-4).
        case sha256 = "SHA-256"

        /// The length of a digest in bytes.
        public var byteCount: Int {
            switch self {
            case .md5: MD5.byteCount
            case .sha256: SHA256.byteCount
            }
        }
    }

    /// The hash function.
    public let algorithm: Algorithm
    /// The digest. It has the length of the algorithm.
    public let digest: Data

    /// Creates a checksum from its text, or returns `nil` if the text is not a digest of the algorithm.
    ///
    /// - Parameters:
    ///   - algorithm: The hash function.
    ///   - text: The digest in hexadecimal digits of either case, or in base64 with padding.
    public init?(_ algorithm: Algorithm, _ text: String) {
        let count = algorithm.byteCount
        let bytes = text.utf8.count == 2 * count ? Data(hexadecimal: text) : Data(base64Encoded: text)
        guard let bytes, bytes.count == count else { return nil }
        self.init(algorithm: algorithm, digest: bytes)
    }

    /// Creates the checksum of data.
    ///
    /// - Parameters:
    ///   - data: The data.
    ///   - algorithm: The hash function.
    public init(of data: Data, _ algorithm: Algorithm = .sha256) {
        var running = RunningChecksum(algorithm)
        running.update(data)
        self = running.checksum
    }

    fileprivate init(algorithm: Algorithm, digest: Data) {
        self.algorithm = algorithm
        self.digest = digest
    }
}

extension Checksum: CustomStringConvertible {
    /// The name of the algorithm and the digest in hexadecimal digits.
    public var description: String { "\(algorithm.rawValue) \(digest.hexadecimalDigits)" }
}

/// The checksum of bytes that arrive in pieces.
enum RunningChecksum: Sendable {
    case md5(MD5)
    case sha256(SHA256)

    init(_ algorithm: Checksum.Algorithm) {
        switch algorithm {
        case .md5: self = .md5(MD5())
        case .sha256: self = .sha256(SHA256())
        }
    }

    mutating func update(_ data: Data) {
        switch self {
        case .md5(var hash):
            hash.update(data)
            self = .md5(hash)
        case .sha256(var hash):
            hash.update(data)
            self = .sha256(hash)
        }
    }

    /// The checksum of the bytes so far.
    var checksum: Checksum {
        switch self {
        case .md5(let hash): Checksum(algorithm: .md5, digest: hash.digest)
        case .sha256(let hash): Checksum(algorithm: .sha256, digest: hash.digest)
        }
    }
}

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

extension Data {
    /// Creates the bytes of hexadecimal digits, or returns `nil` if there are other characters or an odd number.
    fileprivate init?(hexadecimal text: String) {
        let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2) else { return nil }
        self.init(capacity: digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            append(UInt8(high << 4 | low))
        }
    }
}
