extension Operation {
    /// Makes the next attempt after a delay, or as soon as the network is online again (Q6).
    func attempt(after delay: Duration, orOnceNot isOffline: SignalProducer<Bool, Never>) {
        let wasOffline = Locked(false)
        let end: @Sendable (RetryPolicy.WaitEnd, Step) -> Void = { reason, step in
            guard self.leave(step) else { return }
            if wasOffline.value { self.record(.retryWaitEnded(reason)) }
            self.attempt()
        }
        perform { step in
            let clock = context.clock
            let wait = CompositeDisposable()
            wait += clock.schedule(at: clock.now.advanced(by: max(delay, .zero))) { end(.delay, step) }
            wait += isOffline.startWithValues { isOffline in
                if isOffline { wasOffline.value = true }
                guard !isOffline, wasOffline.value else { return }
                if clock.isVirtual { return end(.online, step) }
                // On the clock, as all further attempts: the others who observe the status must not wait for this one.
                wait += clock.schedule { end(.online, step) }
            }
            return wait
        }
    }
}

extension AttemptFailure {
    /// A Boolean value that indicates whether the attempt ended on the way to the server, as it does without a network.
    var isOnTheWay: Bool {
        guard let failure = error.cause(as: TransportError.self), !failure.mayHaveReachedServer else { return false }
        return switch failure.kind {
        case .offline, .cannotResolveHost, .cannotConnect, .connectTimedOut: true
        default: false
        }
    }
}
