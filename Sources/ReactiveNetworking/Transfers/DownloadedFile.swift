import Foundation

/// A file that was downloaded, whole and under its final name.
public struct DownloadedFile: Sendable, Hashable {
    /// Where it is.
    public let url: URL
    /// How long it is.
    public let byteCount: Int64
    /// How many of its bytes an earlier download had left, which were not transferred again.
    public let resumedByteCount: Int64
    /// The status of the response that completed it: of a resumed one 206, or 416 where nothing was missing any more.
    public let statusCode: HTTP.StatusCode
    /// The headers of that response.
    public let responseHeaders: HTTP.Headers
    /// What the transport measured of the last exchange.
    public let metrics: TransferMetrics
}
