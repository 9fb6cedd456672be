/// How long something lives: a signal, one start of a producer, or an object of yours.
///
/// What is added to a lifetime is disposed of when it ends, after the terminal event (R9); what is added later is
/// disposed of at once.
///
/// ```swift
/// SignalProducer<Data, Never> { observer, lifetime in
///     let task = download { observer.send(value: $0); observer.sendCompleted() }
///     lifetime.observeEnded { task.cancel() }
/// }
/// ```
public final class Lifetime: Sendable {
    let run: Run

    @usableFromInline
    init(_ run: Run) {
        self.run = run
    }

    /// The lifetime that ends when `token` is disposed of or released.
    public init(_ token: Token) {
        run = token.run
    }

    /// A lifetime and the token that ends it.
    public static func make() -> (lifetime: Lifetime, token: Token) {
        let token = Token()
        return (Lifetime(token), token)
    }

    /// A lifetime that has ended.
    public static var empty: Lifetime {
        let token = Token()
        token.dispose()
        return Lifetime(token)
    }

    /// Whether it has ended.
    public var hasEnded: Bool { run.isEnded }

    /// A signal that completes when the lifetime ends.
    public var ended: Signal<Never, Never> {
        Signal { observer, lifetime in
            lifetime += self.observeEnded { observer.sendCompleted() }
        }
    }

    /// Runs `action` when the lifetime ends, on the thread that ends it; at once if it has ended.
    ///
    /// - Returns: a disposable that forgets the action, or `nil` if it has run already.
    @discardableResult
    @available(swift, introduced: 6)
    public func observeEnded(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        run.add(AnyDisposable(action))
    }

    /// Disposes of `disposable` when the lifetime ends; at once if it has ended.
    ///
    /// - Returns: a disposable that takes it out again, or `nil` if there is nothing to take out.
    @discardableResult
    public static func += (lifetime: Lifetime, disposable: (any Disposable)?) -> (any Disposable)? {
        lifetime.run.add(disposable)
    }

    /// Disposes of `disposable` when the lifetime ends, for good: nothing can take it out.
    package func keep(_ disposable: any Disposable) { run.adopt(disposable) }

    /// Ends its lifetime when it is disposed of or released. Keep it in the object whose life is meant.
    public final class Token: Sendable {
        let run = Run()

        /// A token of a new lifetime.
        public init() {}

        deinit { run.end() }

        /// Ends the lifetime.
        public func dispose() { run.end() }
    }
}
