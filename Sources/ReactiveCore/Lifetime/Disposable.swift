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
    private let disposed = Atomic<Bool>(false)

    /// Runs `action` on the thread of the first ``dispose()``; the closure is released with it.
    public init(_ action: @escaping @Sendable () -> Void) {
        self.action = OneShot(action)
    }

    /// Only remembers that it was disposed of.
    public init() {
        action = OneShot(nil)
    }

    /// Passes the first ``dispose()`` on to `disposable`.
    public convenience init(_ disposable: any Disposable) {
        self.init { disposable.dispose() }
    }

    public var isDisposed: Bool { disposed.load(ordering: .acquiring) }

    public func dispose() {
        guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        action.take()?()
    }
}
