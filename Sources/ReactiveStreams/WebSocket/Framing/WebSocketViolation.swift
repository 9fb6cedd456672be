import ReactiveNetworking

/// A rule of RFC 6455 that the server violates, as text (W5, W6).
enum WebSocketViolation: String, Error {
    case masked = "a frame of the server is masked"
    case reservedBit = "a reserved bit is set, but no extension was agreed on"
    case compressedBit = "a frame that cannot begin a compressed message says that it does"
    case opcode = "the opcode is unknown"
    case longControl = "a control frame has more than 125 bytes"
    case fragmentedControl = "a control frame is not final"
    case noBeginning = "a continuation has no beginning"
    case insideMessage = "a message begins inside another one"
    case longLength = "a length is not in its shortest form"
    case negativeLength = "a length has its highest bit set"
    case closePayload = "the payload of a close frame has one byte"
    case closeCode = "the code of a close frame may not be sent"
    case undecodable = "the compressed data of a message cannot be inflated"
    case notUTF8 = "a text is not UTF-8"
    case tooBig = "a message is larger than allowed"

    /// The code of the close frame that answers the violation.
    var code: WebSocketCloseCode {
        switch self {
        case .notUTF8, .undecodable: .invalidData
        case .tooBig: .messageTooBig
        default: .protocolError
        }
    }
}
