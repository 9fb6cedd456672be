import ReactiveNetworking

extension CachingTransport {
    /// The settings of a cache.
    public struct Options: Sendable {
        /// The failures in whose place a stale response answers; those that `stale-if-error` permits by default.
        public var staleOnFailure = StaleOnFailure.ifPermitted
        /// The treatment of the request fields that `Vary` names; ``VaryNormalization/standard`` by default.
        public var varyNormalization = VaryNormalization.standard
        /// The fraction of the time since `Last-Modified` for which a response without a stated lifetime is fresh; 0.1
        /// by default. With 0, such a response is never fresh.
        public var heuristicFraction = 0.1
        /// The longest lifetime that is not stated; 24 hours by default.
        public var maxHeuristicLifetime = Duration.seconds(24 * 3_600)
        /// The limit of a validation in the background (`stale-while-revalidate`); 30 seconds by default.
        public var revalidationDeadline = Duration.seconds(30)
        /// Returns the identity of a request, whose stored responses no other identity sees.
        ///
        /// By default, it consists of `Authorization` and the other secret fields (`Redaction`) and, for responses
        /// marked `private`, of `Cookie`; responses marked `public` answer everyone. With a closure, its text alone
        /// counts, and `nil` is an identity of its own.
        public var identity: (@Sendable (PreparedRequest) -> String?)?
        /// Returns the current time of the wall clock, by which dates are compared.
        ///
        /// By default, it is the system's clock; with a virtual clock, it is 2030-01-01T00:00:00Z and its time.
        public var wallClock: (@Sendable () -> Date)?

        /// Creates the default settings.
        public init() {}

        var rules: CacheRules {
            let fraction = heuristicFraction.isFinite ? heuristicFraction : 0
            let heuristics = Heuristics(fraction: fraction, maxLifetime: maxHeuristicLifetime)
            return CacheRules(varyNormalization: varyNormalization, heuristics: heuristics)
        }
    }
}
