/// How long to wait before each new attempt: a pure sequence of durations, without a clock and without state.
///
/// ```swift
/// Backoff.exponential().delay(forAttempt: 3)                       // 4 seconds
/// Backoff.exponential(jitter: .full).delay(forAttempt: 3, previous: nil, using: &generator)
/// ```
public struct Backoff: Sendable, Hashable {
    /// How chance spreads the waits of many clients that failed at the same moment.
    public enum Jitter: Sendable, Hashable {
        /// Not at all.
        case none
        /// Anything from zero to the delay.
        case full
        /// Half of the delay, and anything up to the other half.
        case equal
        /// Anything from the base to three times the previous delay, at most the cap. The factor plays no part.
        case decorrelated
    }

    /// The delay after the first attempt.
    public let base: Duration
    /// By how much each delay is longer than the one before.
    public let factor: Double
    /// No delay is longer than this.
    public let cap: Duration
    /// What chance adds.
    public let jitter: Jitter

    private init(base: Duration, factor: Double, cap: Duration, jitter: Jitter) {
        precondition(base >= .zero && cap >= .zero, "A delay cannot be negative: base \(base), cap \(cap)")
        precondition(factor >= 1, "A delay cannot shrink: factor \(factor)")
        self.base = base
        self.factor = factor
        self.cap = cap
        self.jitter = jitter
    }

    /// The same delay every time.
    public static func constant(_ delay: Duration, jitter: Jitter = .none) -> Backoff {
        Backoff(base: delay, factor: 1, cap: delay, jitter: jitter)
    }

    /// Delays that grow by `factor`: 1, 2, 4, 8 … 60 seconds unless said otherwise.
    public static func exponential(
        base: Duration = .seconds(1),
        factor: Double = 2,
        cap: Duration = .seconds(60),
        jitter: Jitter = .none
    ) -> Backoff {
        Backoff(base: base, factor: factor, cap: cap, jitter: jitter)
    }

    /// Returns these delays spread by chance, so that many clients that failed together do not come back together.
    ///
    /// ```swift
    /// Backoff.exponential().jittered()         // up to 1 second, up to 2, up to 4 …
    /// ```
    ///
    /// - Parameter jitter: how they are spread; by default over everything from zero to the delay.
    public func jittered(_ jitter: Jitter = .full) -> Backoff {
        Backoff(base: base, factor: factor, cap: cap, jitter: jitter)
    }

    /// The delay after the given attempt, without jitter.
    ///
    /// - Parameter attempt: the number of attempts made so far, beginning with 1; any larger number will do.
    public func delay(forAttempt attempt: Int) -> Duration {
        let multiplier = factor.raised(to: max(attempt, 1) - 1)
        return min(base.multiplied(by: multiplier), cap)
    }

    /// The delay after the given attempt, with jitter.
    ///
    /// - Parameters:
    ///   - attempt: the number of attempts made so far, beginning with 1.
    ///   - previous: the delay before this one, for decorrelated jitter; `nil` at the beginning.
    ///   - generator: the random source; a seeded one makes the sequence reproducible.
    public func delay(
        forAttempt attempt: Int,
        previous: Duration?,
        using generator: inout some RandomNumberGenerator
    ) -> Duration {
        delay(forAttempt: attempt, previous: previous, fraction: .random(in: 0..<1, using: &generator))
    }

    /// The delay after the given attempt, with jitter, as a function of a number that chance has picked: for closures that
    /// cannot hold a generator.
    ///
    /// - Parameters:
    ///   - attempt: the number of attempts made so far, beginning with 1.
    ///   - previous: the delay before this one, for decorrelated jitter; `nil` at the beginning.
    ///   - fraction: where between the least and the greatest delay to land, from 0 to 1; a number outside counts as the
    ///     nearer end, and what is no number as 0.
    public func delay(forAttempt attempt: Int, previous: Duration?, fraction: Double) -> Duration {
        let regular = delay(forAttempt: attempt)
        return switch jitter {
        case .none: regular
        case .full: Duration.zero.interpolated(to: regular, at: fraction)
        case .equal: (regular / 2).interpolated(to: regular, at: fraction)
        case .decorrelated:
            min(cap, base.interpolated(to: max(base, (previous ?? base).multiplied(by: 3)), at: fraction))
        }
    }
}

extension Duration {
    /// The product, or the longest duration where that cannot be said. Exact for whole factors.
    fileprivate func multiplied(by factor: Double) -> Duration {
        let limit = Duration.longest
        guard self > .zero else { return .zero }
        guard factor < limit / self else { return limit }
        return Int(exactly: factor).map { self * $0 } ?? self * factor
    }

    /// The duration that lies at `fraction` of the way to another one.
    fileprivate func interpolated(to other: Duration, at fraction: Double) -> Duration {
        let clamped = fraction.asFraction
        return clamped == 1 ? other : self + (other - self) * clamped
    }
}

extension Double {
    /// The power, infinite where it is too large to say; it takes as many steps as the exponent has binary digits.
    fileprivate func raised(to exponent: Int) -> Double {
        var (result, square, rest) = (1.0, self, exponent)
        while rest > 0 {
            if rest & 1 == 1 { result *= square }
            square *= square
            rest >>= 1
        }
        return result
    }
}
