/// The progress of a transfer.
///
/// Within an operation the progress never decreases, and it reaches the total once, as its last value. After a retry,
/// progress is sent only once it exceeds that of the previous attempt. If the new response has a different size, the
/// progress starts again.
public struct TransferProgress: Sendable, Hashable {
    /// The number of bytes transferred, as sent over the network. For a resumed download, this includes the bytes that
    /// were already present.
    public var byteCount: Int64
    /// The total number of bytes; `nil` if it is unknown.
    public var totalByteCount: Int64?

    /// Creates a progress value, for tests.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes transferred.
    ///   - totalByteCount: The total number of bytes; `nil` if it is unknown.
    public init(byteCount: Int64, totalByteCount: Int64? = nil) {
        self.byteCount = byteCount
        self.totalByteCount = totalByteCount
    }

    /// The fraction from 0 to 1; `nil` if the total is unknown.
    public var fraction: Double? {
        guard let totalByteCount else { return nil }
        return totalByteCount <= 0 ? 1 : min(max(Double(byteCount) / Double(totalByteCount), 0), 1)
    }

    /// A Boolean value that indicates whether all bytes have been transferred.
    public var isWhole: Bool { byteCount == totalByteCount }
}

extension TransferProgress: CustomStringConvertible {
    /// A description for a log: `512 of 1024 bytes (50 %)`, or `512 bytes`.
    public var description: String {
        guard let totalByteCount, let fraction else { return "\(byteCount) bytes" }
        return "\(byteCount) of \(totalByteCount) bytes (\(Int(fraction * 100)) %)"
    }
}
