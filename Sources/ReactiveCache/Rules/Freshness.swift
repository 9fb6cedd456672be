import ReactiveNetworking

/// The age of a stored response, and the time for which it is fresh (RFC 9111 §4.2).
struct Freshness: Sendable, Hashable {
    /// The current age.
    var age: Duration
    /// The time until the response becomes stale; negative for a stale response.
    var remaining: Duration

    /// A Boolean value that indicates whether the lifetime is greater than the age.
    var isFresh: Bool { remaining > .zero }

    /// The time since the response became stale; negative for a fresh response.
    var staleness: Duration { .zero - remaining }

    /// The time from the origin of the response until it becomes stale.
    var lifetime: Duration { age + remaining }

    /// The remaining seconds, rounded down.
    var timeToLive: Int { Int(clamping: remaining.flooredSeconds) }

    /// Returns whether the response became stale at most `seconds` ago, or is fresh.
    func isWithin(_ seconds: Int64) -> Bool { staleness <= .seconds(seconds) }
}

/// The settings of a cache that concern lifetimes without an explicit statement (RFC 9111 §4.2.2).
struct Heuristics: Sendable, Hashable {
    var fraction: Double
    var maxLifetime: Duration

    /// The statuses whose responses may have a heuristic lifetime (H8).
    static func covers(_ status: HTTP.StatusCode) -> Bool {
        switch status.rawValue {
        case 200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501: true
        default: false
        }
    }
}

extension CacheMetadata {
    /// Returns the freshness of the response.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - heuristics: The settings for responses without an explicit lifetime.
    ///   - override: The lifetime that the user asks for, counted from the receipt.
    func freshness(
        at now: CacheTime,
        _ heuristics: Heuristics,
        _ override: Network.CacheLifetime? = nil
    ) -> Freshness {
        guard let resident = now.elapsed(since: received) else {
            return Freshness(age: .seconds(CacheControl.maxDelta), remaining: .seconds(-CacheControl.maxDelta))
        }
        let age = initialAge + resident
        let standard = lifetime(heuristics) - age
        guard let override else { return Freshness(age: age, remaining: standard) }
        let remaining =
            switch override {
            case .exactly(let lifetime): lifetime - resident
            case .atLeast(let lifetime): max(standard, lifetime - resident)
            case .atMost(let lifetime): min(standard, lifetime - resident)
            }
        // A failure that may be over at the next attempt lives no longer than the server says.
        return Freshness(age: age, remaining: head.status.isPassingFailure ? min(remaining, standard) : remaining)
    }

    /// The age of the response when it arrived (RFC 9111 §4.2.3).
    private var initialAge: Duration {
        let apparent = Duration.seconds(received.wholeSeconds - terms.ageDate)
        let delay = received.elapsed(since: requested) ?? .zero
        return max(apparent, .seconds(terms.age ?? 0) + delay, .zero)
    }

    /// The time from the origin of the response until it becomes stale (RFC 9111 §4.2.1).
    func lifetime(_ heuristics: Heuristics) -> Duration {
        if let maxAge = terms.control.maxAge { return .seconds(maxAge) }
        switch terms.expiry {
        case .at(let expiry): return .seconds(max(expiry - terms.date, 0))
        case .invalid: return .zero
        case .absent: break
        }
        guard let modified = terms.lastModifiedDate, modified < terms.date, heuristics.fraction > 0,
            Heuristics.covers(head.status) || terms.control.isPublic
        else { return .zero }
        let seconds = Double(terms.date - modified) * heuristics.fraction
        guard seconds.isFinite, seconds < 1e12 else { return heuristics.maxLifetime }
        return min(.seconds(seconds), max(heuristics.maxLifetime, .zero))
    }
}

extension CacheTime {
    /// Returns the time since an earlier point; `nil` if that lies in the future.
    ///
    /// Within a process the monotonic clock counts, between processes the wall clock (H6). Less than a second in the
    /// future of the wall clock is the current time, because services that correct a clock set it back by fractions of
    /// a second.
    func elapsed(since earlier: CacheTime) -> Duration? {
        guard epoch != earlier.epoch else {
            let elapsed = instant - earlier.instant
            return elapsed >= .zero ? elapsed : nil
        }
        let milliseconds = (wall.timeIntervalSince(earlier.wall) * 1_000).rounded(.down)
        let elapsed = Duration.milliseconds(Int64(clamping: milliseconds))
        return elapsed > .seconds(-1) ? max(elapsed, .zero) : nil
    }
}

extension Duration {
    /// The whole seconds, rounded down.
    var flooredSeconds: Int64 {
        let (seconds, attoseconds) = components
        return attoseconds < 0 ? seconds - 1 : seconds
    }
}
