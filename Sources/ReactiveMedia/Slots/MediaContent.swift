/// The content of a view that shows media: what a ``MediaSlot`` has at the moment.
public enum MediaContent<Media: Sendable>: Sendable {
    /// There is no request, or its operation was swallowed.
    case empty
    /// The media is being loaded. Its placeholder and the progress are present as soon as they are known.
    case loading(placeholder: Media?, progress: TransferProgress?)
    /// The media, and where it came from.
    case loaded(Media, from: MediaSource)
    /// The load has failed. A placeholder that had arrived stays.
    case failed(Network.OperationError, placeholder: Media?)

    /// The media to show: the loaded one or its placeholder.
    public var media: Media? {
        switch self {
        case .empty: nil
        case .loading(let placeholder, _), .failed(_, let placeholder): placeholder
        case .loaded(let media, _): media
        }
    }

    /// A Boolean value that indicates whether the media is being loaded.
    public var isLoading: Bool { if case .loading = self { true } else { false } }

    /// The failure of the load.
    public var error: Network.OperationError? { if case .failed(let error, _) = self { error } else { nil } }
}

extension MediaContent: Equatable where Media: Equatable {}

extension MediaContent {
    /// Returns this content after an event of the load.
    func after(_ event: Signal<MediaEvent<Media>, Network.OperationError>.Event) -> MediaContent {
        switch event {
        case .value(.loaded(let media, let source)): return .loaded(media, from: source)
        case .value(.placeholder(let media)): return .loading(placeholder: media, progress: progress)
        case .value(.progress(let progress)): return .loading(placeholder: media, progress: progress)
        case .failed(let error): return .failed(error, placeholder: media)
        case .completed: return self
        case .interrupted: return .empty
        }
    }

    private var progress: TransferProgress? { if case .loading(_, let progress) = self { progress } else { nil } }
}
