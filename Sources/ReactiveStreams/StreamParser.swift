import ReactiveNetworking

/// A parser of a live stream: bytes in, parts out.
protocol StreamParser: Sendable {
    /// A part of the stream, with the number of bytes since the part before.
    associatedtype Part: Sendable

    /// Forgets what is unfinished, because another body begins.
    mutating func beginBody()

    /// Parses the next bytes, and appends the parts that they complete.
    ///
    /// - Throws: ``EventSourceError/lineTooLong(limit:)``. What precedes the line has been appended.
    mutating func parse(_ bytes: UnsafeRawBufferPointer, into parts: inout [Part]) throws(EventSourceError)

    /// Appends what the end of the body completes.
    ///
    /// - Parameter isWhole: Whether the body is complete, and not broken off.
    /// - Throws: ``EventSourceError/lineTooLong(limit:)``.
    mutating func finish(isWhole: Bool, into parts: inout [Part]) throws(EventSourceError)

    /// The number of bytes since the part before.
    static func byteCount(of part: Part) -> Int

    /// The state that another connection must know.
    var position: StreamPosition { get }
}

extension StreamParser {
    var position: StreamPosition { StreamPosition() }

    /// Parses the next bytes, and returns the failure instead of throwing it.
    mutating func parseAll(_ data: Data, into parts: inout [Part]) -> EventSourceError? {
        data.withUnsafeBytes { bytes in
            EventSourceError.thrown { () throws(EventSourceError) in try parse(bytes, into: &parts) }
        }
    }

    /// Appends what the end of the body completes, and returns the failure instead of throwing it.
    mutating func finishAll(isWhole: Bool, into parts: inout [Part]) -> EventSourceError? {
        EventSourceError.thrown { () throws(EventSourceError) in try finish(isWhole: isWhole, into: &parts) }
    }
}

extension EventSourceError {
    fileprivate static func thrown(by step: () throws(EventSourceError) -> Void) -> EventSourceError? {
        do throws(EventSourceError) {
            try step()
            return nil
        } catch {
            return error
        }
    }
}

/// The state of a stream that outlives its connections.
struct StreamPosition: Sendable {
    /// The last event ID that a dispatch has made valid.
    var lastEventID = ""
    /// The number of dispatches that had an ID of their own.
    var idCount = 0
    /// The reconnection time that the server has set last.
    var reconnectionTime: Duration?
    var eventCount = 0
}

/// The meaning of a part of a stream.
enum StreamPart<Value: Sendable>: Sendable {
    case value(Value)
    /// The part has no value.
    case nothing
    case skipped(DecodingFailure)
    /// The part announces the end of the stream.
    case end
    case failure(Network.OperationError)
}

/// The values of parts, up to the one that ends the stream.
struct StreamBatch<Value: Sendable>: Sendable {
    private(set) var values: [Value] = []
    /// The number of bytes of the values.
    private(set) var byteCount = 0
    private(set) var skipped: [DecodingFailure] = []
    /// The end that one of the parts means.
    private(set) var end: Termination<Network.OperationError>?

    /// Returns a function that makes batches. The compiler makes it for the types of the caller.
    static func reading<Parser: StreamParser>(
        _ parser: Parser.Type,
        _ read: @escaping @Sendable (Parser.Part) -> StreamPart<Value>
    ) -> @Sendable ([Parser.Part]) -> StreamBatch {
        { parts in
            var batch = StreamBatch()
            batch.values.reserveCapacity(parts.count)
            for index in parts.indices where batch.end == nil {
                let part = parts[index]
                switch read(part) {
                case .value(let value):
                    batch.values.append(value)
                    batch.byteCount += Parser.byteCount(of: part)
                case .nothing: break
                case .skipped(let failure): batch.skipped.append(failure)
                case .end: batch.end = .completed
                case .failure(let error): batch.end = .failed(error)
                }
            }
            return batch
        }
    }
}
