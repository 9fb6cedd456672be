/// A disposable that disposes of its inner disposable when it is released.
public final class ScopedDisposable<Inner: Disposable>: Disposable {
    /// The disposable that is disposed of with this object.
    public let inner: Inner

    /// Creates a disposable that disposes of another one when it is released.
    ///
    /// - Parameter inner: The disposable to dispose of.
    public init(_ inner: Inner) {
        self.inner = inner
    }

    deinit { inner.dispose() }

    public var isDisposed: Bool { inner.isDisposed }

    public func dispose() { inner.dispose() }
}

extension ScopedDisposable where Inner == CompositeDisposable {
    /// Adds a disposable to the inner composite.
    ///
    /// - Parameters:
    ///   - scoped: The owner of the composite to add to.
    ///   - disposable: The disposable to add. Adding `nil` has no effect.
    /// - Returns: A disposable that removes `disposable` from the composite without disposing of it, or `nil` if
    ///   nothing was added.
    @discardableResult
    public static func += (
        scoped: ScopedDisposable<CompositeDisposable>,
        disposable: (any Disposable)?
    ) -> (any Disposable)? {
        scoped.inner.add(disposable)
    }

    /// Adds a closure that runs when the inner composite is disposed of.
    ///
    /// - Parameters:
    ///   - scoped: The owner of the composite to add to.
    ///   - action: The closure to run. It runs immediately if the composite has already been disposed of.
    /// - Returns: A disposable that removes the closure without running it, or `nil` if the closure has already run.
    @_disfavoredOverload
    @discardableResult
    public static func += (
        scoped: ScopedDisposable<CompositeDisposable>,
        action: @escaping @Sendable () -> Void
    ) -> (any Disposable)? {
        scoped.inner.add(action)
    }
}

extension ScopedDisposable where Inner == SerialDisposable {
    /// The current disposable of the inner serial disposable.
    ///
    /// Setting a new one disposes of the previous one.
    public var inner: (any Disposable)? {
        get { serial.inner }
        set { serial.inner = newValue }
    }

    private var serial: SerialDisposable { inner }
}

extension ScopedDisposable where Inner == AnyDisposable {
    /// Creates a disposable that disposes of another one, of any type, when it is released.
    ///
    /// - Parameter disposable: The disposable to dispose of.
    public convenience init(_ disposable: any Disposable) {
        self.init(AnyDisposable(disposable))
    }
}
