#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// The one who answers questions, and learns that nobody wants an answer any more.
    protocol LookupOwner: AnyObject, Sendable {
        /// Forgets that a ticket's owner has asked.
        func giveUp(_ ticket: LookupTicket)
    }

    /// The right to give up a lookup that has not been answered yet.
    ///
    /// The lookup goes on without its ticket; releasing the ticket does not cancel it.
    final class LookupTicket: Sendable {
        typealias Receiver = @Sendable (Result<[SocketAddress], LookupFailure>) -> Void

        let question: LookupQuestion
        /// The position among all that have asked.
        let number: Int
        private let lookups: any LookupOwner
        /// The closure that waits for the answer, until it is called or the ticket is cancelled.
        private let receiver: InlineLocked<Receiver?>

        init(_ question: LookupQuestion, number: Int, in lookups: any LookupOwner, _ receiver: @escaping Receiver) {
            self.question = question
            self.number = number
            self.lookups = lookups
            self.receiver = InlineLocked(receiver)
        }

        /// Releases the closure that waits for the answer. It is not called any more, unless another thread has begun
        /// to call it. Never waits.
        func cancel() {
            guard takeReceiver() != nil else { return }
            lookups.giveUp(self)
        }

        /// Hands the answer over, unless the ticket was cancelled.
        func receive(_ answer: Result<[SocketAddress], LookupFailure>) {
            takeReceiver()?(answer)
        }

        private func takeReceiver() -> Receiver? {
            receiver.withLock { receiver in
                defer { receiver = nil }
                return receiver
            }
        }
    }
#endif
