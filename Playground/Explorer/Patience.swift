import Foundation
import ReactiveNetworking

/// The time that a response may be waited for, where the command line does not say: long enough for a person, and gone once
/// the response has begun, since a body takes as long as it takes.
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

    /// A Boolean value that tells whether the time was up before a response came.
    var isLost: Bool { state.withLock { $0 == .lost } }

    /// A response has come.
    func reward() {
        state.withLock { if $0 == .waiting { $0 = .rewarded } }
    }

    /// Does something when the time is up, unless a response has come.
    func watch(_ giveUp: @escaping @Sendable () -> Void) {
        clock.schedule(after: limit) { [state] in
            let isLost = state.withLock { state in
                if state == .waiting { state = .lost }
                return state == .lost
            }
            if isLost { giveUp() }
        }
    }

    /// The standard policy, without the attempts that would begin too late: their failure is told now.
    var retryPolicy: RetryPolicy {
        let standard = RetryPolicy.standard
        return RetryPolicy(backoff: standard.backoff) { [self] failure in
            let attempt = failures.withLock { count in
                count += 1
                return count
            }
            let asked = failure.response?.headers["Retry-After"].flatMap(Self.wait) ?? .zero
            let delay = max(standard.backoff.delay(forAttempt: attempt), asked)
            let verdict = standard.verdict(on: failure)
            guard case .retry = verdict, begun.duration(to: clock.now) + delay >= limit else { return verdict }
            return .stop(.deadline)
        }
    }

    /// The wait that `Retry-After` asks for, in seconds or until a date; `nil` if it can be read as neither.
    private static func wait(_ value: String) -> Duration? {
        if let seconds = Int64(value) { return .seconds(min(seconds, 1 << 32)) }
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
        return format.date(from: value).map { .seconds($0.timeIntervalSinceNow) }
    }
}
