#if canImport(SwiftUI)
    import SwiftUI

    /// A view of media that is loaded when the view appears, and whose load is canceled when it disappears.
    ///
    /// ```swift
    /// RemoteMedia(request, loader: images, placeholder: thumbnail) { content in
    ///     switch content {
    ///     case .empty, .loading(nil, _): Color.gray
    ///     case .loading(let image?, _), .loaded(let image, _): Image(uiImage: image)
    ///     case .failed(let error, _): Text(error.description)
    ///     }
    /// }
    /// ```
    ///
    /// Media in memory is shown in the update in which the view appears.
    public struct RemoteMedia<Media: Sendable, Content: View>: View {
        private let request: Request?
        private let placeholder: Request?
        private let content: (MediaContent<Media>) -> Content
        @State private var slot: MediaSlot<Media>
        @State private var observed: Observed<MediaContent<Media>>

        /// Creates a view.
        ///
        /// - Parameters:
        ///   - request: The request of the media; `nil` for none.
        ///   - loader: The loader of the media. That of the view's first appearance is kept.
        ///   - variant: The variant of the media. That of the view's first appearance is kept.
        ///   - placeholder: The request of media to show meanwhile.
        ///   - content: Creates the view of a content.
        @MainActor public init(
            _ request: Request?,
            loader: MediaLoader<Media>,
            variant: MediaVariant = .original,
            placeholder: Request? = nil,
            @ViewBuilder content: @escaping (MediaContent<Media>) -> Content
        ) {
            let slot = MediaSlot(loader: loader, variant: variant)
            self.request = request
            self.placeholder = placeholder
            self.content = content
            _slot = State(initialValue: slot)
            _observed = State(initialValue: Observed(slot.content))
        }

        /// The view of the current content.
        public var body: some View {
            content(observed.value)
                .onAppear { slot.load(request, placeholder: placeholder) }
                .onDisappear { slot.load(nil) }
                .onChange(of: request) { _, new in slot.load(new, placeholder: placeholder) }
        }
    }
#endif
