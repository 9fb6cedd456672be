#if canImport(UIKit) && !os(watchOS)
    import UIKit

    extension Reactive where Base: UIImageView {
        /// Returns a target of requests whose images the view shows, one after the other.
        ///
        /// ```swift
        /// cell.imageView.reactive.media(from: images) <~ model.avatar
        /// ```
        ///
        /// The view shows the media of the last request only (``MediaSlot``); `nil` clears it. Call this once for a
        /// view, and set the requests of a reused cell through the same target.
        ///
        /// - Parameters:
        ///   - loader: The loader of the images.
        ///   - variant: The variant of the images.
        /// - Returns: The target, which ends with the view.
        @MainActor public func media(
            from loader: MediaLoader<UIImage>,
            variant: MediaVariant = .original
        ) -> BindingTarget<Request?> {
            let slot = MediaSlot(loader: loader, variant: variant)
            target { (view: Base, content: MediaContent<UIImage>) in view.image = content.media } <~ slot.content
            // The target keeps the slot as long as it is bound.
            return target { _, request in slot.request = request }
        }
    }
#endif
