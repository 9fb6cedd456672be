/// Many disposables that end together.
///
/// What is added while or after it is disposed of is disposed of at once, never dropped.
public final class CompositeDisposable: Disposable {
    private let run = Run()

    /// Nothing to begin with.
    public init() {}

    /// Starts with these.
    public init(_ disposables: some Sequence<any Disposable>) {
        for disposable in disposables { run.add(disposable) }
    }

    /// Starts with these, leaving out what is `nil`.
    public init(_ disposables: some Sequence<(any Disposable)?>) {
        for disposable in disposables { run.add(disposable) }
    }

    public var isDisposed: Bool { run.isEnded }

    public func dispose() { run.end() }

    /// Adds a disposable.
    ///
    /// - Returns: a disposable that takes it out again without disposing of it, or `nil` if there was nothing to add.
    @discardableResult
    public func add(_ disposable: (any Disposable)?) -> (any Disposable)? {
        run.add(disposable)
    }

    /// Adds a closure to run at the end.
    ///
    /// - Returns: a disposable that takes it out again without running it, or `nil` if it has run already.
    @discardableResult
    @available(swift, introduced: 6)
    public func add(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        run.add(AnyDisposable(action))
    }

    /// Adds a disposable; the same as `add(_:)`.
    @discardableResult
    public static func += (composite: CompositeDisposable, disposable: (any Disposable)?) -> (any Disposable)? {
        composite.add(disposable)
    }

    /// Adds a closure to run at the end.
    @discardableResult
    @available(swift, introduced: 6)
    public static func += (
        composite: CompositeDisposable,
        action: @escaping @Sendable () -> Void
    ) -> (any Disposable)? {
        composite.add(action)
    }
}
