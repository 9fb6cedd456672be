/// The hash algorithms of Digest (RFC 7616 §3.4), from the weakest to the strongest.
enum DigestAlgorithm: String, CaseIterable {
    case md5 = "MD5"
    case md5Session = "MD5-sess"
    case sha256 = "SHA-256"
    case sha256Session = "SHA-256-sess"

    /// Returns the algorithm of a challenge. A challenge that names none uses MD5.
    init?(named name: String?) {
        guard let name else {
            self = .md5
            return
        }
        guard let match = Self.allCases.first(where: { HTTP.isSameIgnoringCase($0.rawValue, name) }) else { return nil }
        self = match
    }

    /// A Boolean value that indicates whether the first secret includes the nonces.
    var isSession: Bool { self == .md5Session || self == .sha256Session }

    var strength: Int { self == .sha256 || self == .sha256Session ? 2 : 1 }

    func hash(_ text: String) -> String { hash(Data(text.utf8)) }

    func hash(_ data: Data) -> String {
        switch self {
        case .md5, .md5Session: MD5.digest(of: data).hexadecimalDigits
        case .sha256, .sha256Session: SHA256.digest(of: data).hexadecimalDigits
        }
    }
}
