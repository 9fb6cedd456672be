import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Notices a main queue that does not run.
///
/// In a program whose main thread blocks, as in `readLine()`, or has no loop, no callback is ever called, and nothing
/// would tell. While work waits for the main queue, it is checked once a second on a thread of its own. If it has not
/// run for five seconds, one notice for the whole process goes to standard error. At most one check is under way,
/// however much work waits, and none after the notice.
enum MainQueueWatch {
    private static let checkCount = 5
    private static let isUnderWay = Atomic<Bool>(false)
    private static let clock = QueueScheduler(qos: .utility, name: "ReactiveCore.MainQueueWatch")

    static func begin() {
        guard !isUnderWay.load(ordering: .relaxed), !isUnderWay.exchange(true, ordering: .acquiringAndReleasing) else {
            return
        }
        let hasRun = Flag()
        UIScheduler().schedule { hasRun.value.store(true, ordering: .releasing) }
        check(hasRun, remaining: checkCount)
    }

    /// Several checks, because a process that was suspended for a while finds all its timers due at once.
    private static func check(_ hasRun: Flag, remaining: Int) {
        clock.schedule(after: .seconds(1)) {
            if hasRun.value.load(ordering: .acquiring) { return isUnderWay.store(false, ordering: .releasing) }
            remaining > 1 ? check(hasRun, remaining: remaining - 1) : tell()
        }
    }

    private static func tell() {
        let text = """
            ReactiveCore: Callbacks have been waiting for the main queue for \(checkCount) seconds. If the main \
            thread blocks (readLine(), sleep, a semaphore) or has no loop, they are never called. Name a `scheduler:` \
            for the call or the network, wait with `value()` or `first()`, or run dispatchMain(). If the main thread \
            is only busy, they are called later. This is written once.

            """
        var notice = text
        notice.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    private final class Flag: Sendable {
        let value = Atomic<Bool>(false)
    }
}
