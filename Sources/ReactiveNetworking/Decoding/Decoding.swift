import Foundation

/// How a response's body becomes a value.
///
/// Written with a leading dot where a network asks for one:
///
/// ```swift
/// network.send(todos, decoding: .json([Todo].self, at: "data.items"))
/// network.send(page, decoding: .text())
/// network.send(todo, decoding: .json(TodoRecord.self).map(Todo.init))
/// ```
///
/// A pure value: it can be kept and used for many requests, from any thread. It works off the main thread, once for each
/// response. What it throws is the cause of ``Network/OperationError/parseFailure(cause:)``.
public struct Decoding<Output: Sendable>: Sendable {
    var emptyBody: EmptyBodyPolicy
    /// Whether it does enough to be worth a change of threads.
    var isExpensive = true
    let decode: @Sendable (RawResponse, @escaping DecoderSource) throws -> Output

    init(
        emptyBody: EmptyBodyPolicy,
        decode: @escaping @Sendable (RawResponse, @escaping DecoderSource) throws -> Output
    ) {
        self.emptyBody = emptyBody
        self.decode = decode
    }
}

/// What a response without a body is.
public enum EmptyBodyPolicy: Sendable, Hashable {
    /// As good as any other: it is decoded from no bytes.
    case allowed
    /// Good where a response has no body by its nature (204, 205, 304, and the answer to a HEAD), else
    /// ``Network/OperationError/missingData``.
    case allowedForNoContent
    /// Always ``Network/OperationError/missingData``.
    case missing
}

extension Decoding {
    /// The body as it came, which may be no bytes at all.
    public static var data: Decoding<Data> {
        var decoding = Decoding<Data>(emptyBody: .allowed) { response, _ in response.data }
        decoding.isExpensive = false
        return decoding
    }

    /// Whatever `decode` makes of the body: the place for other formats, and for decoders of other libraries.
    ///
    /// ```swift
    /// network.send(settings, decoding: .custom { try PropertyListDecoder().decode(Settings.self, from: $0) })
    /// ```
    ///
    /// - Parameter decode: gets no bytes where a response has no body by nature. What it throws is the cause of the parse
    ///   failure, as it is.
    public static func custom<Value>(_ decode: @escaping @Sendable (Data) throws -> Value) -> Decoding<Value> {
        Decoding<Value>(emptyBody: .allowedForNoContent) { response, _ in try decode(response.data) }
    }

    /// Whatever `decode` makes of body, status and headers, as the other form does of the body alone.
    public static func custom<Value>(
        _ decode: @escaping @Sendable (Data, ResponseHead) throws -> Value
    ) -> Decoding<Value> {
        Decoding<Value>(emptyBody: .allowedForNoContent) { response, _ in try decode(response.data, response.head) }
    }
}

extension Decoding {
    /// Makes something else of what was decoded: of the model on the wire the one of the app.
    ///
    /// - Parameter transform: what it throws is the cause of the parse failure, as it is.
    public func map<New>(_ transform: @escaping @Sendable (Output) throws -> New) -> Decoding<New> {
        Decoding<New>(emptyBody: emptyBody) { [decode] in try transform(decode($0, $1)) }
    }

    /// The same with another answer to an empty body.
    public func emptyBody(_ policy: EmptyBodyPolicy) -> Decoding {
        var copy = self
        copy.emptyBody = policy
        return copy
    }

    /// The same, with a value for every response that has no body.
    public func emptyBody(as value: Output) -> Decoding {
        Decoding(emptyBody: .allowed) { [decode] in $0.data.isEmpty ? value : try decode($0, $1) }
    }
}
