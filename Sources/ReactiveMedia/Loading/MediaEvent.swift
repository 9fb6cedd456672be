/// An event of a load: a placeholder at most once, the progress any number of times, and last the media.
public enum MediaEvent<Media: Sendable>: Sendable {
    /// The placeholder, which is sent only before the media itself.
    case placeholder(Media)
    /// The progress of the transfer.
    case progress(TransferProgress)
    /// The media and where it came from: the last value, sent once.
    case loaded(Media, from: MediaSource)

    /// The media or its placeholder.
    public var media: Media? {
        switch self {
        case .placeholder(let media), .loaded(let media, _): media
        case .progress: nil
        }
    }

    /// The media, if this is the last value.
    public var loaded: Media? {
        if case .loaded(let media, _) = self { media } else { nil }
    }
}

extension MediaEvent: Equatable where Media: Equatable {}

/// The place that media came from.
#if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
#endif
public enum MediaSource: Sendable, Hashable, CaseIterable {
    /// The loader's memory of decoded media.
    case memory
    /// The HTTP cache of the network (`CachingTransport`), without a request to the server.
    case disk
    /// The server.
    case network
}
