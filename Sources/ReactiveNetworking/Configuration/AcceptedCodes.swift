/// The status codes that count as success.
///
/// Kept as a few ranges, so that asking is a comparison or two.
///
/// ```swift
/// let codes: AcceptedCodes = [.ok, .notFound]
/// codes.contains(.notFound)           // true
/// ```
public struct AcceptedCodes: Hashable, Sendable {
    /// Ascending, neither touching nor overlapping.
    private let ranges: [ClosedRange<Int>]

    /// 200 to 299, the default.
    public static let success = AcceptedCodes(200...299)

    /// Accepts exactly `codes`, in any order, repeated or not. None at all accepts nothing.
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

    /// Accepts every number in `range`.
    public init(_ range: ClosedRange<Int>) {
        ranges = [range]
    }

    /// Accepts every number in `range`, which may be empty.
    public init(_ range: Range<Int>) {
        ranges = range.isEmpty ? [] : [range.lowerBound...(range.upperBound - 1)]
    }

    /// Whether `code` counts as success.
    public func contains(_ code: HTTP.StatusCode) -> Bool {
        ranges.contains { $0.contains(code.rawValue) }
    }
}

extension AcceptedCodes: ExpressibleByArrayLiteral {
    /// Accepts exactly the codes of a literal.
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
