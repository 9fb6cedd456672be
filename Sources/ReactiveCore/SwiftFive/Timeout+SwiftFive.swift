// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func timeout(
        after interval: Duration,
        on scheduler: any TimedScheduler,
        raising makeError: @escaping () -> Failure,
        _ mode: Void = ()
    ) -> SignalProducer {
        nonisolated(unsafe) let makeError = makeError
        return timeout(after: interval, on: scheduler, raising: { makeError() })
    }
}
