import Foundation
import ReactiveNetworking
import ReactiveTesting
import ReactiveURLSession
import Testing

/// The transports over real sockets.
package enum Wire: String, CaseIterable, Codable, Sendable {
    #if os(Linux)
        case sockets
        /// The transport of ``sockets`` by the interface that operations use.
        case seam
    #endif
    case urlSession

    /// The wires that survive every fault. On Linux `URLSession` ends the process, hangs or refuses where the others do
    /// not; see `URLSessionDefectTests`.
    #if os(Linux)
        // Operations use the seam whatever the wire, so a sanitizer sees it without running every test a second time.
        package static let sound = isSanitized ? [Wire.sockets] : [.sockets, .seam]
        package static let all = sound + [.urlSession]
    #else
        package static let sound = [Wire.urlSession]
        package static let all = sound
    #endif

    package func transport() throws -> any Transport {
        switch self {
        #if os(Linux)
            case .sockets: try SocketTransport.shared.get()
            case .seam: SeamTransport(over: try SocketTransport.shared.get())
        #endif
        case .urlSession: URLSessionTransport.shared
        }
    }

    #if os(Linux)
        /// Creates a transport that nobody shares and that closes no connection because it is idle or old, unless
        /// `change` says so.
        package func transport(_ change: (inout SocketTransport.Configuration) throws -> Void) throws -> any Transport {
            var settings = SocketTransport.Configuration()
            settings.keepConnections()
            try change(&settings)
            let transport = try SocketTransport(settings)
            return switch self {
            case .sockets: transport
            case .seam: SeamTransport(over: transport)
            case .urlSession: throw TransportError(.unsupported, detail: "a session has no such settings")
            }
        }

        /// Creates a transport that nobody shares.
        package func newTransport() throws -> any Transport { try transport { _ in } }
    #endif

    package func network() throws -> Network {
        Network(configuration: .patient, transport: try transport(), scheduler: ImmediateScheduler())
    }

    /// One exchange, to its end.
    package func hear(_ request: Request, sourceLocation: SourceLocation = #_sourceLocation) async throws -> Heard {
        try await transport().hear(request, sourceLocation: sourceLocation)
    }

    /// One exchange of a GET, to its end.
    package func hear(_ url: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> Heard {
        try await transport().hear(.get(url), sourceLocation: sourceLocation)
    }
}

extension Transport {
    /// One exchange, to its end; whatever it is, it keeps to the contract of transports.
    package func hear(_ request: Request, sourceLocation: SourceLocation = #_sourceLocation) async throws -> Heard {
        try await hear(request.prepared(), sourceLocation: sourceLocation)
    }

    /// One exchange, to its end; whatever it is, it keeps to the contract of transports.
    package func hear(_ prepared: PreparedRequest, sourceLocation: SourceLocation = #_sourceLocation) async throws
        -> Heard
    {
        let record = Locked(Heard())
        await withCheckedContinuation { continuation in
            exchange(prepared).start { event in
                let isFirstEnd = record.withLock { record in
                    record.note(event)
                    return event.isTerminating && record.endCount == 1
                }
                if isFirstEnd { continuation.resume() }
            }
        }
        let heard = record.withLock { $0 }
        #expect(heard.keepsOrder, "\(heard.events)", sourceLocation: sourceLocation)
        return heard
    }
}

/// The events of one exchange.
package struct Heard: Sendable {
    package private(set) var events: [TransportEvent] = []
    package private(set) var error: TransportError?
    package private(set) var endCount = 0
    package private(set) var wasInterrupted = false

    package init() {}

    package mutating func note(_ event: Signal<TransportEvent, TransportError>.Event) {
        switch event {
        case .value(let value): events.append(value)
        case .failed(let error): self.error = error
        case .interrupted: wasInterrupted = true
        case .completed: break
        }
        if event.isTerminating { endCount += 1 }
    }

    package var heads: [ResponseHead] { events.compactMap { if case .head(let head) = $0 { head } else { nil } } }
    package var head: ResponseHead? { heads.first }
    package var status: Int? { head?.status.rawValue }
    package var headers: HTTP.Headers { head?.headers ?? [:] }
    package var informational: [Int] {
        events.compactMap { if case .informational(let head) = $0 { head.status.rawValue } else { nil } }
    }
    package var body: Data { events.reduce(into: Data()) { if case .body(let more) = $1 { $0.append(more) } } }
    package var text: String { String(decoding: body, as: UTF8.self) }
    package var trailers: HTTP.Headers? {
        events.lazy.compactMap { if case .trailers(let trailers) = $0 { trailers } else { nil } }.first
    }
    package var metrics: TransferMetrics? {
        events.lazy.compactMap { if case .completed(let metrics) = $0 { metrics } else { nil } }.first
    }
    /// A Boolean value that indicates whether the response is complete.
    package var isWhole: Bool { error == nil && !wasInterrupted && metrics != nil }

    /// Checks the grammar: informational responses, one head, the body, trailers at most once, and `completed` in this
    /// order, exactly one end, and `completed` only if nothing failed.
    package var keepsOrder: Bool {
        let ranks = events.compactMap { event in
            switch event {
            case .informational: 0
            case .head: 1
            case .body: 2
            case .trailers: 3
            case .completed: 4
            default: nil as Int?
            }
        }
        let succeeded = error == nil && !wasInterrupted
        return endCount == 1 && ranks == ranks.sorted() && heads.count <= 1
            && ranks.count { $0 == 3 } <= 1 && ranks.count { $0 == 4 } == (succeeded ? 1 : 0)
            && (!succeeded || heads.count == 1)
    }
}

extension Network {
    /// Returns the failure of a request sent once, or `nil` if it succeeds.
    package func failure(_ request: Request) async -> OperationError? {
        if case .failure(let error)? = await result(of: send(request, maxRetries: 0)) { error } else { nil }
    }
}

/// Returns the result of an operation, or `nil` if it was interrupted.
package func result<Value>(of producer: SignalProducer<Value, OperationError>) async -> Result<Value, OperationError>? {
    do throws(OperationError) {
        return try await producer.firstValue().map { .success($0) }
    } catch {
        return .failure(error)
    }
}
