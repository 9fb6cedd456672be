/// Disposes of what it holds when it is released.
public final class ScopedDisposable<Inner: Disposable>: Disposable {
    /// What is disposed of with this object.
    public let inner: Inner

    /// Ties `inner` to the life of this object.
    public init(_ inner: Inner) {
        self.inner = inner
    }

    deinit { inner.dispose() }

    public var isDisposed: Bool { inner.isDisposed }

    public func dispose() { inner.dispose() }
}

extension ScopedDisposable where Inner == CompositeDisposable {
    /// Adds a disposable to the composite.
    @discardableResult
    public static func += (
        scoped: ScopedDisposable<CompositeDisposable>,
        disposable: (any Disposable)?
    ) -> (any Disposable)? {
        scoped.inner.add(disposable)
    }

    /// Adds a closure to the composite.
    @discardableResult
    @available(swift, introduced: 6)
    public static func += (
        scoped: ScopedDisposable<CompositeDisposable>,
        action: @escaping @Sendable () -> Void
    ) -> (any Disposable)? {
        scoped.inner.add(action)
    }
}

extension ScopedDisposable where Inner == SerialDisposable {
    /// The disposable that the serial disposable holds. Setting one disposes of the one before.
    public var inner: (any Disposable)? {
        get { serial.inner }
        set { serial.inner = newValue }
    }

    private var serial: SerialDisposable { inner }
}

extension ScopedDisposable where Inner == AnyDisposable {
    /// Disposes of `disposable`, whatever it is, when this is released.
    public convenience init(_ disposable: any Disposable) {
        self.init(AnyDisposable(disposable))
    }
}
