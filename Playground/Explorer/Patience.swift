import Foundation
import ReactiveNetworking

/// The default time limit for a response, used if the command line sets none. It suits a person, and no longer applies
/// once the response has begun, since a body may take any time.
final class Patience: Sendable {
    static let standardLimit = Duration.seconds(10)

    private enum State: Sendable { case waiting, rewarded, lost }

    let limit: Duration
    private let clock: any TimedScheduler
    private let begun: SchedulerInstant
    private let state = Locked(State.waiting)
    private let failures = Locked(0)

    init(limit: Duration = Patience.standardLimit, on clock: any TimedScheduler = QueueScheduler.shared) {
        self.limit = limit
        self.clock = clock
        begun = clock.now
    }

    /// A Boolean value that indicates whether the limit expired before a response began.
    var isLost: Bool { state.withLock { $0 == .lost } }

    /// Records that a response has begun.
    func reward() {
        state.withLock { if $0 == .waiting { $0 = .rewarded } }
    }

    /// Runs a closure when the limit expires, unless a response has begun.
    func watch(_ giveUp: @escaping @Sendable () -> Void) {
        clock.schedule(after: limit) { [state] in
            let isLost = state.withLock { state in
                if state == .waiting { state = .lost }
                return state == .lost
            }
            if isLost { giveUp() }
        }
    }

    /// The standard policy, except that it reports a failure at once if the next attempt would begin after the limit.
    var retryPolicy: RetryPolicy {
        let standard = RetryPolicy.standard
        return RetryPolicy(backoff: standard.backoff) { [self] failure in
            let attempt = failures.withLock { count in
                count += 1
                return count
            }
            let asked = failure.response?.headers["Retry-After"].flatMap(Self.wait) ?? .zero
            let delay = max(standard.backoff.delay(forAttempt: attempt), asked)
            let decision = standard.decision(on: failure)
            guard case .retry = decision, begun.duration(to: clock.now) + delay >= limit else { return decision }
            return .stop(.deadline)
        }
    }

    /// Parses the delay of `Retry-After`, in seconds or until a date. Returns `nil` for any other text.
    private static func wait(_ value: String) -> Duration? {
        if let seconds = Int64(value) { return .seconds(min(seconds, 1 << 32)) }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return format.date(from: value).map { .seconds($0.timeIntervalSinceNow) }
    }
}
