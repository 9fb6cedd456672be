#if os(Linux)
    import Foundation

    /// Sockets to which clients can connect and send, although nobody accepts the connections: they need no descriptors
    /// on this side.
    final class SilentServer: Sendable {
        private let listeners: [(peer: Peer, port: Int)]

        /// - Parameter count: The number of connections.
        init(for count: Int) throws {
            let text = (try? String(contentsOfFile: "/proc/sys/net/core/somaxconn", encoding: .utf8)) ?? ""
            let most = Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 128
            // Below the limit, where the system begins to drop connections.
            listeners = try (0...count / (most / 2)).map { _ in try Peer.listening(backlog: Int32(clamping: most)) }
        }

        deinit { for listener in listeners { listener.peer.close() } }

        func url(_ number: Int) -> String { "http://127.0.0.1:\(listeners[number % listeners.count].port)/" }
    }
#endif
