/// The rules for following redirects.
public struct RedirectPolicy: Sendable, Hashable {
    /// The maximum number of redirects that one exchange may follow.
    public var limit: Int
    /// A Boolean value that indicates whether a redirect may lead from https to http.
    public var allowsDowngrade: Bool
    /// A Boolean value that indicates whether a redirect that keeps the body (307, 308) may send it to another origin.
    public var allowsBodyAcrossOrigins: Bool

    /// Creates a policy. The defaults are the safe choices.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of redirects that one exchange may follow.
    ///   - allowsDowngrade: Whether a redirect may lead from https to http.
    ///   - allowsBodyAcrossOrigins: Whether a redirect that keeps the body may send it to another origin.
    public init(limit: Int = 20, allowsDowngrade: Bool = false, allowsBodyAcrossOrigins: Bool = false) {
        self.limit = limit
        self.allowsDowngrade = allowsDowngrade
        self.allowsBodyAcrossOrigins = allowsBodyAcrossOrigins
    }

    /// A policy that follows up to 20 redirects, none from https to http, and sends no body to another origin.
    public static let standard = RedirectPolicy()
    /// A policy that follows no redirects and delivers them as responses.
    public static let never = RedirectPolicy(limit: 0)
}
