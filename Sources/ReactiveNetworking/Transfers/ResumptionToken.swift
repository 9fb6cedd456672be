import Foundation

/// What is remembered of an unfinished download beside its bytes, so that another run of the process can go on with it.
///
/// It lies in a file beside the partial one, which only the user may read. It holds nothing that identifies the user: of the
/// address only a digest.
public struct ResumptionToken: Codable, Hashable, Sendable {
    /// The strong validator of the version that the bytes belong to, as it is sent in `If-Range`.
    public let validator: String
    /// How many bytes there are in all, if the server has said so.
    public let totalByteCount: Int64?
    /// A digest of the request's method and address, in hexadecimal.
    public let source: String

    init(validator: Validator, totalByteCount: Int64?, source: String) {
        self.validator = validator.text
        self.totalByteCount = totalByteCount
        self.source = source
    }

    /// Reads a token; `nil` if it is none.
    public init?(data: Data) {
        guard let token = try? JSONDecoder().decode(ResumptionToken.self, from: data) else { return nil }
        self = token
    }

    /// The form in which it is stored.
    public var data: Data { (try? JSONEncoder().encode(self)) ?? Data() }
}

extension ResumptionToken {
    /// What tells the requests apart of which parts may be put together, in hexadecimal: their whole address, the parameters
    /// included. Asked of a resolved request.
    static func source(of request: Request) -> String {
        let text = "\(request.method) \((try? request.encodedParts().url) ?? request.url)"
        return SHA256.digest(of: Data(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
            .joined()
    }
}
