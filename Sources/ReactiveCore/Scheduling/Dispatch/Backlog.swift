import Dispatch
import Synchronization

/// The actions that wait for a serial queue, in order. Handing something to a queue costs more than most actions do: it is
/// done once for all that comes until the queue gets to it.
final class Backlog: Sendable {
    private struct Waiting: Sendable {
        var work: ContiguousArray<Work> = []
        var isHandedOver = false
    }

    private let queue: DispatchQueue
    private let waiting = Locked(Waiting())
    /// What else wants the queue, when there is so much to do that it would have to wait long.
    private let interlude: @Sendable () -> Void

    init(queue: DispatchQueue, interlude: @escaping @Sendable () -> Void) {
        self.queue = queue
        self.interlude = interlude
    }

    func add(_ action: @escaping @Sendable () -> Void) -> any Disposable {
        let work = Work(action)
        let hasToHandOver = waiting.withLock { waiting in
            waiting.work.append(work)
            defer { waiting.isHandedOver = true }
            return !waiting.isHandedOver
        }
        if hasToHandOver { handOver() }
        return work
    }

    private func handOver() {
        guard !DispatchDescriptors.areReady else { return queue.async { self.run() } }
        DispatchDescriptors.whenOpen { self.queue.async { self.run() } }
    }

    /// Runs all there is, what is added meanwhile included: whoever waits for the queue after adding an action finds it done.
    private func run() {
        var batchCount = 0
        while let batch = next() {
            for work in batch { work.run() }
            interlude()
            batchCount += 1
            // Work without end must not keep out what others have put on the queue.
            if batchCount == 65_536 { return queue.async { self.run() } }
        }
    }

    private func next() -> ContiguousArray<Work>? {
        waiting.withLock { waiting in
            guard !waiting.work.isEmpty else {
                waiting.isHandedOver = false
                return nil
            }
            var batch: ContiguousArray<Work> = []
            swap(&batch, &waiting.work)
            return batch
        }
    }
}

/// One action, unless it is disposed of before its turn.
private final class Work: Disposable {
    private let action: @Sendable () -> Void
    private let hasEnded = Synchronization.Atomic<Bool>(false)

    init(_ action: @escaping @Sendable () -> Void) {
        self.action = action
    }

    var isDisposed: Bool { hasEnded.load(ordering: .acquiring) }

    func dispose() { hasEnded.store(true, ordering: .releasing) }

    func run() {
        guard !isDisposed else { return }
        action()
        dispose()
    }
}
