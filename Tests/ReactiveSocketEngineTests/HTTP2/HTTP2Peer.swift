#if os(Linux)
    import Foundation
    import ReactiveTestSupport

    /// The server's side of a connection over HTTP/2 without TLS, as frames.
    final class HTTP2Peer {
        static let preface = Data("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

        let peer: RawServer.Peer
        private var position = HTTP2Peer.preface.count

        init(_ peer: RawServer.Peer) {
            self.peer = peer
        }

        /// The number of the connection, starting at 1.
        var number: Int { peer.number }

        /// Waits for the preface, and sends settings.
        ///
        /// - Returns: False if the client does not speak HTTP/2.
        func open(_ settings: [(UInt16, UInt32)] = []) -> Bool {
            guard peer.receive(upTo: position), peer.received.prefix(position) == Self.preface else { return false }
            send([.settings(settings)])
            return true
        }

        /// Waits for the next frame; `nil` once the client has closed the connection.
        func next() -> HTTP2Frame? {
            while true {
                if let frame = HTTP2Frame([UInt8](peer.received.dropFirst(position))[...]) {
                    position += 9 + frame.payload.count
                    return frame
                }
                guard peer.receive() else { return nil }
            }
        }

        /// Waits for the next frame of a kind, and skips others.
        func next(_ kind: HTTP2Frame.Kind) -> HTTP2Frame? {
            while let frame = next() { if frame.kind == kind.rawValue { return frame } }
            return nil
        }

        @discardableResult func send(_ frames: [HTTP2Frame]) -> Bool { peer.send(frames.bytes) }

        /// Answers each request as soon as its head has arrived.
        func answer(_ text: String = "ok") {
            while let head = next(.headers) { answer(head, text) }
        }

        func answer(_ head: HTTP2Frame, _ text: String = "ok") {
            send([.ok(head.stream), .data(head.stream, text, isEnd: true)])
        }
    }

    extension RawServer {
        /// Returns a server that speaks HTTP/2, and runs a script for each connection.
        static func ofHTTP2(_ script: @escaping @Sendable (HTTP2Peer) -> Void) throws -> RawServer {
            try RawServer { (peer: Peer) in
                let peer = HTTP2Peer(peer)
                if peer.open() { script(peer) }
            }
        }
    }

    extension [HTTP2Frame] {
        /// The bytes of all DATA.
        var body: [UInt8] { filter { $0.kind == HTTP2Frame.Kind.data.rawValue }.flatMap(\.payload) }
    }
#endif
