/// A complete downloaded file, under its final name.
public struct DownloadedFile: Sendable, Hashable {
    /// The URL of the file.
    public let url: URL
    /// The size of the file in bytes.
    public let byteCount: Int64
    /// The number of bytes that an earlier download left and that were not transferred again.
    public let resumedByteCount: Int64
    /// The status of the response that completed the file: 206 for a resumed download, or 416 if no byte was missing.
    public let statusCode: HTTP.StatusCode
    /// The header fields of the response that completed the file.
    public let responseHeaders: HTTP.Headers
    /// The transport's measurements of the last exchange.
    public let metrics: TransferMetrics
}
