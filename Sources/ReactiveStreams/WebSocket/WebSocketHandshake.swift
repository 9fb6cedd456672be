import ReactiveNetworking

/// The opening handshake of one connection (RFC 6455 §4.1).
package struct WebSocketHandshake: Sendable {
    static let token = "websocket"
    private static let identifier = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
    private static let keyByteCount = 16

    /// The choices of the server among those that were offered.
    struct Agreement: Sendable {
        let subprotocol: String?
        var compression: WebSocketCompression?
    }

    /// The nonce in Base64.
    let key: String
    private let subprotocols: [String]
    private let compression: WebSocketCompression?

    init(_ options: WebSocketOptions) {
        key = Data(options.random.bytes(Self.keyByteCount)).base64EncodedString()
        subprotocols = options.subprotocols
        compression = options.compression
    }

    /// The header fields of the request, besides those of every change of protocols.
    var fields: [(name: String, value: String)] {
        var fields = [("Sec-WebSocket-Version", "13"), ("Sec-WebSocket-Key", key)]
        if !subprotocols.isEmpty { fields.append(("Sec-WebSocket-Protocol", subprotocols.joined(separator: ", "))) }
        if let compression { fields.append(("Sec-WebSocket-Extensions", compression.offer)) }
        return fields
    }

    /// Returns the answer that a server gives to a key.
    package static func accept(_ key: String) -> String {
        SHA1.digest(of: Data((key + identifier).utf8)).base64EncodedString()
    }

    /// Checks the head of the response, whose status is 101 (W3).
    ///
    /// - Returns: What both sides have agreed on.
    /// - Throws: The reason why the socket is not open.
    func agreement(in head: ResponseHead) throws(WebSocketError) -> Agreement {
        guard head.headers.members(of: "Upgrade").map({ $0.lowercased() }) == [Self.token] else {
            throw .handshake("the field Upgrade is not websocket")
        }
        guard head.headers.members(of: "Connection").contains(where: { $0.lowercased() == "upgrade" }) else {
            throw .handshake("the field Connection does not list upgrade")
        }
        guard head.headers.values(for: "Sec-WebSocket-Accept") == [Self.accept(key)] else {
            throw .handshake("the field Sec-WebSocket-Accept does not fit the key")
        }
        let extensions = head.headers.members(of: "Sec-WebSocket-Extensions")
        guard compression != nil || extensions.isEmpty else { throw .handshake("an extension that was not offered") }
        let chosen = head.headers.values(for: "Sec-WebSocket-Protocol")
        guard chosen.count <= 1, chosen.allSatisfy(subprotocols.contains) else {
            throw .handshake("a subprotocol that was not offered")
        }
        return Agreement(subprotocol: chosen.first, compression: try compression?.agreed(in: extensions))
    }
}
