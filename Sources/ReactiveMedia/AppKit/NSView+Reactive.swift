#if canImport(AppKit) && !targetEnvironment(macCatalyst)
    import AppKit

    extension Reactive where Base: NSImageView {
        /// Returns a target of requests whose images the view shows, one after the other.
        ///
        /// The view shows the media of the last request only (``MediaSlot``); `nil` clears it.
        ///
        /// - Parameters:
        ///   - loader: The loader of the images.
        ///   - variant: The variant of the images.
        /// - Returns: The target, which ends with the view.
        @MainActor public func media(
            from loader: MediaLoader<NSImage>,
            variant: MediaVariant = .original
        ) -> BindingTarget<Request?> {
            let slot = MediaSlot(loader: loader, variant: variant)
            target { (view: Base, content: MediaContent<NSImage>) in view.image = content.media } <~ slot.content
            // The target keeps the slot as long as it is bound.
            return target { _, request in slot.request = request }
        }
    }

    extension Reactive where Base: NSTextField {
        /// Returns a signal of the text at each change by the user, on the main thread.
        ///
        /// - Returns: A signal that ends with its observers; it does not keep the field alive.
        @MainActor public func texts() -> Signal<String, Never> {
            NotificationCenter.default.reactive
                .notifications(forName: NSControl.textDidChangeNotification, object: base) { [weak base] _ in
                    MainActor.assumeIsolated { base?.stringValue ?? "" }
                }
        }
    }

    extension Reactive where Base: NSProgressIndicator {
        /// A target that starts and stops the animation.
        ///
        /// ```swift
        /// spinner.reactive.isAnimating <~ network.activity.isActive
        /// ```
        @MainActor public var isAnimating: BindingTarget<Bool> {
            target { view, isAnimating in
                if isAnimating { view.startAnimation(nil) } else { view.stopAnimation(nil) }
            }
        }
    }
#endif
