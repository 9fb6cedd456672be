import Dispatch

/// Blocks one thread until another opens the gate. This is the only place in the core where a thread waits.
final class BlockingLatch: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    func wait() { semaphore.wait() }
}
