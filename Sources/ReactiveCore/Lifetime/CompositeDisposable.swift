/// A collection of disposables that are disposed of together.
///
/// A disposable that is added during or after the disposal is disposed of immediately; it is never dropped.
public final class CompositeDisposable: Disposable {
    private let run = Run()

    /// Creates an empty composite.
    public init() {}

    /// Creates a composite that contains the given disposables.
    ///
    /// - Parameter disposables: The disposables to dispose of with the composite.
    public init(_ disposables: some Sequence<any Disposable>) {
        for disposable in disposables { run.add(disposable) }
    }

    /// Creates a composite that contains the given disposables, skipping `nil`.
    ///
    /// - Parameter disposables: The disposables to dispose of with the composite.
    public init(_ disposables: some Sequence<(any Disposable)?>) {
        for disposable in disposables { run.add(disposable) }
    }

    public var isDisposed: Bool { run.isEnded }

    public func dispose() { run.end() }

    /// Adds a disposable.
    ///
    /// - Parameter disposable: The disposable to add. Adding `nil` has no effect. If the composite has already been
    ///   disposed of, so is `disposable`, immediately.
    /// - Returns: A disposable that removes `disposable` from the composite without disposing of it, or `nil` if
    ///   nothing was added.
    @discardableResult
    public func add(_ disposable: (any Disposable)?) -> (any Disposable)? {
        run.add(disposable)
    }

    /// Adds a closure that runs when the composite is disposed of.
    ///
    /// - Parameter action: The closure to run. It runs immediately if the composite has already been disposed of.
    /// - Returns: A disposable that removes the closure without running it, or `nil` if the closure has already run.
    @_disfavoredOverload
    @discardableResult
    public func add(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        run.add(AnyDisposable(action))
    }

    /// Adds a disposable to a composite.
    ///
    /// - Parameters:
    ///   - composite: The composite to add to.
    ///   - disposable: The disposable to add. Adding `nil` has no effect.
    /// - Returns: A disposable that removes `disposable` from the composite without disposing of it, or `nil` if
    ///   nothing was added.
    @discardableResult
    public static func += (composite: CompositeDisposable, disposable: (any Disposable)?) -> (any Disposable)? {
        composite.add(disposable)
    }

    /// Adds a closure that runs when a composite is disposed of.
    ///
    /// - Parameters:
    ///   - composite: The composite to add to.
    ///   - action: The closure to run. It runs immediately if the composite has already been disposed of.
    /// - Returns: A disposable that removes the closure without running it, or `nil` if the closure has already run.
    @_disfavoredOverload
    @discardableResult
    public static func += (
        composite: CompositeDisposable,
        action: @escaping @Sendable () -> Void
    ) -> (any Disposable)? {
        composite.add(action)
    }
}
