import ReactiveHTTPModel

/// An instant of the monotonic clock that `ContinuousClock` uses.
///
/// The layout of `ContinuousClock.Instant` is unknown to the compiler: to store, move, or compare one takes calls of
/// the runtime, and so does a structure that has one. An exchange and the tables of a loop have many.
struct Moment: InstantProtocol {
    /// The number of nanoseconds since an instant that all moments of the process share.
    private let nanoseconds: Int64

    private init(_ nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    static var now: Moment {
        var time = timespec()
        #if os(Linux)
            clock_gettime(CLOCK_BOOTTIME, &time)
        #else
            clock_gettime(CLOCK_MONOTONIC, &time)
        #endif
        return Moment(Int64(time.tv_sec) * nanosecondsPerSecond + Int64(time.tv_nsec))
    }

    private static let nanosecondsPerSecond: Int64 = 1_000_000_000

    /// Returns the moment after a duration, with the last or the first moment for one that is out of range.
    func advanced(by duration: Duration) -> Moment {
        let (seconds, attoseconds) = duration.components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: Self.nanosecondsPerSecond)
        let (sum, isTooFar) = whole.addingReportingOverflow(attoseconds / Self.nanosecondsPerSecond)
        let (result, isOutOfRange) = nanoseconds.addingReportingOverflow(sum)
        guard !isTooLong, !isTooFar, !isOutOfRange else { return Moment(seconds > 0 ? .max : .min) }
        return Moment(result)
    }

    func duration(to other: Moment) -> Duration {
        let (difference, isOutOfRange) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
        return .nanoseconds(isOutOfRange ? (self < other ? .max : .min) : difference)
    }

    static func < (first: Moment, second: Moment) -> Bool { first.nanoseconds < second.nanoseconds }

    static func + (moment: Moment, duration: Duration) -> Moment { moment.advanced(by: duration) }

    static func - (moment: Moment, other: Moment) -> Duration { other.duration(to: moment) }
}
