import Foundation
import ReactiveTestSupport

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveStreams

/// A session whose connection takes bytes when the test allows it.
struct SessionBench {
    var session: WebSocketSession
    var now = Duration.zero
    /// A Boolean value that indicates whether the connection takes every batch at once.
    var takesBytes: Bool
    var events: [WebSocketEvent] = []
    var frames: [ClientFrame] = []
    /// The order of frames that went out and events that the user saw.
    var order: [String] = []
    var readCount = 0
    var isAborted = false
    var isClosed = false
    private var rest: [UInt8] = []

    init(
        takesBytes: Bool = true,
        _ compression: WebSocketCompression? = nil,
        _ change: (inout WebSocketOptions) -> Void = { _ in }
    ) {
        self.takesBytes = takesBytes
        var options = WebSocketOptions()
        options.random = WebSocketRandom { 0x0A0B_0C0D }
        change(&options)
        session = WebSocketSession(options, compression, at: .zero)
        session.begin(at: .zero)
        settle()
    }

    var messages: [WebSocket.Message] {
        events.compactMap { if case .message(let message) = $0 { message } else { nil } }
    }

    var end: (WebSocketClose, WebSocketEvent.Outcome)? {
        if case .closed(let close, let outcome)? = events.last { (close, outcome) } else { nil }
    }

    mutating func perform(_ body: (inout WebSocketSession, Duration) -> Void) {
        body(&session, now)
        settle()
    }

    mutating func receive(_ bytes: [UInt8]) { perform { $0.receive(bytes.span, at: $1) } }

    /// Lets the connection take the batch that it has.
    mutating func take() { perform { $0.wrote(at: $1) } }

    mutating func advance(to time: Duration) {
        while let due = session.nextDue, due <= time {
            now = max(now, due)
            perform { $0.act(at: $1) }
        }
        now = time
    }

    private mutating func settle() {
        while true {
            let actions = session.takeActions()
            guard !actions.isEmpty else { return }
            for action in actions { carryOut(action) }
        }
    }

    private mutating func carryOut(_ action: WebSocketSession.Action) {
        switch action {
        case .read: readCount += 1
        case .write(let bytes):
            rest += bytes
            let (whole, restByteCount) = ClientFrame.parse(rest)
            rest = Array(rest.suffix(restByteCount))
            frames += whole
            order += whole.map { "frame \($0.opcode)" }
            if takesBytes { session.wrote(at: now) }
        case .flush: session.flush(at: now)
        case .closeConnection: isClosed = true
        case .abort: isAborted = true
        case .event(let event):
            events.append(event)
            if case .message = event { order.append("message") }
        }
    }
}
