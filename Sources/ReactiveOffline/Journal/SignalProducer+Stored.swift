import ReactiveNetworking

extension SignalProducer where Failure == Network.OperationError {
    /// Writes a request down if there is no network.
    ///
    /// ```swift
    /// network.send(request).stored(in: journal, request).start()
    /// ```
    ///
    /// All events are passed on. A failure that the judge of the journal calls ``Verdict/offline`` is passed on after
    /// the request was added. If it cannot be added, ``RequestJournal/events`` say so. A failure that arrived on the
    /// main thread is passed on there, and any other one on the journal's queue.
    ///
    /// - Parameters:
    ///   - journal: The journal.
    ///   - request: The request that this producer sends.
    ///   - key: The key of the entry's lane.
    /// - Returns: The producer.
    public func stored(
        in journal: RequestJournal,
        _ request: some Endpoint & Sendable,
        key: String = ""
    ) -> SignalProducer<Value, Failure> {
        let core = journal.core
        return flatMapError { error in
            guard core.configuration.judge(error) == .offline else { return SignalProducer(error: error) }
            let isMain = DetachedThread.isMain && !core.network.clock.isVirtual
            let scheduler: any Scheduler = isMain ? UIScheduler() : core.replies
            return SignalProducer { observer, _ in
                _ = core.add(request.makeRequest(), key: key) { result in
                    switch result {
                    case .success(let entry): core.tell(.added(entry))
                    case .failure(let failure): core.report(.failed(failure))
                    }
                    scheduler.schedule { observer.send(error: error) }
                }
            }
        }
    }
}
