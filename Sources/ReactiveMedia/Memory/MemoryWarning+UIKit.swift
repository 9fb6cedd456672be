#if canImport(UIKit) && !os(watchOS)
    import UIKit

    /// The system's warnings of low memory.
    enum MemoryWarning {
        /// Calls a closure at each warning, on the main thread.
        static func observe(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
            NotificationCenter.default.reactive
                .notifications(forName: UIApplication.didReceiveMemoryWarningNotification)
                .observeValues { _ in action() }
        }
    }
#endif
