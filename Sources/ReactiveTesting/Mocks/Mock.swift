import ReactiveCore
import ReactiveHTTPModel
import ReactiveNetworking

/// A response that a ``MockingTransport`` gives in place of a server.
///
/// ```swift
/// Mock.json(["title": "Test"]).delayed(by: .milliseconds(300) ... .seconds(2))
/// Mock.file(fixtures.appending(path: "todos.json"))
/// Mock.text("gone", status: .gone)
/// Mock.failure(.connectionLost)
/// Mock.sequence([.failure(.offline), .json(#"{"id": 1}"#)])
/// ```
public struct Mock: Sendable {
    enum Answer: Sendable {
        case content(HTTP.ContentType?, @Sendable () throws(MockError) -> Data)
        case failure(TransportError)
        case sequence([Mock], Locked<Int>)
    }

    let answer: Answer
    /// The status of the response.
    public var status: HTTP.StatusCode
    /// The header fields of the response. `Content-Type` and `Content-Length` are derived from the content unless they
    /// are set here.
    public var headers: HTTP.Headers = [:]
    /// The fields behind the body of the response, which only a response that can have a body has.
    public var trailers: HTTP.Headers = [:]
    /// The range of the response's delay, from which one is picked at random for each exchange. Negative delays count
    /// as zero.
    public var delay: ClosedRange<Duration> = .zero ... .zero

    private init(_ answer: Answer, _ status: HTTP.StatusCode = .ok) {
        self.answer = answer
        self.status = status
    }

    private init(_ body: Body, _ status: HTTP.StatusCode) {
        let data = Result { () throws(RequestError) in try body.data() }.mapError { error in
            MockError.invalidData("the content", cause: RequestError.Cause(error))
        }
        self.init(.content(body.contentType) { () throws(MockError) in try data.get() }, status)
    }
}

extension Mock {
    /// Creates a response with bytes.
    ///
    /// - Parameters:
    ///   - data: The body.
    ///   - status: The status of the response.
    ///   - contentType: The media type of the body.
    /// - Returns: The mock.
    public static func data(
        _ data: Data,
        status: HTTP.StatusCode = .ok,
        contentType: HTTP.ContentType = .octetStream
    ) -> Mock {
        Mock(.data(data, contentType: contentType), status)
    }

    /// Creates a response without a body or media type.
    ///
    /// - Parameter status: The status of the response.
    /// - Returns: The mock.
    public static func status(_ status: HTTP.StatusCode) -> Mock {
        Mock(.data(Data(), contentType: nil), status)
    }

    /// Creates a `text/plain` response in UTF-8.
    ///
    /// - Parameters:
    ///   - text: The body.
    ///   - status: The status of the response.
    /// - Returns: The mock.
    public static func text(_ text: String, status: HTTP.StatusCode = .ok) -> Mock {
        Mock(.text(text), status)
    }

    /// Creates a response with a JSON-encoded value, as `Body.json(_:vendor:encoder:)` does.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - status: The status of the response.
    ///   - encoder: The encoder of the value.
    /// - Returns: The mock.
    public static func json(
        _ value: some Encodable,
        status: HTTP.StatusCode = .ok,
        encoder: JSONEncoder = JSONEncoder()
    ) -> Mock {
        Mock(.json(value, encoder: encoder), status)
    }

    /// Creates a response with a JSON object of untyped values, as `Body` encodes them.
    ///
    /// - Parameters:
    ///   - object: The members of the object.
    ///   - status: The status of the response.
    /// - Returns: The mock.
    public static func json(_ object: [String: Any], status: HTTP.StatusCode = .ok) -> Mock {
        Mock(.json(object), status)
    }

    /// Creates a response with JSON text, which is sent without being checked.
    ///
    /// - Parameters:
    ///   - json: The JSON text.
    ///   - status: The status of the response.
    /// - Returns: The mock.
    public static func json(_ json: String, status: HTTP.StatusCode = .ok) -> Mock {
        Mock(.data(Data(json.utf8), contentType: .applicationJson), status)
    }

    /// Creates a response with JSON text, which is sent without being checked.
    ///
    /// - Parameters:
    ///   - text: The JSON text.
    ///   - status: The status of the response.
    /// - Returns: The mock.
    @available(*, deprecated, renamed: "json(_:status:)")
    public static func json(text: String, status: HTTP.StatusCode = .ok) -> Mock { json(text, status: status) }

    /// Creates a response with the content of a file.
    ///
    /// The file is read for each exchange, on the thread that begins it, and its extension determines the media type.
    /// If it cannot be read, the exchange fails with ``MockError/invalidData(_:cause:)``, which names it.
    ///
    /// - Parameters:
    ///   - file: The URL of the file.
    ///   - status: The status of the response.
    /// - Returns: The mock.
    public static func file(_ file: URL, status: HTTP.StatusCode = .ok) -> Mock {
        let content = Answer.content(HTTP.ContentType(fileExtension: file.pathExtension)) { () throws(MockError) in
            do {
                return try Data(contentsOf: file)
            } catch {
                throw .invalidData(file.path, cause: RequestError.Cause(error))
            }
        }
        return Mock(content, status)
    }

    /// Creates a mock that fails the exchange.
    ///
    /// - Parameter error: The failure.
    /// - Returns: The mock.
    public static func failure(_ error: TransportError) -> Mock { Mock(.failure(error)) }

    /// Creates a mock that uses other mocks in turn, one for each exchange, and repeats the last one.
    ///
    /// Copies share their position in the sequence: create it once, outside the closure that is called for each
    /// request. Status, headers, and delay are those of the given mocks.
    ///
    /// - Parameter mocks: The mocks. An empty array is a programmer error.
    /// - Returns: The mock.
    public static func sequence(_ mocks: [Mock]) -> Mock {
        require(!mocks.isEmpty, "A sequence of mocks needs at least one")
        return Mock(.sequence(mocks, Locked(0)))
    }
}

extension Mock {
    /// Returns a copy with a header field that replaces those of the same name.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The value of the field.
    /// - Returns: The copy.
    public func header(_ name: String, _ value: String) -> Mock {
        var copy = self
        copy.headers.set(name, value)
        return copy
    }

    /// Returns a copy with a delayed response.
    ///
    /// - Parameter delay: The delay.
    /// - Returns: The copy.
    public func delayed(by delay: Duration) -> Mock { delayed(by: delay...delay) }

    /// Returns a copy with a randomly delayed response.
    ///
    /// - Parameter range: The range from which a delay is picked for each exchange.
    /// - Returns: The copy.
    public func delayed(by range: ClosedRange<Duration>) -> Mock {
        var copy = self
        copy.delay = range
        return copy
    }
}

/// An error of a ``MockingTransport`` that cannot respond. It is the `TransportError.cause` of the failure.
#if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
#endif
public enum MockError: Error, Hashable, Sendable {
    /// The content of a mock is not available. The associated value is the path of its file or a description of the
    /// content.
    case invalidData(String, cause: RequestError.Cause)
    /// No mock matches a request, and requests are not passed on. The associated values are the method and URL of the
    /// request, with secrets hidden, and the routes that were tried, or `nil` if a closure decides.
    case unanswered(String, routes: [String]?)
}

extension MockError: LocalizedError, CustomStringConvertible {
    /// A description of the problem.
    public var description: String {
        switch self {
        case .invalidData(let what, let cause): "invalid mock data: \(what) (\(cause))"
        case .unanswered(let request, let routes): "no mock matches \(request); \(Self.known(routes))"
        }
    }

    private static let maxShownCount = 20

    private static func known(_ routes: [String]?) -> String {
        guard let routes else { return "a closure decides" }
        guard !routes.isEmpty else { return "there are no mocks" }
        let more = routes.count - maxShownCount
        return "there are mocks for " + routes.prefix(maxShownCount).joined(separator: ", ")
            + (more > 0 ? " and \(more) more" : "")
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}
