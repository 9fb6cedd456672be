import Dispatch
import Synchronization

/// The actions that wait for a serial queue, in order. Dispatching to a queue costs more than most actions, so all
/// actions that arrive before the queue is ready are dispatched together.
final class SerialWorkQueue: Sendable {
    private struct Waiting: Sendable {
        var work: ContiguousArray<Work> = []
        var isHandedOver = false
    }

    private let queue: DispatchQueue
    private let waiting = Locked(Waiting())
    /// Runs between batches, for other work that needs the queue and must not wait for a long backlog.
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
        if hasToHandOver { queue.async { self.run() } }
        return work
    }

    /// Runs all actions, including those added meanwhile: a block that is dispatched to the queue after an action was
    /// added finds that action done.
    private func run() {
        var batchCount = 0
        while let batch = next() {
            for work in batch { work.run() }
            interlude()
            batchCount += 1
            // Endless work must not starve the blocks that others have dispatched to the queue.
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

/// An action that runs unless it is disposed of before its turn.
private final class Work: Disposable {
    private let action: @Sendable () -> Void
    private let hasEnded = Atomic<Bool>(false)

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
