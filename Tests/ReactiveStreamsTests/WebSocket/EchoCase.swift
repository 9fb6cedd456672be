#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveStreams

    /// Bytes of a server, and the answers of a client that echoes every message.
    struct EchoCase: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var bytes: [UInt8]
        /// The size of the pieces in which the bytes are sent.
        var pieceByteCount = Int.max
        /// The messages and the pongs, in order.
        var answers: [ClientFrame] = []
        /// The payload of the client's close frame.
        var close: [UInt8] = [0x03, 0xE8]

        /// A Boolean value that indicates whether the bytes make the client close the connection.
        private(set) var endsByItself = false

        /// A connection that the server closes after the answers.
        init(_ name: String, _ bytes: [UInt8], _ answers: ClientFrame..., by pieceByteCount: Int = .max) {
            testDescription = name
            self.bytes = bytes
            self.answers = answers
            self.pieceByteCount = pieceByteCount
        }

        /// Bytes that make the client close with a code, or with none, after its answers.
        init(_ name: String, _ bytes: [UInt8], _ answers: ClientFrame..., closing code: UInt16?) {
            testDescription = name
            self.bytes = bytes
            self.answers = answers
            close = code.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } ?? []
            endsByItself = true
        }

        /// Plays the server, and returns the frames of the client, with the fragments of each message joined.
        static func play(_ sample: EchoCase, to peer: RawServer.Peer) {
            guard peer.receiveHead() else { return }
            peer.send(WebSocketHandshake.agreement(to: peer.received))
            var rest = sample.bytes[...]
            while !rest.isEmpty {
                guard peer.send(Array(rest.prefix(sample.pieceByteCount))) else { return }
                rest = rest.dropFirst(sample.pieceByteCount)
            }
            func has(_ isWanted: ([ClientFrame]) -> Bool) -> Bool {
                while !isWanted(messages(in: peer.received)) { if !peer.receive() { return false } }
                return true
            }
            if !sample.endsByItself {
                guard has({ $0.count >= sample.answers.count || $0.contains { $0.opcode == 8 } }) else { return }
                peer.send(ServerFrame.close(1_000))
            }
            _ = has { $0.contains { $0.opcode == 8 } }
        }

        /// The messages and the control frames of a client behind its request.
        static func messages(in bytes: Data) -> [ClientFrame] {
            var messages: [ClientFrame] = []
            var partial: ClientFrame?
            for frame in ClientFrame.parse(Array(bytes.afterHead)).frames {
                guard frame.opcode < 8 else {
                    messages.append(frame)
                    continue
                }
                var message = partial ?? ClientFrame(opcode: frame.opcode, payload: [])
                message.payload += frame.payload
                partial = frame.isFinal ? nil : message
                if frame.isFinal { messages.append(message) }
            }
            return messages
        }
    }

    extension WebSocketHandshake {
        /// Returns the agreement to the handshake in the bytes of a client.
        static func agreement(to bytes: Data, with extensions: String? = nil) -> String {
            let head = String(decoding: bytes, as: UTF8.self)
            let key = head.components(separatedBy: "\r\n").first { $0.hasPrefix("Sec-WebSocket-Key: ") }
            return "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: \(accept(String(key?.dropFirst(19) ?? "")))\r\n"
                + (extensions.map { "Sec-WebSocket-Extensions: \($0)\r\n" } ?? "") + "\r\n"
        }
    }
#endif
