import Foundation

/// Makes the decoder where a decoding names none of its own.
typealias DecoderSource = @Sendable () -> JSONDecoder

/// What becomes of a response that was accepted.
struct BufferedReceiver<Output: Sendable>: Sendable {
    var emptyBody: EmptyBodyPolicy
    /// Whether making the value is work worth a change of threads.
    var parsesOnWorker: Bool
    /// Gets every response that is refused, before the operation fails by it.
    var explain: (@Sendable (RawResponse, @escaping DecoderSource) -> Void)?
    /// Makes the value.
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

/// The cause of a parse failure that gave no reason: the parse closure returned `nil`.
public struct NilParseResultError: Error, Hashable, CustomStringConvertible, RequestNaming {
    private var line = RequestLine()

    /// Method and URL of the request whose response it was, secrets hidden. A network says it, and the text of its
    /// ``Network/OperationError`` begins with it; it is not compared.
    public internal(set) var request: String? {
        get { line.text }
        set { line.text = newValue }
    }

    /// Made where a parse closure returns `nil`.
    public init() {}

    /// The text for a log.
    public var description: String { ownText }

    var ownText: String { "the parse closure returned nil" }
}
