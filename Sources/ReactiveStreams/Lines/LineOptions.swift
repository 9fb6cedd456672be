import ReactiveNetworking

/// The settings of a response that is read line by line, or as a sequence of JSON texts.
public struct LineOptions: Sendable, Hashable {
    /// The time without any byte after which the connection counts as lost; `nil` for no limit. Time in which the
    /// observer holds up the transfer does not count. 5 minutes by default.
    public var idleTimeout: Duration?
    /// The longest line or text in bytes; 1 MiB by default.
    public var maxLineByteCount: Int
    /// The treatment of lines and texts that cannot be decoded.
    public var decoding: StreamDecoding

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - idleTimeout: The time without any byte after which the connection counts as lost; `nil` for no limit.
    ///   - maxLineByteCount: The longest line or text in bytes.
    ///   - decoding: The treatment of lines and texts that cannot be decoded.
    public init(
        idleTimeout: Duration? = .seconds(300),
        maxLineByteCount: Int = 1 << 20,
        decoding: StreamDecoding = .strict
    ) {
        self.idleTimeout = idleTimeout
        self.maxLineByteCount = maxLineByteCount
        self.decoding = decoding
    }

    /// The default settings, except that lines and texts that cannot be decoded are passed over.
    public static let skippingUndecodable = LineOptions(decoding: .skippingUndecodable)
}
