import Foundation

/// The time for which the processor has run this thread. Unlike real time, it does not grow while other threads run.
var secondsOfThread: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
