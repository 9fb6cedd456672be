import ReactiveNetworking

/// A client of an OAuth 2 authorization server (RFC 6749). It logs a user in with the authorization code flow and PKCE
/// (RFC 7636), and refreshes tokens.
///
/// The log-in page opens in a browser, which the library does not have: you open a URL, and pass the URL to which the
/// browser was redirected back.
///
/// ```swift
/// let server = try OAuth.Server(
///     authorizationEndpoint: "https://login.example.com/authorize",
///     tokenEndpoint: "https://login.example.com/token"
/// )
/// let oauth = OAuth(server: server, client: .public(id: "todos"))
/// let refresher = TokenRefresher(oauth, over: network, store: FileTokenStore(file))
///
/// let login = try oauth.authorizationRequest(redirectURI: "com.example.todos:/login", scopes: ["read"])
/// open(login.url)                                    // in the browser of the system
///
/// let code = try login.code(from: redirect)          // the URL that the system passes to the application
/// refresher.replaceToken(with: try await oauth.exchange(code, over: network).value().token)
/// ```
///
/// No description of these types shows a secret.
public struct OAuth: Hashable, Sendable {
    /// The server.
    public let server: Server
    /// The application, as the server knows it.
    public let client: Client

    /// Creates a client.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - client: The application, as the server knows it.
    public init(server: Server, client: Client) {
        self.server = server
        self.client = client
    }
}
