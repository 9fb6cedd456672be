import Foundation

extension NotificationCenter: ReactiveExtensionsProvider {}

extension Reactive<NotificationCenter> {
    /// What `transform` makes of notifications, on the thread that posts them.
    ///
    /// A notification itself cannot leave that thread: it may carry anything. The center is observed as long as the signal is kept
    /// or observed; the signal never ends by itself.
    ///
    /// ```swift
    /// NotificationCenter.default.reactive
    ///     .notifications(forName: .quotaDidChange) { $0.userInfo?["left"] as? Int }
    ///     .observeValues { print($0 ?? 0) }
    /// ```
    ///
    /// - Parameters:
    ///   - name: which notifications; all by default.
    ///   - object: whose notifications; everybody's by default. Not kept alive.
    ///   - transform: takes out of a notification what is wanted.
    public func notifications<Value: Sendable>(
        forName name: Notification.Name? = nil,
        object: AnyObject? = nil,
        _ transform: @escaping @Sendable (Notification) -> Value
    ) -> Signal<Value, Never> {
        Signal { observer, lifetime in
            // SAFETY: the token is only handed back to the center, which takes it from any thread.
            nonisolated(unsafe) let token = base.addObserver(forName: name, object: object, queue: nil) {
                observer.send(value: transform($0))
            }
            lifetime.observeEnded { [base] in base.removeObserver(token) }
        }
    }

    /// The names of the notifications that are posted; see ``notifications(forName:object:_:)``.
    public func notifications(
        forName name: Notification.Name? = nil,
        object: AnyObject? = nil
    ) -> Signal<Notification.Name, Never> {
        notifications(forName: name, object: object) { $0.name }
    }
}
