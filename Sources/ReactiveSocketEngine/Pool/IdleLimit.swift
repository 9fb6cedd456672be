import ReactiveHTTPModel

/// Decides for how long a connection without an exchange is kept (EN11).
enum IdleLimit {
    /// Returns the instant at which a connection must be closed unless it is taken before, or `nil` if it is not kept.
    ///
    /// - Parameters:
    ///   - persistence: The server's statement after the last response.
    ///   - idleConnectionTime: The longest time without an exchange.
    ///   - madeAt: The instant at which the connection was made.
    ///   - maxConnectionAge: The time from `madeAt` after which a connection carries no other exchange.
    ///   - now: The end of the last exchange.
    static func expiry(
        of persistence: Persistence,
        idleConnectionTime: Duration,
        madeAt: Moment,
        maxConnectionAge: Duration,
        now: Moment
    ) -> Moment? {
        guard case .keep(let serverLimit) = persistence else { return nil }
        let idleTime = min(idleConnectionTime, serverLimit ?? idleConnectionTime)
        let timeToLive = maxConnectionAge - (now - madeAt)
        let time = min(idleTime, timeToLive)
        return time > .zero ? now + time : nil
    }
}
