extension Transport {
    /// Performs one exchange and logs its request.
    func exchange(
        _ request: PreparedRequest,
        loggedBy operation: Operation
    ) -> SignalProducer<TransportEvent, TransportError> {
        guard operation.isLogged else { return exchange(request) }
        return exchange(request).on(starting: { operation.sends(request) })
    }
}

extension SignalProducer where Failure == Network.OperationError {
    /// Logs the start and the end of the operation. A consumer that takes the value and then disposes of the start has
    /// not cancelled the operation.
    func logged(by operation: Operation) -> SignalProducer {
        guard operation.isLogged else { return self }
        return on(
            starting: { operation.began() },
            failed: { operation.ended(.failed($0)) },
            completed: { operation.ended(.succeeded) },
            interrupted: { operation.interrupted() },
            value: { _ in operation.delivered() }
        )
    }
}
