#if canImport(UIKit) && !os(watchOS)
    import UIKit

    extension Reactive where Base: UIControl {
        /// Returns a signal of the control at each of its events, on the main thread.
        ///
        /// ```swift
        /// button.reactive.controlEvents(.touchUpInside).observeValues { _ in model.save() }
        /// ```
        ///
        /// The signal completes when the control is released, and does not keep it alive.
        ///
        /// - Parameter events: The events.
        /// - Returns: A signal without values of its own.
        @MainActor public func controlEvents(_ events: UIControl.Event) -> Signal<Void, Never> {
            let (signal, observer) = Signal<Void, Never>.pipe()
            base.addAction(UIAction { _ in observer.send(value: ()) }, for: events)
            lifetime.observeEnded { observer.sendCompleted() }
            return signal
        }
    }

    extension Reactive where Base: UITextField {
        /// Returns a signal of the text at each change by the user, on the main thread.
        ///
        /// - Returns: A signal that completes when the field is released.
        @MainActor public func texts() -> Signal<String, Never> {
            let (signal, observer) = Signal<String, Never>.pipe()
            let action = UIAction { [weak base] _ in observer.send(value: base?.text ?? "") }
            base.addAction(action, for: .editingChanged)
            lifetime.observeEnded { observer.sendCompleted() }
            return signal
        }
    }

    extension Reactive where Base: UIActivityIndicatorView {
        /// A target that starts and stops the animation.
        ///
        /// ```swift
        /// spinner.reactive.isAnimating <~ network.activity.isActive
        /// ```
        @MainActor public var isAnimating: BindingTarget<Bool> {
            target { view, isAnimating in
                if isAnimating { view.startAnimating() } else { view.stopAnimating() }
            }
        }
    }
#endif
