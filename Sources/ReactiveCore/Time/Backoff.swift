/// A sequence of delays between attempts.
///
/// A backoff is a pure function of the attempt: it has no clock and no state.
///
/// ```swift
/// Backoff.exponential().delay(forAttempt: 3)                       // 4 seconds
/// Backoff.exponential(jitter: .full).delay(forAttempt: 3, previous: nil, using: &generator)
/// ```
public struct Backoff: Sendable, Hashable {
    /// The randomization of delays, which keeps clients that failed at the same moment from retrying at the same
    /// moment.
    public enum Jitter: Sendable, Hashable {
        /// No randomization.
        case none
        /// A random duration between zero and the delay.
        case full
        /// Half of the delay plus a random duration up to the other half.
        case equal
        /// A random duration between the base and three times the previous delay, limited by the cap. The factor is not
        /// used.
        case decorrelated
    }

    /// The delay after the first attempt.
    public let base: Duration
    /// The ratio of each delay to the previous one.
    public let factor: Double
    /// The maximum delay.
    public let cap: Duration
    /// The randomization of the delays.
    public let jitter: Jitter

    private init(base: Duration, factor: Double, cap: Duration, jitter: Jitter) {
        require(base >= .zero && cap >= .zero, "A delay cannot be negative: base \(base), cap \(cap)")
        require(factor >= 1, "A delay cannot shrink: factor \(factor)")
        self.base = base
        self.factor = factor
        self.cap = cap
        self.jitter = jitter
    }

    /// Returns a backoff with the same delay after every attempt.
    ///
    /// - Parameters:
    ///   - delay: The delay. It must not be negative.
    ///   - jitter: The randomization of the delays.
    /// - Returns: The backoff.
    public static func constant(_ delay: Duration, jitter: Jitter = .none) -> Backoff {
        Backoff(base: delay, factor: 1, cap: delay, jitter: jitter)
    }

    /// Returns a backoff whose delays grow exponentially: by default 1, 2, 4, 8, …, 60 seconds.
    ///
    /// - Parameters:
    ///   - base: The delay after the first attempt. It must not be negative.
    ///   - factor: The ratio of each delay to the previous one. It must be at least 1.
    ///   - cap: The maximum delay. It must not be negative.
    ///   - jitter: The randomization of the delays.
    /// - Returns: The backoff.
    public static func exponential(
        base: Duration = .seconds(1),
        factor: Double = 2,
        cap: Duration = .seconds(60),
        jitter: Jitter = .none
    ) -> Backoff {
        Backoff(base: base, factor: factor, cap: cap, jitter: jitter)
    }

    /// Returns this backoff with randomized delays, so that clients that failed together do not retry together.
    ///
    /// ```swift
    /// Backoff.exponential().jittered()         // up to 1 second, up to 2, up to 4 …
    /// ```
    ///
    /// - Parameter jitter: The randomization of the delays. By default, each delay is between zero and its full length.
    /// - Returns: The randomized backoff.
    public func jittered(_ jitter: Jitter = .full) -> Backoff {
        Backoff(base: base, factor: factor, cap: cap, jitter: jitter)
    }

    /// Returns the delay after an attempt, without jitter.
    ///
    /// - Parameter attempt: The number of attempts made so far, starting at 1. It can be arbitrarily large.
    /// - Returns: The delay before the next attempt.
    public func delay(forAttempt attempt: Int) -> Duration {
        let multiplier = factor.raised(to: max(attempt, 1) - 1)
        return min(base.multiplied(by: multiplier), cap)
    }

    /// Returns the delay after an attempt, with jitter from a random number generator.
    ///
    /// - Parameters:
    ///   - attempt: The number of attempts made so far, starting at 1.
    ///   - previous: The previous delay, for decorrelated jitter, or `nil` before the first one.
    ///   - generator: The random number generator. A seeded generator makes the sequence reproducible.
    /// - Returns: The delay before the next attempt.
    public func delay(
        forAttempt attempt: Int,
        previous: Duration?,
        using generator: inout some RandomNumberGenerator
    ) -> Duration {
        delay(forAttempt: attempt, previous: previous, fraction: .random(in: 0..<1, using: &generator))
    }

    /// Returns the delay after an attempt, with jitter from a random fraction.
    ///
    /// Use this method in closures that cannot hold a random number generator.
    ///
    /// - Parameters:
    ///   - attempt: The number of attempts made so far, starting at 1.
    ///   - previous: The previous delay, for decorrelated jitter, or `nil` before the first one.
    ///   - fraction: The position between the minimum and the maximum delay, from 0 to 1. Numbers outside this range
    ///     are clamped, and NaN is treated as 0.
    /// - Returns: The delay before the next attempt.
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
    /// Returns the product, or the longest duration on overflow. Exact for integral factors.
    fileprivate func multiplied(by factor: Double) -> Duration {
        let limit = Duration.longest
        guard self > .zero else { return .zero }
        guard factor < limit / self else { return limit }
        return Int(exactly: factor).map { self * $0 } ?? self * factor
    }

    /// Returns the duration at `fraction` of the way to another one.
    fileprivate func interpolated(to other: Duration, at fraction: Double) -> Duration {
        let clamped = fraction.asFraction
        return clamped == 1 ? other : self + (other - self) * clamped
    }
}

extension Double {
    /// Returns the power, or infinity on overflow, in as many steps as the exponent has binary digits.
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
