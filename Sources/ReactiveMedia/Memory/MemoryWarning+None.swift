#if !canImport(UIKit) || os(watchOS)
    /// The system's warnings of low memory, of which this system has none.
    enum MemoryWarning {
        /// Returns `nil`: the closure is never called.
        static func observe(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? { nil }
    }
#endif
