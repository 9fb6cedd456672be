/// News of a flight for one asker.
enum FlightNews<Media: Sendable>: Sendable {
    case progress(TransferProgress)
    /// The end, with the media.
    case loaded(Media, from: MediaSource)
    /// The end, without media. `nil`: the operation was interrupted, for example by a validator.
    case failed(Network.OperationError?)
}

/// Somebody who waits for a variant of a request's media.
struct Asker<Media: Sendable>: Sendable {
    let variant: MediaVariant
    var isPreload = false
    let receive: @Sendable (FlightNews<Media>) -> Void
}

/// The one transfer and the decodings of a request, for all who ask for it at the same time.
struct Flight<Media: Sendable>: Sendable {
    enum Stage: Sendable {
        case waiting
        case transferring
        case received(Data, MediaSource)
    }

    let request: Request
    var stage = Stage.waiting
    /// The turn of the transfer, while it waits.
    var turn = 0
    private(set) var askers: [Int: Asker<Media>] = [:]
    /// The transfer, from its beginning.
    let transfer = SerialDisposable()
    /// The decodings in progress.
    var decodings: [MediaVariant: SerialDisposable] = [:]

    init(_ request: Request) {
        self.request = request
    }

    var isWaiting: Bool { if case .waiting = stage { true } else { false } }
    var isTransferring: Bool { if case .transferring = stage { true } else { false } }
    var isLoad: Bool { askers.values.contains { !$0.isPreload } }

    /// The askers in the order of their arrival.
    var inOrder: [Asker<Media>] { askers.sorted { $0.key < $1.key }.map(\.value) }

    mutating func add(_ asker: Asker<Media>, _ number: Int) { askers[number] = asker }

    /// Removes an asker, and returns the decoding that nobody else waits for.
    mutating func remove(_ number: Int) -> (asker: Asker<Media>, unwanted: SerialDisposable?)? {
        guard let asker = askers.removeValue(forKey: number) else { return nil }
        let isWanted = askers.values.contains { $0.variant == asker.variant }
        return (asker, isWanted ? nil : decodings.removeValue(forKey: asker.variant))
    }

    /// Removes and returns the askers for a variant, in the order of their arrival.
    mutating func removeAll(for variant: MediaVariant) -> [Asker<Media>] {
        let leaving = askers.filter { $0.value.variant == variant }.sorted { $0.key < $1.key }
        for (number, _) in leaving { askers[number] = nil }
        return leaving.map(\.value)
    }

    /// Begins the decoding of a variant, unless it is in progress.
    mutating func beginDecoding(_ variant: MediaVariant) -> SerialDisposable? {
        guard decodings[variant] == nil else { return nil }
        let handle = SerialDisposable()
        decodings[variant] = handle
        return handle
    }
}
