/// The status codes that count as success, stored as a few ranges.
///
/// ```swift
/// let codes: AcceptedCodes = [.ok, .notFound]
/// codes.contains(.notFound)           // true
/// ```
public struct AcceptedCodes: Hashable, Sendable {
    /// Ascending, neither touching nor overlapping.
    let ranges: [ClosedRange<Int>]

    /// The codes from 200 to 299, the default.
    public static let success = AcceptedCodes(200...299)

    /// All status codes: no response fails because of its status.
    public static let any = AcceptedCodes(0...999)

    /// Creates a set of exactly these codes, in any order, repeated or not. An empty sequence accepts nothing.
    ///
    /// - Parameter codes: The codes.
    public init(_ codes: some Sequence<HTTP.StatusCode>) {
        var ranges: [ClosedRange<Int>] = []
        for code in codes.map(\.rawValue).sorted() {
            guard let last = ranges.last, code - 1 <= last.upperBound else {
                ranges.append(code...code)
                continue
            }
            ranges[ranges.count - 1] = last.lowerBound...code
        }
        self.ranges = ranges
    }

    /// Creates a set of every code in `range`.
    ///
    /// - Parameter range: The codes as numbers.
    public init(_ range: ClosedRange<Int>) {
        ranges = [range]
    }

    /// Creates a set of every code in `range`, which may be empty.
    ///
    /// - Parameter range: The codes as numbers.
    public init(_ range: Range<Int>) {
        ranges = range.isEmpty ? [] : [range.lowerBound...(range.upperBound - 1)]
    }

    /// Returns a Boolean value that indicates whether `code` counts as success.
    ///
    /// - Parameter code: The code of a response.
    /// - Returns: `true` if the code is accepted.
    public func contains(_ code: HTTP.StatusCode) -> Bool {
        ranges.contains { $0.contains(code.rawValue) }
    }

    /// The codes one by one, in ascending order.
    public var codes: [HTTP.StatusCode] { ranges.flatMap { $0.map(HTTP.StatusCode.init(rawValue:)) } }
}

extension AcceptedCodes: ExpressibleByArrayLiteral {
    /// Creates a set of exactly the codes of a literal.
    ///
    /// - Parameter codes: The codes.
    public init(arrayLiteral codes: HTTP.StatusCode...) {
        self.init(codes)
    }
}

extension AcceptedCodes: CustomStringConvertible {
    /// The codes on one line: `200...299, 404`.
    public var description: String {
        ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)...\($0.upperBound)" }
            .joined(separator: ", ")
    }
}
