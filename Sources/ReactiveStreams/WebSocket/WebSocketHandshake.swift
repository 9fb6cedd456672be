import ReactiveNetworking

/// The opening handshake of one connection (RFC 6455 §4.1).
package struct WebSocketHandshake: Sendable {
    static let token = "websocket"
    private static let identifier = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    private static let keyByteCount = 16

    /// The nonce in Base64.
    let key: String
    private let subprotocols: [String]

    init(offering subprotocols: [String], _ random: WebSocketRandom) {
        key = Data(random.bytes(Self.keyByteCount)).base64EncodedString()
        self.subprotocols = subprotocols
    }

    /// The header fields of the request, besides those of every change of protocols.
    var fields: [(name: String, value: String)] {
        let offer = subprotocols.isEmpty ? [] : [("Sec-WebSocket-Protocol", subprotocols.joined(separator: ", "))]
        return [("Sec-WebSocket-Version", "13"), ("Sec-WebSocket-Key", key)] + offer
    }

    /// Returns the answer that a server gives to a key.
    package static func accept(_ key: String) -> String {
        SHA1.digest(of: Data((key + identifier).utf8)).base64EncodedString()
    }

    /// Checks the head of the response, whose status is 101 (W3).
    ///
    /// - Returns: The subprotocol that the server has chosen, if any.
    /// - Throws: The reason why the socket is not open.
    func subprotocol(in head: ResponseHead) throws(WebSocketError) -> String? {
        guard head.headers.members(of: "Upgrade").map({ $0.lowercased() }) == [Self.token] else {
            throw .handshake("the field Upgrade is not websocket")
        }
        guard head.headers.members(of: "Connection").contains(where: { $0.lowercased() == "upgrade" }) else {
            throw .handshake("the field Connection does not list upgrade")
        }
        guard head.headers.values(for: "Sec-WebSocket-Accept") == [Self.accept(key)] else {
            throw .handshake("the field Sec-WebSocket-Accept does not fit the key")
        }
        guard head.headers.members(of: "Sec-WebSocket-Extensions").isEmpty else {
            throw .handshake("an extension that was not offered")
        }
        let chosen = head.headers.values(for: "Sec-WebSocket-Protocol")
        guard let subprotocol = chosen.first else { return nil }
        guard chosen.count == 1, subprotocols.contains(subprotocol) else {
            throw .handshake("a subprotocol that was not offered")
        }
        return subprotocol
    }
}
