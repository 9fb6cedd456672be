import Synchronization

/// Something that can be stopped and cleaned up.
public protocol Disposable: AnyObject, Sendable {
    /// Whether it was disposed of, or has come to its natural end.
    var isDisposed: Bool { get }

    /// Stops it. Idempotent, and callable from any thread.
    func dispose()
}

/// A disposable that runs a closure, once.
public final class AnyDisposable: Disposable {
    private let action: OneShot
    private let disposed = Synchronization.Atomic<Bool>(false)

    /// Runs `action` on the thread of the first ``dispose()``; the closure is released with it.
    @available(swift, introduced: 6)
    public init(_ action: @escaping @Sendable () -> Void) {
        self.action = OneShot(action)
    }

    /// Only remembers that it was disposed of.
    public init() {
        action = OneShot(nil)
    }

    /// Stands for `disposable`: passes the first ``dispose()`` on to it, and is disposed of when it is.
    public init(_ disposable: any Disposable) {
        action = OneShot(disposingOf: disposable)
    }

    public var isDisposed: Bool { disposed.load(ordering: .acquiring) || action.disposable?.isDisposed == true }

    public func dispose() {
        guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        action.take()?()
    }
}
