#if canImport(Darwin)
    import Foundation

    /// By what sessions are told apart: themselves. The key keeps the session, so that its identity stays its own.
    struct SessionKey: Hashable, Sendable {
        private let session: URLSession

        init(_ session: URLSession) {
            self.session = session
        }
    }
#endif
