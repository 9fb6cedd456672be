/// The digest that a body must have; see `checksum(_:)`.
public struct Checksum: Hashable, Sendable {
    /// A hash function. The raw value is its usual name.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
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
package enum RunningChecksum: Sendable {
    case md5(MD5)
    case sha256(SHA256)

    package init(_ algorithm: Checksum.Algorithm) {
        switch algorithm {
        case .md5: self = .md5(MD5())
        case .sha256: self = .sha256(SHA256())
        }
    }

    package mutating func update(_ data: Data) {
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
    package var checksum: Checksum {
        switch self {
        case .md5(let hash): Checksum(algorithm: .md5, digest: hash.digest)
        case .sha256(let hash): Checksum(algorithm: .sha256, digest: hash.digest)
        }
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
