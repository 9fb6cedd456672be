import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// All transports: those over sockets, with a server, and the scripted one.
enum Performer: Sendable, CaseIterable, CustomTestStringConvertible {
    case wire(Wire)
    case stub

    static let allCases = Wire.all.map { Performer.wire($0) } + [.stub]

    var testDescription: String {
        switch self {
        case .wire(let wire): wire.rawValue
        case .stub: "stub"
        }
    }

    /// Returns a transport that answers each request as `scene` specifies.
    func perform(_ scene: Scene) throws -> Stage {
        switch self {
        case .wire(let wire):
            let server = try LoopbackServer()
            server.on("*", scene.served)
            return Stage(transport: try wire.transport(), url: server.url("/"), server: server)
        case .stub:
            return Stage(transport: StubTransport { _, _ in scene.scripted }, url: "http://127.0.0.1/", server: nil)
        }
    }
}

/// A scripted reaction to a request, for every kind of server.
enum Scene: Sendable {
    case answer(Int, [(name: String, value: String)], [String])
    case cut(after: String)
    case silence
    case stall

    fileprivate var served: LoopbackServer.Reply {
        switch self {
        case .answer(let status, let headers, let chunks):
            headers.reduce(.chunked(chunks.map { .init($0) }, status: HTTP.StatusCode(rawValue: status))) {
                $0.header($1.name, $1.value)
            }
        case .cut(let text): .cutBody(declaring: text.utf8.count + 1, sending: text.utf8)
        case .silence: .silent
        case .stall: .stallAfterHead
        }
    }

    private func headers(_ fields: [(name: String, value: String)]) -> HTTP.Headers {
        fields.reduce(into: [:]) { $0.add($1.name, $1.value) }
    }

    fileprivate var scripted: StubTransport.Reply {
        switch self {
        case .answer(let status, let fields, let chunks):
            .chunks(chunks.map { Data($0.utf8) }, status: .init(rawValue: status), headers: headers(fields))
        case .cut(let text): .cut(afterSending: [Data(text.utf8)])
        case .silence: .never
        case .stall: .stall(afterHead: .ok)
        }
    }
}

/// A transport and the server that answers it.
struct Stage: Sendable {
    let transport: any Transport
    let url: String
    fileprivate let server: LoopbackServer?

    func prepared(_ change: (inout Request) -> Void = { _ in }) throws -> PreparedRequest {
        var request = Request.get(url)
        change(&request)
        return try request.prepared()
    }

    /// The number of received requests.
    var requestCount: Int { server?.requests.count ?? stub?.requests.count ?? 0 }
    /// The headers of the last request.
    var lastHeaders: HTTP.Headers? {
        stub?.requests.last?.headers
            ?? server?.requests.last.map { $0.headers.reduce(into: [:]) { $0.add($1.name, $1.value) } }
    }
    /// A Boolean value that indicates whether no exchange is open.
    var isIdle: Bool { server.map { $0.openConnectionCount == 0 } ?? (stub?.liveCount == 0) }

    private var stub: StubTransport? { transport as? StubTransport }
}
