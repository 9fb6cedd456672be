import Synchronization

/// A resource or operation that can be stopped and cleaned up.
public protocol Disposable: AnyObject, Sendable {
    /// A Boolean value that indicates whether the object was disposed of or has ended by itself.
    var isDisposed: Bool { get }

    /// Stops the operation and releases its resources.
    ///
    /// Calling this method more than once has no effect. You can call it from any thread.
    func dispose()
}

/// A disposable that runs a closure once.
public final class AnyDisposable: Disposable {
    private let action: OnceClosure
    private let disposed = Atomic<Bool>(false)

    /// Creates a disposable that runs a closure on the thread of the first call to ``dispose()``.
    ///
    /// - Parameter action: The closure to run. It is released after it has run.
    @_disfavoredOverload
    public init(_ action: @escaping @Sendable () -> Void) {
        self.action = OnceClosure(action)
    }

    /// Creates a disposable that only records that it was disposed of.
    public init() {
        action = OnceClosure(nil)
    }

    /// Creates a disposable that forwards its first ``dispose()`` to another disposable.
    ///
    /// - Parameter disposable: The disposable to wrap. Once it is disposed of, the new disposable reports so too.
    public init(_ disposable: any Disposable) {
        action = OnceClosure(disposingOf: disposable)
    }

    public var isDisposed: Bool { disposed.load(ordering: .acquiring) || action.disposable?.isDisposed == true }

    public func dispose() {
        guard !disposed.exchange(true, ordering: .acquiringAndReleasing) else { return }
        action.take()?()
    }
}
