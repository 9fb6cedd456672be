import CReactiveSystem
import ReactiveNetworking

/// The compression of messages that a WebSocket offers to the server: permessage-deflate (RFC 7692).
///
/// ```swift
/// var options = WebSocketOptions()
/// options.compression = WebSocketCompression()
/// network.webSocket(request, options: options)
/// ```
///
/// The names are those of the standard's parameters. A server that cannot keep to what they ask for declines the offer,
/// and the messages go uncompressed.
public struct WebSocketCompression: Sendable, Hashable {
    /// A Boolean value that indicates whether the server must compress each message on its own, without reference to
    /// those before. It takes more bytes, and the server less memory.
    public var serverNoContextTakeover: Bool
    /// A Boolean value that indicates whether each message of the client is compressed on its own, without reference to
    /// those before.
    public var clientNoContextTakeover: Bool
    /// The logarithm of the largest distance, in bytes, to which compressed messages of the server may refer, from 8
    /// to 15. The client keeps as many bytes.
    public var serverMaxWindowBits: Int
    /// The logarithm of the largest distance, in bytes, to which compressed messages of the client refer, from 9 to 15.
    /// The client takes eight times as many bytes of memory, and the server keeps as many bytes.
    public var clientMaxWindowBits: Int
    /// The size in bytes below which a message is sent uncompressed, because little could be gained.
    public var minMessageByteCount: Int

    /// Creates an offer of compression.
    ///
    /// - Parameters:
    ///   - serverNoContextTakeover: Whether the server must compress each message on its own.
    ///   - clientNoContextTakeover: Whether the client compresses each message on its own.
    ///   - serverMaxWindowBits: The logarithm of the largest distance to which messages of the server may refer, from 8
    ///     to 15.
    ///   - clientMaxWindowBits: The logarithm of the largest distance to which messages of the client refer, from 9 to
    ///     15.
    ///   - minMessageByteCount: The size in bytes below which a message is sent uncompressed.
    public init(
        serverNoContextTakeover: Bool = false,
        clientNoContextTakeover: Bool = false,
        serverMaxWindowBits: Int = 15,
        clientMaxWindowBits: Int = 15,
        minMessageByteCount: Int = 64
    ) {
        self.serverNoContextTakeover = serverNoContextTakeover
        self.clientNoContextTakeover = clientNoContextTakeover
        self.serverMaxWindowBits = serverMaxWindowBits
        self.clientMaxWindowBits = clientMaxWindowBits
        self.minMessageByteCount = minMessageByteCount
    }

    /// The reason why the compression cannot be offered (RFC 7692 §7.1.2).
    var problem: WebSocketError? {
        guard (8...15).contains(serverMaxWindowBits) else {
            return .unsuitableRequest("serverMaxWindowBits is \(serverMaxWindowBits), not from 8 to 15")
        }
        // zlib cannot compress with 8.
        guard (9...15).contains(clientMaxWindowBits) else {
            return .unsuitableRequest("clientMaxWindowBits is \(clientMaxWindowBits), not from 9 to 15")
        }
        return nil
    }

    /// Returns the failure of a request that offers the compression, if zlib is not installed.
    func failure(isAvailable: Bool = czlib_available() != 0) -> AttemptFailure? {
        guard !isAvailable else { return nil }
        let detail = "permessage-deflate needs zlib, which is not installed"
        return AttemptFailure(TransportError(.unsupported, phase: .preparing, detail: detail))
    }
}

/// The parameters of permessage-deflate in the handshake (RFC 7692 §7.1), W12.
extension WebSocketCompression {
    private static let token = "permessage-deflate"

    private enum Parameter: String {
        case serverNoContextTakeover = "server_no_context_takeover"
        case clientNoContextTakeover = "client_no_context_takeover"
        case serverMaxWindowBits = "server_max_window_bits"
        case clientMaxWindowBits = "client_max_window_bits"
    }

    /// The member of `Sec-WebSocket-Extensions` that offers the compression.
    var offer: String {
        var members = [Self.token]
        if serverNoContextTakeover { members.append(Parameter.serverNoContextTakeover.rawValue) }
        if clientNoContextTakeover { members.append(Parameter.clientNoContextTakeover.rawValue) }
        let (server, client) = (Parameter.serverMaxWindowBits.rawValue, Parameter.clientMaxWindowBits.rawValue)
        if serverMaxWindowBits < 15 { members.append("\(server)=\(serverMaxWindowBits)") }
        members.append(clientMaxWindowBits < 15 ? "\(client)=\(clientMaxWindowBits)" : client)
        return members.joined(separator: "; ")
    }

    /// Returns the compression that the server has agreed to, whose parameters are those that hold.
    ///
    /// - Parameter members: The members of the answer's `Sec-WebSocket-Extensions`.
    /// - Returns: The compression, or `nil` if the server has declined it.
    /// - Throws: The reason why the answer does not fit the offer.
    func agreed(in members: [String]) throws(WebSocketError) -> WebSocketCompression? {
        guard let member = members.first else { return nil }
        let parts = member.split(separator: ";", omittingEmptySubsequences: false).map { $0.utf8.trimmingSpace }
        guard members.count == 1, Substring(parts[0]) == Self.token else {
            throw .handshake("an extension that was not offered")
        }
        var agreed = self
        // The server has to confirm each demand on itself.
        agreed.serverNoContextTakeover = false
        var seen: Set<Parameter> = []
        for part in parts.dropFirst() {
            let (parameter, value) = try Self.parameter(part)
            guard seen.insert(parameter).inserted else {
                throw .handshake("\(Self.token) with \(parameter.rawValue) twice")
            }
            switch (parameter, value) {
            case (.serverNoContextTakeover, nil): agreed.serverNoContextTakeover = true
            case (.clientNoContextTakeover, nil): agreed.clientNoContextTakeover = true
            case (.serverMaxWindowBits, let bits?) where bits <= serverMaxWindowBits: agreed.serverMaxWindowBits = bits
            case (.clientMaxWindowBits, let bits?): agreed.clientMaxWindowBits = min(bits, clientMaxWindowBits)
            default: throw .handshake("\(Self.token) with a wrong value of \(parameter.rawValue)")
            }
        }
        guard agreed.serverNoContextTakeover || !serverNoContextTakeover else {
            throw .handshake("\(Self.token) without \(Parameter.serverNoContextTakeover.rawValue)")
        }
        guard seen.contains(.serverMaxWindowBits) || serverMaxWindowBits == 15 else {
            throw .handshake("\(Self.token) without \(Parameter.serverMaxWindowBits.rawValue)")
        }
        return agreed
    }

    /// Returns a parameter and its value, which is a number of bits.
    private static func parameter(_ text: Substring.UTF8View) throws(WebSocketError) -> (Parameter, Int?) {
        let sides = text.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = sides.first, let parameter = Parameter(rawValue: String(Substring(name))) else {
            throw .handshake("\(token) with an unknown parameter")
        }
        guard sides.count == 2 else { return (parameter, nil) }
        var digits = sides[1]
        // A value may be quoted (RFC 6455 §9.1).
        let mark = UInt8(ascii: "\"")
        if digits.count > 2, digits.first == mark, digits.last == mark { digits = digits.dropFirst().dropLast() }
        // The number has neither a sign nor a leading zero.
        guard let bits = (8...15).first(where: { "\($0)".utf8.elementsEqual(digits) }) else {
            throw .handshake("\(token) with a wrong value of \(parameter.rawValue)")
        }
        return (parameter, bits)
    }
}
