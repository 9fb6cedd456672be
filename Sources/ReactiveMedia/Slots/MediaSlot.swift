/// The place of one media in a view that may be reused, such as a cell: it shows the media of its last request only.
///
/// ```swift
/// let slot = MediaSlot(loader: loader)
/// slot.content.producer.startWithValues { content in show(content.media) }
/// slot.request = first
/// slot.request = second       // cancels the first; its media can no longer arrive
/// ```
///
/// A slot belongs to the main actor, where its content changes. Media in memory is its content as soon as ``request``
/// was set. The load ends with the slot.
@MainActor
public final class MediaSlot<Media: Sendable> {
    private struct Question: Equatable {
        let request: Request
        let variant: MediaVariant
    }

    /// The content to show.
    ///
    /// It changes on the main actor. Observers run there if all of them were started there: a start on another thread
    /// may deliver a change that is made during it.
    public nonisolated let content: Property<MediaContent<Media>>
    /// The loader of the media.
    public nonisolated let loader: MediaLoader<Media>
    /// The variant of the media that ``request`` asks for.
    public let variant: MediaVariant

    private let stored = MutableProperty<MediaContent<Media>>(.empty)
    private let start = SerialDisposable()
    private nonisolated let token = Lifetime.Token()
    private var question: Question?
    private var placeholder: Request?
    /// The number of the current load. Events of another one come too late.
    private var number = 0

    /// Creates an empty slot.
    ///
    /// - Parameters:
    ///   - loader: The loader of the media.
    ///   - variant: The variant of the media that ``request`` asks for.
    public init(loader: MediaLoader<Media>, variant: MediaVariant = .original) {
        self.loader = loader
        self.variant = variant
        content = Property(capturing: stored)
    }

    deinit { start.dispose() }

    /// The request whose media is shown, or `nil` for none.
    ///
    /// Setting it is ``load(_:variant:placeholder:)`` without a placeholder.
    public var request: Request? {
        get { question?.request }
        set { load(newValue) }
    }

    /// Shows the media of a request.
    ///
    /// Another request cancels the load before it, of which nothing arrives any more. The request that is already shown
    /// does not start anew, even if it has failed; call ``reload()`` for that.
    ///
    /// - Parameters:
    ///   - request: The request, or `nil` to clear the slot.
    ///   - variant: The variant; that of the slot if `nil`.
    ///   - placeholder: The request of media to show meanwhile.
    public func load(_ request: Request?, variant: MediaVariant? = nil, placeholder: Request? = nil) {
        let new = request.map { Question(request: $0, variant: variant ?? self.variant) }
        guard new != question else { return }
        question = new
        self.placeholder = placeholder
        begin()
    }

    /// Loads the media of the current request again, for example after a failure. Media in memory is shown as it is.
    public func reload() { begin() }

    private func begin() {
        number += 1
        let current = number
        // The new load begins before the old one ends, so that a transfer that both need goes on.
        let started = question.flatMap { start($0, current) }
        guard current == number else {
            started?.dispose()
            return
        }
        start.inner = started
        if question == nil { stored.value = .empty }
    }

    private func start(_ question: Question, _ current: Int) -> (any Disposable)? {
        if let media = loader.cache.media(for: question.request, variant: question.variant) {
            start.inner = nil
            stored.value = .loaded(media, from: .memory)
            return nil
        }
        stored.value = .loading(placeholder: nil, progress: nil)
        guard current == number else { return nil }
        return loader.load(question.request, question.variant, placeholder) { MainTurns() }
            .start { [weak self] event in
                guard let self else { return }
                MainActor.assumeIsolated { self.receive(event, of: current) }
            }
    }

    private func receive(_ event: Signal<MediaEvent<Media>, Network.OperationError>.Event, of load: Int) {
        guard load == number else { return }
        if case .completed = event { return }
        stored.value = stored.value.after(event)
    }
}

extension MediaSlot: BindingTargetProvider {
    /// A target that sets ``request`` on the main actor, without keeping the slot alive.
    public nonisolated var bindingTarget: BindingTarget<Request?> {
        .onMain(lifetime: Lifetime(token), object: self) { $0.request = $1 }
    }
}
