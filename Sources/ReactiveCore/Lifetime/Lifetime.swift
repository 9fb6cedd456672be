/// The lifetime of a signal, of one start of a producer, or of an object of your own.
///
/// A lifetime disposes of everything added to it when it ends, after the terminal event. Anything added later is
/// disposed of immediately.
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

    /// Creates a lifetime that ends when a token is disposed of or released.
    ///
    /// - Parameter token: The token that ends the lifetime.
    public init(_ token: Token) {
        run = token.run
    }

    /// Creates a lifetime and the token that ends it.
    ///
    /// - Returns: A lifetime, and the token to keep for as long as the lifetime should last.
    public static func make() -> (lifetime: Lifetime, token: Token) {
        let token = Token()
        return (Lifetime(token), token)
    }

    /// A lifetime that has already ended, which is always the same object.
    public static let empty: Lifetime = {
        let token = Token()
        token.dispose()
        return Lifetime(token)
    }()

    /// A Boolean value that indicates whether the lifetime has ended.
    public var hasEnded: Bool { run.isEnded }

    /// A signal that completes when the lifetime ends.
    public var ended: Signal<Never, Never> {
        Signal { observer, lifetime in
            lifetime += self.observeEnded { observer.sendCompleted() }
        }
    }

    /// Runs a closure when the lifetime ends, on the thread that ends it.
    ///
    /// - Parameter action: The closure to run. It runs immediately if the lifetime has already ended.
    /// - Returns: A disposable that removes the closure without running it, or `nil` if the closure has already run.
    @_disfavoredOverload
    @discardableResult
    public func observeEnded(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        run.add(AnyDisposable(action))
    }

    /// Disposes of a disposable when a lifetime ends.
    ///
    /// - Parameters:
    ///   - lifetime: The lifetime to add to.
    ///   - disposable: The disposable to add. Adding `nil` has no effect. If the lifetime has already ended,
    ///     `disposable` is disposed of immediately.
    /// - Returns: A disposable that removes `disposable` from the lifetime without disposing of it, or `nil` if nothing
    ///   was added.
    @discardableResult
    public static func += (lifetime: Lifetime, disposable: (any Disposable)?) -> (any Disposable)? {
        lifetime.run.add(disposable)
    }

    /// Disposes of `disposable` when the lifetime ends. It cannot be removed again.
    package func keep(_ disposable: any Disposable) { run.adopt(disposable) }

    /// An object that ends its lifetime when it is disposed of or released.
    ///
    /// Keep the token in the object whose lifetime it represents.
    public final class Token: Sendable {
        let run = Run()

        /// Creates a token for a new lifetime.
        public init() {}

        deinit { run.end() }

        /// Ends the lifetime.
        public func dispose() { run.end() }
    }
}
