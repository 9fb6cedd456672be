extension Network {
    /// Ends the work of the network: nothing new begins, and what runs may end.
    ///
    /// ```swift
    /// try await network.drain(within: .seconds(20)).value()
    /// ```
    ///
    /// From the start, operations that begin on this network or a copy fail with `TransportError.Kind.closed`. Those
    /// that run go on, with their retries; streams do not connect again, and WebSockets close with 1001. What runs at
    /// the limit is interrupted. A second start joins the first; disposing of a start only ends the wait. A network
    /// cannot be used after its drain; the transport is not closed.
    ///
    /// - Parameter limit: The time for what runs, on the network's clock.
    /// - Returns: A producer of one value, the numbers of what ended and of what was interrupted. It comes when nothing
    ///   runs any more and the consumers have received the ends, where the last end is delivered.
    public func drain(within limit: Duration = .seconds(30)) -> SignalProducer<Drained, Never> {
        SignalProducer { [core] observer, lifetime in
            lifetime += core.running.drain(within: limit, on: core.clock) { drained in
                observer.send(value: drained)
                observer.sendCompleted()
            }
        }
    }
}
