import Foundation
import ReactiveNetworking
import ReactiveURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// Code as users of APEReactiveNetworking write it, with only the imports changed.

struct GetTodos: Endpoint {
    var httpMethod = Http.Method.get
    var absoluteUrl: String
    var acceptedResponseCodes = [Http.StatusCode.ok]
}

struct PostTodo: Endpoint {
    var httpMethod = Http.Method.post
    var absoluteUrl = "http://migration.test/todos"
}

enum Api: Endpoint {
    case todo(id: Int)

    var httpMethod: Http.Method { .get }
    var absoluteUrl: String {
        switch self {
        case .todo(let id): "http://migration.test/todos/\(id)"
        }
    }
    var acceptedResponseCodes: [Http.StatusCode] { [.ok, .created] }
}

struct Todo: Decodable, Equatable, Sendable {
    let id: Int
    let title: String
}

final class TodoModel: Sendable {
    let title: String

    init(title: String) {
        self.title = title
    }
}

struct SignatureHandler: AuthenticationHandler {
    func authorizationHeaderValue(for request: PreparedRequest) throws -> String { "Signature \(request.method)" }
}

/// A custom builder that stores a `URLRequest`.
struct CustomRequestBuilder: HttpRequestBuilder {
    private var request: URLRequest
    private let acceptedResponseCodes: [Http.StatusCode]

    init(endpoint: any Endpoint) {
        request = URLRequest(url: URL(string: endpoint.absoluteUrl)!)
        request.httpMethod = endpoint.httpMethod.rawValue
        acceptedResponseCodes = endpoint.acceptedResponseCodes
    }

    func addHeader(_ header: (key: String, value: String)) -> HttpRequestBuilder {
        var copy = self
        copy.request.addValue(header.value, forHTTPHeaderField: header.key)
        return copy
    }

    func setHeaders(_ headers: Http.RequestHeaders) -> HttpRequestBuilder {
        var copy = self
        for (name, value) in headers { copy.request.setValue(value, forHTTPHeaderField: name) }
        return copy
    }

    func setBody(data: Data, contentType: Http.ContentType) -> HttpRequestBuilder {
        var copy = self
        copy.request.httpBody = data
        copy.request.setValue(contentType.rawValue, forHTTPHeaderField: "Content-Type")
        return copy
    }

    func build() -> ApeURLRequest {
        ApeURLRequest(urlRequest: request, acceptedResponseCodes: acceptedResponseCodes)
    }
}

/// Gives every request the same answer, and records the requests.
final class Answering: Transport {
    private let head: ResponseHead
    private let body: Data
    private let received = Locked<[PreparedRequest]>([])

    init(_ body: String, status: HTTP.StatusCode = .ok, headers: HTTP.Headers = ["X-A": "1"]) {
        head = ResponseHead(status: status, headers: headers)
        self.body = Data(body.utf8)
    }

    var requests: [PreparedRequest] { received.withLock { $0 } }

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        SignalProducer { [self] observer, _ in
            received.withLock { $0.append(request) }
            observer.send(value: .head(head))
            observer.send(value: .body(body))
            observer.sendCompleted()
        }
    }
}
