extension Transport {
    /// One exchange, whose request is told to the log.
    func exchange(
        _ request: PreparedRequest,
        loggedBy operation: Operation
    ) -> SignalProducer<TransportEvent, TransportError> {
        guard operation.isLogged else { return exchange(request) }
        return exchange(request).on(starting: { operation.sends(request) })
    }
}

extension SignalProducer where Failure == Network.OperationError {
    /// Says that the operation began, and how it ended. A consumer that wants the value alone, and disposes of the start
    /// when it has it, has not cancelled anything.
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
