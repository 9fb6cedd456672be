import ReactiveNetworking

/// The reason for the end of a ``WebSocket``, as a code and a text (RFC 6455 §7.1.5).
public struct WebSocketClose: Sendable, Hashable {
    /// The code of the close frame; ``WebSocketCloseCode/noStatus`` if the frame has none, and
    /// ``WebSocketCloseCode/abnormal`` if there was no close frame.
    public var code: WebSocketCloseCode
    /// The text of the close frame, at most 123 bytes of UTF-8; often empty.
    public var reason: String

    /// Creates the end of a WebSocket, for tests.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - reason: The text.
    public init(_ code: WebSocketCloseCode, reason: String = "") {
        self.code = code
        self.reason = reason
    }
}

extension WebSocketClose: CustomStringConvertible {
    /// The code, its name if it has one, and the reason.
    public var description: String { reason.isEmpty ? "\(code)" : "\(code): \(reason)" }
}

/// A code of a WebSocket's end (RFC 6455 §7.4). Unknown codes keep their number.
public struct WebSocketCloseCode: RawRepresentable, Sendable, Hashable {
    /// The number.
    public let rawValue: UInt16

    /// Creates a code.
    ///
    /// - Parameter rawValue: The number.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// 1000: The purpose of the connection is fulfilled.
    public static let normal = Self(rawValue: 1_000)
    /// 1001: One side goes away: the server shuts down, or the client leaves.
    public static let goingAway = Self(rawValue: 1_001)
    /// 1002: The other side has violated the protocol.
    public static let protocolError = Self(rawValue: 1_002)
    /// 1003: The other side has sent a type of data that cannot be accepted.
    public static let unsupportedData = Self(rawValue: 1_003)
    /// 1005: The close frame has no code. It is never sent.
    public static let noStatus = Self(rawValue: 1_005)
    /// 1006: The connection ended without a close frame. It is never sent.
    public static let abnormal = Self(rawValue: 1_006)
    /// 1007: A message does not fit its type, such as text that is not UTF-8.
    public static let invalidData = Self(rawValue: 1_007)
    /// 1008: A message violates a policy.
    public static let policyViolation = Self(rawValue: 1_008)
    /// 1009: A message is too large.
    public static let messageTooBig = Self(rawValue: 1_009)
    /// 1010: The server has not accepted an extension that the client needs.
    public static let missingExtension = Self(rawValue: 1_010)
    /// 1011: The server has met an unexpected condition.
    public static let internalError = Self(rawValue: 1_011)
    /// 1012: The server restarts.
    public static let serviceRestart = Self(rawValue: 1_012)
    /// 1013: The server is overloaded.
    public static let tryAgainLater = Self(rawValue: 1_013)

    /// A Boolean value that indicates whether a close frame may have this code (W5).
    public var canBeSent: Bool {
        switch rawValue {
        case 1_000...1_003, 1_007...1_014, 3_000...4_999: true
        default: false
        }
    }
}

extension WebSocketCloseCode: CustomStringConvertible {
    /// The number and, for well-known codes, the meaning.
    public var description: String { name.map { "\(rawValue) (\($0))" } ?? "\(rawValue)" }

    private var name: String? {
        switch self {
        case .normal: "normal"
        case .goingAway: "going away"
        case .protocolError: "protocol error"
        case .unsupportedData: "unsupported data"
        case .noStatus: "no code"
        case .abnormal: "no close frame"
        case .invalidData: "invalid data"
        case .policyViolation: "policy violation"
        case .messageTooBig: "message too big"
        case .missingExtension: "missing extension"
        case .internalError: "internal error"
        case .serviceRestart: "service restart"
        case .tryAgainLater: "try again later"
        default: nil
        }
    }
}
