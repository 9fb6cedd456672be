/// How far a transfer has come.
///
/// In one operation it never runs backwards, and it comes to the total once, as its last value (F-15). An attempt that has to
/// begin anew says nothing until it has come further than the one before. Only if the server then has a body of another size,
/// it begins again.
public struct TransferProgress: Sendable, Hashable {
    /// How many bytes have been transferred, as they go over the wire; of a resumed download including those that were there.
    public var byteCount: Int64
    /// How many there are in all; `nil` while nobody knows.
    public var totalByteCount: Int64?

    /// Progress made by hand, for tests.
    public init(byteCount: Int64, totalByteCount: Int64? = nil) {
        self.byteCount = byteCount
        self.totalByteCount = totalByteCount
    }

    /// From 0 to 1; `nil` while the total is unknown.
    public var fraction: Double? {
        guard let totalByteCount else { return nil }
        return totalByteCount <= 0 ? 1 : min(max(Double(byteCount) / Double(totalByteCount), 0), 1)
    }

    /// Whether nothing is left to be transferred.
    public var isWhole: Bool { byteCount == totalByteCount }
}

extension TransferProgress: CustomStringConvertible {
    /// For a log: `512 of 1024 bytes (50 %)`, or `512 bytes`.
    public var description: String {
        guard let totalByteCount, let fraction else { return "\(byteCount) bytes" }
        return "\(byteCount) of \(totalByteCount) bytes (\(Int(fraction * 100)) %)"
    }
}
