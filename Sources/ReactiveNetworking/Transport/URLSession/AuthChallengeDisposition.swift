import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What is done about a challenge.
enum AuthChallengeDisposition: Sendable {
    /// The session is told to go on in its way.
    case give(URLSession.AuthChallengeDisposition)
    /// The server is not to be spoken with, and this is why.
    case refuse(TransportError.Kind)
}
