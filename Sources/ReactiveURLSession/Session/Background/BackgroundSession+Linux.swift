#if !canImport(ObjectiveC)
    /// The systems without a service for background transfers.
    struct BackgroundSession: Sendable {
        /// The reason why no transfer begins.
        static let refusal: TransportError? = TransportError(
            .unsupported,
            phase: .preparing,
            detail: "this system performs no transfers in the background; use a resumable download "
                + "(Destination.resumable()), or keep the request in a journal (ReactiveOffline)"
        )

        init(
            _ identifier: String,
            _ options: BackgroundTransfers.Options,
            _ handle: @escaping @Sendable (BackgroundTransfers.Event) -> Void
        ) {}

        func begin(_ request: PreparedRequest, _ ticket: BackgroundTicket) throws(TransportError) {
            if let refusal = Self.refusal { throw refusal }
        }

        func findTickets(_ receive: @escaping @Sendable ([BackgroundTicket]) -> Void) { receive([]) }

        func cancel(_ id: String) {}

        func whenEventsAreDelivered(_ completion: @escaping @Sendable () -> Void) {
            UIScheduler().schedule(completion)
        }
    }
#endif
