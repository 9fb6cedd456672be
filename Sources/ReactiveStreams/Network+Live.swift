import ReactiveNetworking

extension Network {
    /// The description of a live stream.
    struct LiveStream<Parser: StreamParser, Value: Sendable>: Sendable {
        var parser: @Sendable () -> Parser
        var idleTimeout: Duration?
        /// The value of `Accept` unless the request sets one.
        var accept: String?
        /// Creates the decisions about the connections of one start; `nil` if there is only one connection.
        var connection: (@Sendable () -> EventConnection<Value>)?
        /// Returns what makes values of the parts of one start.
        var reading: @Sendable (@escaping DecoderSource) -> LiveReceiver<Parser, Value>.Reading
    }

    /// Returns a producer whose starts are operations of this network that deliver a live stream.
    func live<Parser, Value>(
        _ request: Request,
        _ options: SendOptions,
        _ stream: LiveStream<Parser, Value>
    ) -> SignalProducer<Value, OperationError> {
        SignalProducer(sendingTo: { output in
            let place = place(of: options.scheduler, for: output.context, isResponse: false).inOrder
            begin(request, options, sendingTo: output, at: place, reporting: { _ in nil }) { context, output in
                let idle = IdleTimer(stream.idleTimeout, on: context.clock)
                return LiveReceiver(
                    stream.parser(),
                    PacedDelivery(to: output, at: place, for: context.refreshing, idle),
                    idle,
                    on: context.pieceParser?.inOrder,
                    stream.connection?(),
                    accepting: stream.accept,
                    stream.reading(context.decoder)
                )
            }
        })
    }
}

/// Decodes the elements of a stream from JSON.
struct ElementDecoding<Value: Decodable & Sendable>: Sendable {
    private let decoding = Decoding<Value>.json(Value.self)
    private let policy: StreamDecoding
    private let decoder: DecoderSource

    init(_ policy: StreamDecoding, _ decoder: @escaping DecoderSource) {
        self.policy = policy
        self.decoder = decoder
    }

    /// Returns the value of an element, or what its failure means.
    ///
    /// - Parameters:
    ///   - data: The JSON.
    ///   - name: The name of the element, for errors.
    ///   - defect: A defect that was found before.
    func read(_ data: Data, _ name: String, _ defect: StreamElement.Defect? = nil) -> StreamPart<Value> {
        do throws(DecodingFailure) {
            return .value(try value(of: data, name, defect))
        } catch {
            return policy.part(for: error)
        }
    }

    /// Returns the value of an element.
    ///
    /// - Parameters:
    ///   - data: The JSON.
    ///   - name: The name of the element, for the error.
    ///   - defect: A defect that was found before.
    func value(
        of data: Data,
        _ name: String,
        _ defect: StreamElement.Defect? = nil
    ) throws(DecodingFailure) -> Value {
        let response = RawResponse(head: ResponseHead(status: .ok), data: data)
        do {
            if let defect {
                throw DecodingFailure(
                    .malformed(defect.rawValue),
                    decoding: Value.self,
                    of: response,
                    excerpt: RedactedSnippet.text(of: data, upTo: 0)
                )
            }
            return try decoding.decode(response, decoder)
        } catch {
            var failure = DecodingFailure(error, decoding: Value.self, of: response)
            failure.element = name
            throw failure
        }
    }
}

extension StreamDecoding {
    /// Returns what the failure of an element means.
    func part<Value>(for failure: DecodingFailure) -> StreamPart<Value> {
        switch self {
        case .strict: .failure(.parseFailure(cause: failure))
        case .skippingUndecodable: .skipped(failure)
        }
    }
}

extension DecodingFailure {
    /// An error of a decoder or of an initializer of the user's.
    fileprivate init(_ error: any Error, decoding target: Any.Type, of response: RawResponse) {
        if let failure = error as? DecodingFailure {
            self = failure
        } else {
            let reason = RedactedSnippet.bounded(Redaction.printable("\(error)"))
            let excerpt = RedactedSnippet.text(of: response.data, upTo: 0)
            self.init(.unusable(reason), decoding: target, of: response, excerpt: excerpt, cause: error)
        }
    }
}
