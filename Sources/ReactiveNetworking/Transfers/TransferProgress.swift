/// The progress of a transfer.
///
/// Within an operation the progress never decreases, and it reaches the total once, as its last value. After a retry,
/// progress is sent only once it exceeds that of the previous attempt. If the new response has a different size, the
/// progress starts again.
///
/// ```swift
/// let text = progress.estimatedTimeRemaining.map { "\(progress), about \($0.components.seconds) s" } ?? "\(progress)"
/// ```
public struct TransferProgress: Sendable, Hashable {
    /// The number of bytes transferred, as sent over the network. For a resumed download, this includes the bytes that
    /// were already present.
    public var byteCount: Int64
    /// The total number of bytes; `nil` if it is unknown.
    public var totalByteCount: Int64?
    /// The progress in bytes per second, an average over about the last five seconds on the clock of the network; `nil`
    /// in the first value, and as long as no time has passed since it.
    ///
    /// It is the difference of ``byteCount`` to an earlier value, divided by the time between both. The earlier value
    /// is the newest of those that were sent at least five seconds before, or the first one that was sent. Bytes that a
    /// resumed download had before it began are no part of the rate, and neither are bytes that a further attempt
    /// transfers again. If the progress starts again, so does the average.
    public var bytesPerSecond: Double?

    /// Returns whether two values tell of the same bytes. ``bytesPerSecond`` does not count, and no description has it:
    /// it measures the way to the value.
    ///
    /// - Parameters:
    ///   - left: A value.
    ///   - right: Another value.
    public static func == (left: Self, right: Self) -> Bool {
        left.byteCount == right.byteCount && left.totalByteCount == right.totalByteCount
    }

    /// Hashes the numbers of bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(byteCount)
        hasher.combine(totalByteCount)
    }

    /// Creates a progress value, for tests.
    ///
    /// - Parameters:
    ///   - byteCount: The number of bytes transferred.
    ///   - totalByteCount: The total number of bytes; `nil` if it is unknown.
    ///   - bytesPerSecond: The progress in bytes per second; `nil` if it is unknown.
    public init(byteCount: Int64, totalByteCount: Int64? = nil, bytesPerSecond: Double? = nil) {
        self.byteCount = byteCount
        self.totalByteCount = totalByteCount
        self.bytesPerSecond = bytesPerSecond
    }

    /// The fraction from 0 to 1; `nil` if the total is unknown.
    public var fraction: Double? {
        guard let totalByteCount else { return nil }
        return totalByteCount <= 0 ? 1 : min(max(Double(byteCount) / Double(totalByteCount), 0), 1)
    }

    /// A Boolean value that indicates whether all bytes have been transferred.
    public var isWhole: Bool { byteCount == totalByteCount }

    /// The time that the missing bytes need at the current rate: their number divided by ``bytesPerSecond``; zero if no
    /// byte is missing, and `nil` if the total or the rate is unknown, or the rate is zero.
    public var estimatedTimeRemaining: Duration? {
        guard let totalByteCount else { return nil }
        guard byteCount < totalByteCount else { return .zero }
        guard let bytesPerSecond, bytesPerSecond > 0 else { return nil }
        let seconds = Double(totalByteCount - byteCount) / bytesPerSecond
        // A duration of more seconds cannot be represented.
        return seconds < 1e15 ? .seconds(seconds) : nil
    }
}

extension TransferProgress: CustomStringConvertible {
    /// A description for a log: `512 of 1024 bytes (50 %)`, or `512 bytes`.
    public var description: String {
        guard let totalByteCount, let fraction else { return "\(byteCount) bytes" }
        return "\(byteCount) of \(totalByteCount) bytes (\(Int(fraction * 100)) %)"
    }
}
