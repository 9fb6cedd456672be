import Foundation

/// Creates the decoder for decodings that specify none.
typealias DecoderSource = @Sendable () -> JSONDecoder

/// The processing of an accepted response.
struct BufferedReceiver<Output: Sendable>: Sendable {
    var emptyBody: EmptyBodyPolicy
    /// A Boolean value that indicates whether decoding is expensive enough to change threads.
    var parsesOnWorker: Bool
    /// Receives every rejected response, before the operation fails.
    var explain: (@Sendable (RawResponse, @escaping DecoderSource) -> Void)?
    /// Creates the output.
    var make: @Sendable (RawResponse, @escaping DecoderSource) throws -> Output
}

extension BufferedReceiver where Output == HTTP.Headers {
    static let headersOnly = BufferedReceiver(emptyBody: .allowed, parsesOnWorker: false) { response, _ in
        response.head.headers
    }
}

extension BufferedReceiver {
    static func decoded<Parsed>(by decoding: Decoding<Parsed>) -> BufferedReceiver
    where Output == Network.DataResponse<Parsed> {
        BufferedReceiver(emptyBody: decoding.emptyBody, parsesOnWorker: decoding.isExpensive) { response, decoder in
            Network.DataResponse(
                rawData: response.data,
                parsedData: try decoding.decode(response, decoder),
                responseHeaders: response.head.headers,
                statusCode: response.head.status,
                url: response.head.url,
                metrics: response.metrics
            )
        }
    }
}
