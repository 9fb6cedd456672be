#if canImport(Darwin)
    import Foundation

    /// Identifies a session by its object identity. The key retains the session, so that the identity is not reused.
    struct SessionKey: Hashable, Sendable {
        private let session: URLSession

        init(_ session: URLSession) {
            self.session = session
        }
    }
#endif
