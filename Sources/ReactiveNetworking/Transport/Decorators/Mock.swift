import Foundation

/// What a ``MockingTransport`` answers in the place of a server.
///
/// ```swift
/// Mock.json(["title": "Test"]).delayed(by: .milliseconds(300) ... .seconds(2))
/// Mock.file(fixtures.appending(path: "todos.json"))
/// Mock.text("gone", status: .gone)
/// Mock.failure(.connectionLost)
/// Mock.sequence([.failure(.offline), .json(text: #"{"id": 1}"#)])
/// ```
public struct Mock: Sendable {
    enum Answer: Sendable {
        case content(HTTP.ContentType?, @Sendable () throws(MockError) -> Data)
        case failure(TransportError)
        case sequence([Mock], Locked<Int>)
    }

    let answer: Answer
    /// The status of the answer.
    public var status: HTTP.StatusCode
    /// Header fields of the answer. `Content-Type` and `Content-Length` are made of the content unless they stand here.
    public var headers: HTTP.Headers = [:]
    /// How long the answer takes: chance picks a delay of the range for each exchange. Negative is zero.
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
    /// Bytes.
    public static func data(
        _ data: Data,
        status: HTTP.StatusCode = .ok,
        contentType: HTTP.ContentType = .octetStream
    ) -> Mock {
        Mock(.data(data, contentType: contentType), status)
    }

    /// No body, and so no media type.
    public static func status(_ status: HTTP.StatusCode) -> Mock {
        Mock(.data(Data(), contentType: nil), status)
    }

    /// Text, as `text/plain` in UTF-8.
    public static func text(_ text: String, status: HTTP.StatusCode = .ok) -> Mock {
        Mock(.text(text), status)
    }

    /// A value as JSON; see ``Body/json(_:vendor:encoder:)``.
    public static func json(
        _ value: some Encodable,
        status: HTTP.StatusCode = .ok,
        encoder: JSONEncoder = JSONEncoder()
    ) -> Mock {
        Mock(.json(value, encoder: encoder), status)
    }

    /// An object of loose values as JSON; see ``Body``.
    public static func json(_ object: [String: Any], status: HTTP.StatusCode = .ok) -> Mock {
        Mock(.json(object), status)
    }

    /// A text that is JSON, sent as it stands and not checked.
    public static func json(text: String, status: HTTP.StatusCode = .ok) -> Mock {
        Mock(.data(Data(text.utf8), contentType: .applicationJson), status)
    }

    /// The content of a file, read anew for each exchange, on the thread that begins it. Its media type is that of its
    /// extension. A file that cannot be read fails the exchange with ``MockError/invalidData(_:cause:)``, which names it.
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

    /// No answer, but this failure.
    public static func failure(_ error: TransportError) -> Mock { Mock(.failure(error)) }

    /// The mocks in turn, one for each exchange; the last one repeats, and none at all is a programmer error.
    ///
    /// Copies share their place in the sequence: make it once, outside of a closure that is asked for each request.
    /// Status, headers and delay are those of the mocks inside.
    public static func sequence(_ mocks: [Mock]) -> Mock {
        precondition(!mocks.isEmpty, "A sequence of mocks needs at least one")
        return Mock(.sequence(mocks, Locked(0)))
    }
}

extension Mock {
    /// The same with a header field, in place of those of its name.
    public func header(_ name: String, _ value: String) -> Mock {
        var copy = self
        copy.headers.set(name, value)
        return copy
    }

    /// The same a while later.
    public func delayed(by delay: Duration) -> Mock { delayed(by: delay...delay) }

    /// The same a while later, picked anew from `range` for each exchange.
    public func delayed(by range: ClosedRange<Duration>) -> Mock {
        var copy = self
        copy.delay = range
        return copy
    }
}

/// Why a ``MockingTransport`` could not answer: the ``TransportError/cause`` of its failure.
public enum MockError: Error, Hashable, Sendable {
    /// The content of a mock is not there: the path of its file, or what else it is.
    case invalidData(String, cause: RequestError.Cause)
    /// No mock answers a request, and it is not to go anywhere else. Carries the method and URL of the request, secrets
    /// hidden, and the routes that were tried; `nil` where a closure decides.
    case unanswered(String, routes: [String]?)
}

extension MockError: LocalizedError, CustomStringConvertible {
    /// What is wrong, and where.
    public var description: String {
        switch self {
        case .invalidData(let what, let cause): "invalid mock data: \(what) (\(cause))"
        case .unanswered(let request, let routes): "no mock answers \(request); \(Self.known(routes))"
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
