import ReactiveNetworking

/// An outcome of an entry, as producers of a journal report it.
public enum Delivery: Equatable, Sendable {
    /// The entry was written down.
    case added(RequestJournal.Entry)
    /// The server accepted the request. The entry has left the journal.
    case delivered(RequestJournal.Entry, Network.DataResponse<Data>)
    /// The request failed for good (``Verdict/discard``). The entry has left the journal.
    case refused(RequestJournal.Entry, Network.OperationError)
    /// The request failed, and the entry waits for the next replay. The error is that of an earlier entry of the lane
    /// if that one keeps this one from being sent.
    case kept(RequestJournal.Entry, Network.OperationError)
    /// The entry stays in the journal, and is not sent until it is unparked.
    case parked(RequestJournal.Entry, Network.OperationError)
    /// The entry was not sent in time. It has left the journal.
    case expired(RequestJournal.Entry)

    /// The entry, in its state after the event.
    public var entry: RequestJournal.Entry {
        switch self {
        case .added(let entry), .delivered(let entry, _), .refused(let entry, _), .kept(let entry, _),
            .parked(let entry, _), .expired(let entry):
            entry
        }
    }
}

/// An event of a journal.
#if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
#endif
public enum JournalEvent: Equatable, Sendable {
    /// An entry was written down.
    case added(RequestJournal.Entry)
    /// The server accepted the request of an entry.
    case delivered(RequestJournal.Entry, Network.DataResponse<Data>)
    /// The request of an entry failed for good.
    case refused(RequestJournal.Entry, Network.OperationError)
    /// The request of an entry failed, and the entry waits for the next replay.
    case kept(RequestJournal.Entry, Network.OperationError)
    /// An entry stays in the journal, and is not sent until it is unparked.
    case parked(RequestJournal.Entry, Network.OperationError)
    /// An entry was not sent in time.
    case expired(RequestJournal.Entry)
    /// An entry was removed by a call.
    case cancelled
    /// An entry was removed to make room for a new one.
    case dropped(RequestJournal.Entry)
    /// The file ended in the middle of a record, or before its first one, and that many bytes were cut off.
    case recovered(tornByteCount: Int)
    /// The file was damaged at an offset. It was copied, and all records that are whole are used.
    case damaged(at: Int64, movedTo: URL)
    /// The file was written anew without the entries that have ended.
    case compacted
    /// A system call failed that nobody waits for, or after which the journal cannot be used.
    case failed(JournalError)

    /// Creates the event of a delivery.
    ///
    /// - Parameter delivery: The delivery.
    public init(_ delivery: Delivery) {
        switch delivery {
        case .added(let entry): self = .added(entry)
        case .delivered(let entry, let response): self = .delivered(entry, response)
        case .refused(let entry, let error): self = .refused(entry, error)
        case .kept(let entry, let error): self = .kept(entry, error)
        case .parked(let entry, let error): self = .parked(entry, error)
        case .expired(let entry): self = .expired(entry)
        }
    }
}
