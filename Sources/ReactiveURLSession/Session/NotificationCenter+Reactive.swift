import Foundation
import ReactiveCore

extension NotificationCenter: ReactiveExtensionsProvider {}

extension Reactive<NotificationCenter> {
    /// Returns a signal of values extracted from notifications, sent on the posting thread.
    ///
    /// A notification itself must not leave that thread, because it may carry any object. The center is observed as
    /// long as the signal is retained or observed; the signal never ends by itself.
    ///
    /// ```swift
    /// NotificationCenter.default.reactive
    ///     .notifications(forName: .quotaDidChange) { $0.userInfo?["left"] as? Int }
    ///     .observeValues { print($0 ?? 0) }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the notifications, or `nil` for all names.
    ///   - object: The sender of the notifications, or `nil` for any sender. It is not retained.
    ///   - transform: Extracts the value from a notification.
    /// - Returns: A signal of the extracted values.
    public func notifications<Value: Sendable>(
        forName name: Notification.Name? = nil,
        object: AnyObject? = nil,
        _ transform: @escaping @Sendable (Notification) -> Value
    ) -> Signal<Value, Never> {
        Signal { observer, lifetime in
            // SAFETY: the token is only passed back to the center, which accepts it on any thread.
            nonisolated(unsafe) let token = base.addObserver(forName: name, object: object, queue: nil) {
                observer.send(value: transform($0))
            }
            lifetime.observeEnded { [base] in base.removeObserver(token) }
        }
    }

    /// Returns a signal of the names of posted notifications, sent on the posting thread.
    ///
    /// - Parameters:
    ///   - name: The name of the notifications, or `nil` for all names.
    ///   - object: The sender of the notifications, or `nil` for any sender. It is not retained.
    /// - Returns: A signal of the names.
    public func notifications(
        forName name: Notification.Name? = nil,
        object: AnyObject? = nil
    ) -> Signal<Notification.Name, Never> {
        notifications(forName: name, object: object) { $0.name }
    }
}
