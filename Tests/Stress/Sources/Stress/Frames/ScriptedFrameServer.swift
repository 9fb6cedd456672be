#if os(Linux)
    import Foundation
    import ReactiveCore

    /// A server of HTTP/2 without TLS that plays the script that the body of a request names, with a thread for each
    /// connection.
    final class ScriptedFrameServer: Sendable {
        let port: Int
        private let listener: Peer
        private let open = Locked(0)

        init() throws {
            (listener, port) = try Peer.listening()
            let answered = Locked<Set<String>>([])
            Thread.detachNewThread { [listener, open] in
                while let peer = listener.accepted() {
                    open.withLock { $0 += 1 }
                    Thread.detachNewThread {
                        var player = FramePlayer(peer, answered)
                        player.play()
                        peer.close()
                        open.withLock { $0 -= 1 }
                    }
                }
                listener.close()
            }
        }

        deinit { listener.shutdown(Int(SHUT_RDWR)) }

        /// The number of open connections.
        var connectionCount: Int { open.withLock { $0 } }
    }

    /// The server's side of one connection.
    private struct FramePlayer {
        private struct Waiting {
            let stream: UInt32
            let index: Int
            let script: FrameScript
        }

        /// The time without another request after which those that have arrived are answered.
        private static let patience: Int32 = 5
        private static let prefaceByteCount = 24

        private let peer: Peer
        /// The requests that were answered on any connection.
        private let answered: Locked<Set<String>>
        private var bytes: [UInt8] = []
        private var bodies: [UInt32: [UInt8]] = [:]
        private var waiting: [Waiting] = []

        init(_ peer: Peer, _ answered: Locked<Set<String>>) {
            self.peer = peer
            self.answered = answered
        }

        mutating func play() {
            while bytes.count < Self.prefaceByteCount { guard peer.read(into: &bytes) else { return } }
            bytes.removeFirst(Self.prefaceByteCount)
            var isOver = !peer.write(Frame(Frame.Kind.settings, [0, 3, 0, 0, 0, 100]).bytes[...])
            while !isOver {
                takeFrames()
                if waiting.count == FrameScript.size || !waiting.isEmpty && !hasMore(within: Self.patience) {
                    isOver = !answer()
                } else {
                    isOver = !peer.read(into: &bytes)
                }
            }
            peer.shutdown()
            // Closing a socket with unread bytes resets the connection.
            repeat { bytes.removeAll(keepingCapacity: true) } while peer.read(into: &bytes, milliseconds: 30_000)
        }

        private func hasMore(within milliseconds: Int32) -> Bool {
            var event = pollfd(fd: peer.descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&event, 1, milliseconds) > 0
        }

        private mutating func takeFrames() {
            var rest = bytes[...]
            while let frame = Frame(removedFrom: &rest) { take(frame) }
            bytes = Array(rest)
        }

        private mutating func take(_ frame: Frame) {
            switch frame.kind {
            case Frame.Kind.settings where frame.flags & Frame.acknowledgment == 0:
                _ = peer.write(Frame(Frame.Kind.settings, flags: Frame.acknowledgment).bytes[...])
            case Frame.Kind.reset:
                bodies[frame.stream] = nil
                waiting.removeAll { $0.stream == frame.stream }
            case Frame.Kind.data:
                bodies[frame.stream, default: []] += frame.payload
                guard frame.endsStream, let body = bodies.removeValue(forKey: frame.stream),
                    let (script, index) = FrameScript.find(body)
                else { return }
                waiting.append(Waiting(stream: frame.stream, index: index, script: script))
            default: break
            }
        }

        /// - Returns: False if the connection is to be ended.
        private mutating func answer() -> Bool {
            guard let script = waiting.first?.script else { return true }
            // A request that was sent once more belongs to the same script, or comes alone.
            let group = waiting.filter { $0.script.seed == script.seed && $0.script.kind == script.kind }
            waiting.removeAll { $0.script.seed == script.seed && $0.script.kind == script.kind }
            let streams = answered.withLock { answered in
                group.map { ($0.stream, $0.index, !answered.insert(script.requestBody($0.index)).inserted) }
            }
            let isLast = if case .connection = script.mutation { true } else { false }
            var random = Seeded(script.seed)
            let delivery = Delivery(script.bytes(streams), then: isLast ? .closes : .stays, &random)
            for piece in delivery.pieces {
                if piece.milliseconds > 0 { poll(nil, 0, piece.milliseconds) }
                guard peer.write(delivery.bytes[piece.range]) else { return false }
            }
            return !isLast
        }
    }
#endif
