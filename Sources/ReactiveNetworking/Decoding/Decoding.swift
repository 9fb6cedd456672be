/// A decoding of a response's body into a value.
///
/// Write a decoding with a leading dot where a network takes one:
///
/// ```swift
/// network.send(todos, decoding: .json([Todo].self, at: "data.items"))
/// network.send(page, decoding: .text())
/// network.send(todo, decoding: .json(TodoRecord.self).map(Todo.init))
/// ```
///
/// A decoding is a pure value, which can be kept and used for many requests, from any thread. It runs off the main
/// thread, once for each response. An error that it throws is the cause of
/// ``Network/OperationError/parseFailure(cause:)``.
public struct Decoding<Output: Sendable>: Sendable {
    var emptyBody: EmptyBodyPolicy
    /// A Boolean value that indicates whether the decoding is expensive enough for a change of threads.
    var isExpensive = true
    package let decode: @Sendable (RawResponse, @escaping DecoderSource) throws -> Output

    init(
        emptyBody: EmptyBodyPolicy,
        decode: @escaping @Sendable (RawResponse, @escaping DecoderSource) throws -> Output
    ) {
        self.emptyBody = emptyBody
        self.decode = decode
    }
}

/// The meaning of a response without a body.
public enum EmptyBodyPolicy: Sendable, Hashable {
    /// A response like any other, which is decoded from no bytes.
    case allowed
    /// A response like any other if it has no body by its nature (204, 205, 304, and the response to a HEAD); otherwise
    /// ``Network/OperationError/missingData``.
    case allowedForNoContent
    /// A failure with ``Network/OperationError/missingData``, always.
    case missing
}

extension Decoding {
    /// The body unchanged, which may be empty.
    public static var data: Decoding<Data> {
        var decoding = Decoding<Data>(emptyBody: .allowed) { response, _ in response.data }
        decoding.isExpensive = false
        return decoding
    }

    /// No value, whatever the body is. The response still has its status, its header fields, and the bytes.
    ///
    /// ```swift
    /// network.send(Route(.delete, "/todos/1"), decoding: .none)
    /// ```
    public static var none: Decoding<Void> {
        var decoding = Decoding<Void>(emptyBody: .allowed) { _, _ in }
        decoding.isExpensive = false
        return decoding
    }

    /// Returns a decoding by a closure, for other formats and for decoders of other libraries.
    ///
    /// ```swift
    /// network.send(settings, decoding: .custom { try PropertyListDecoder().decode(Settings.self, from: $0) })
    /// ```
    ///
    /// - Parameter decode: A closure that decodes the body. It gets no bytes if a response has no body by its nature.
    ///   An error that it throws is the cause of the parse failure, unchanged.
    /// - Returns: The decoding.
    public static func custom<Value>(_ decode: @escaping @Sendable (Data) throws -> Value) -> Decoding<Value> {
        Decoding<Value>(emptyBody: .allowedForNoContent) { response, _ in try decode(response.data) }
    }

    /// Returns a decoding by a closure that sees the status and the headers too.
    ///
    /// - Parameter decode: A closure that decodes the body. It gets no bytes if a response has no body by its nature.
    ///   An error that it throws is the cause of the parse failure, unchanged.
    /// - Returns: The decoding.
    public static func custom<Value>(
        _ decode: @escaping @Sendable (Data, ResponseHead) throws -> Value
    ) -> Decoding<Value> {
        Decoding<Value>(emptyBody: .allowedForNoContent) { response, _ in try decode(response.data, response.head) }
    }
}

extension Decoding {
    /// Returns a decoding that transforms the decoded value, for example the model of the wire into that of the app.
    ///
    /// - Parameter transform: A closure that transforms the value. An error that it throws is the cause of the parse
    ///   failure, unchanged.
    /// - Returns: The decoding.
    public func map<New>(_ transform: @escaping @Sendable (Output) throws -> New) -> Decoding<New> {
        Decoding<New>(emptyBody: emptyBody) { [decode] in try transform(decode($0, $1)) }
    }

    /// Returns the decoding with another default decoder of JSON.
    func using(_ decoder: @escaping DecoderSource) -> Decoding {
        var copy = Decoding(emptyBody: emptyBody) { [decode] response, _ in try decode(response, decoder) }
        copy.isExpensive = isExpensive
        return copy
    }

    /// Returns the decoding with another policy for empty bodies.
    ///
    /// - Parameter policy: The policy.
    /// - Returns: The decoding.
    public func emptyBody(_ policy: EmptyBodyPolicy) -> Decoding {
        var copy = self
        copy.emptyBody = policy
        return copy
    }

    /// Returns the decoding with a value for every response without a body.
    ///
    /// - Parameter value: The value.
    /// - Returns: The decoding.
    public func emptyBody(as value: Output) -> Decoding {
        Decoding(emptyBody: .allowed) { [decode] in $0.data.isEmpty ? value : try decode($0, $1) }
    }
}

/// Creates the decoder for decodings that specify none.
package typealias DecoderSource = @Sendable () -> JSONDecoder
