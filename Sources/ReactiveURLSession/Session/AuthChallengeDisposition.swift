import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The response to an authentication challenge.
enum AuthChallengeDisposition: Sendable {
    /// The session continues with the given disposition.
    case give(URLSession.AuthChallengeDisposition)
    /// The connection is refused for the given reason.
    case refuse(TransportError.Kind)
}
