/// The handler of APEReactiveNetworking for servers that give a JSON Web Token with their responses.
///
/// It keeps the last token it received, and sends it as `Authorization: Bearer …` in every attempt; nothing as long as
/// there is none. A ``TokenRefresher`` is its successor.
public final class ApeJwtAuthenticationHandler: AuthenticationHandler {
    private let current: Locked<String?>

    /// Creates a handler.
    ///
    /// - Parameter token: The token to begin with; `nil` if there is none yet.
    public init(token: String? = nil) {
        current = Locked(token)
    }

    /// The token that the next attempt sends; `nil` after signing out.
    public var token: String? {
        get { current.value }
        set { current.value = newValue }
    }

    /// Returns `Bearer` and the token, or an empty text if there is none.
    public func authorizationHeaderValue(for request: PreparedRequest) throws -> String {
        current.value.flatMap { $0.isEmpty ? nil : "Bearer \($0)" } ?? ""
    }

    /// Keeps the token for the following attempts.
    public func handleAuthTokenReceived(token: String) { current.value = token }
}

extension ApeJwtAuthenticationHandler: CustomStringConvertible, CustomReflectable {
    /// A description that does not show the token.
    public var description: String { token == nil ? "no token" : "token \(Redaction.placeholder)" }

    /// A mirror of the description, so that `dump` and debuggers do not show the token.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}
