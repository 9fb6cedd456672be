#if os(Linux)
    import Foundation
    import ReactiveCore

    /// A server that plays the script that the path of a request names, with a thread for each connection.
    final class ScriptedServer: Sendable {
        let port: Int
        private let listener: Peer
        private let lanes = Lanes()
        private let open = Locked(0)

        init() throws {
            (listener, port) = try Peer.listening()
            Thread.detachNewThread { [listener, lanes, open] in
                while let peer = listener.accepted() {
                    open.withLock { $0 += 1 }
                    Thread.detachNewThread {
                        Self.serve(peer, lanes)
                        open.withLock { $0 -= 1 }
                    }
                }
                listener.close()
            }
        }

        deinit { listener.shutdown(Int(SHUT_RDWR)) }

        /// The number of open connections.
        var connectionCount: Int { open.withLock { $0 } }

        /// Holds back the random responses of a lane until all of a batch were asked for.
        ///
        /// A client must not begin one exchange of a batch on the connection of another: bytes, or an end, that arrive
        /// at that moment cannot be told from the response to the new request.
        func expect(_ batch: [UInt64], lane: Int) { lanes.expect(batch, lane) }

        /// Waits until all responses of a lane are written, and what ends their connections has been done. The reason
        /// is that of ``expect(_:lane:)``.
        func waitUntilWritten(lane: Int) {
            while lanes.isPlaying(lane) { poll(nil, 0, 1) }
        }

        private static func serve(_ peer: Peer, _ lanes: Lanes) {
            var reader = RequestReader(peer)
            var isOver = false
            while !isOver, let request = reader.next(), let (lane, script) = Script.find(request.path) {
                lanes.begin(script, lane)
                defer { lanes.end(lane) }
                // A request that did not arrive as it was sent gets no answer.
                guard request.body == script.requestBody, request.method == script.method.rawValue,
                    play(script.delivery, to: peer)
                else { return peer.reset() }
                isOver = script.delivery.ending == .closes
                if isOver { peer.shutdown() }
            }
            // Lets the client read what was written: closing a socket with unread bytes resets the connection.
            var rest: [UInt8] = []
            while reader.isOpen, peer.read(into: &rest, milliseconds: 1_000) { rest.removeAll(keepingCapacity: true) }
            peer.close()
        }

        /// Returns false if the connection is to be reset.
        private static func play(_ delivery: Delivery, to peer: Peer) -> Bool {
            for piece in delivery.pieces {
                if piece.milliseconds > 0 { poll(nil, 0, piece.milliseconds) }
                guard peer.write(delivery.bytes[piece.range]) else { return false }
            }
            return delivery.ending != .resets
        }
    }

    /// The responses that are being written in each lane, and those that are held back.
    private final class Lanes: Sendable {
        private struct Lane {
            var playingCount = 0
            var missing: Set<UInt64> = []
            var batch = DispatchGroup()
        }

        /// A request that was disposed of before it was sent never arrives.
        private static let patience = 5.0

        private let lanes = Locked<[Int: Lane]>([:])

        func expect(_ batch: [UInt64], _ number: Int) {
            let group = DispatchGroup()
            for _ in batch { group.enter() }
            let old = lanes.withLock { lanes in
                let old = lanes[number, default: Lane()]
                lanes[number, default: Lane()].missing = Set(batch)
                lanes[number, default: Lane()].batch = group
                return old
            }
            for _ in old.missing { old.batch.leave() }
        }

        func isPlaying(_ number: Int) -> Bool { lanes.withLock { $0[number]?.playingCount ?? 0 > 0 } }

        func begin(_ script: Script, _ number: Int) {
            let (batch, isFirst) = lanes.withLock { lanes in
                lanes[number, default: Lane()].playingCount += 1
                let isFirst = script.kind == .random && lanes[number]?.missing.remove(script.seed) != nil
                return (lanes[number]?.batch, isFirst)
            }
            if isFirst { batch?.leave() }
            if script.kind == .random { _ = batch?.wait(timeout: .now() + Self.patience) }
        }

        func end(_ number: Int) { lanes.withLock { $0[number]?.playingCount -= 1 } }
    }

    /// Reads the requests of a connection.
    private struct RequestReader {
        struct Request {
            var method: Substring
            var path: Substring
            var body: [UInt8]
        }

        private let peer: Peer
        private var bytes: [UInt8] = []
        private(set) var isOpen = true

        init(_ peer: Peer) {
            self.peer = peer
        }

        /// Returns `nil` if the connection has ended, or has no request.
        mutating func next() -> Request? {
            var end = endOfHead
            while end == nil {
                isOpen = peer.read(into: &bytes)
                guard isOpen else { return nil }
                end = endOfHead
            }
            guard let end else { return nil }
            let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
            let parts = lines.first?.split(separator: " ") ?? []
            guard parts.count == 3 else { return nil }
            let field = lines.first { $0.lowercased().hasPrefix("content-length:") }
            let byteCount = field.flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) } ?? 0
            while bytes.count < end + byteCount {
                isOpen = peer.read(into: &bytes)
                guard isOpen else { return nil }
            }
            let body = Array(bytes[end..<end + byteCount])
            bytes.removeSubrange(..<(end + byteCount))
            return Request(method: parts[0], path: parts[1], body: body)
        }

        private var endOfHead: Int? {
            var index = 3
            while index < bytes.count {
                if bytes[index] == 0x0A, bytes[index - 1] == 0x0D, bytes[index - 2] == 0x0A { return index + 1 }
                index += 1
            }
            return nil
        }
    }
#endif
