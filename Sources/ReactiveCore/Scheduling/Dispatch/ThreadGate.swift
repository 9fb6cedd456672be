import Dispatch

/// Holds one thread until another opens the gate: the only place in the core where a thread waits.
final class ThreadGate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    func open() { semaphore.signal() }

    func wait() { semaphore.wait() }
}
