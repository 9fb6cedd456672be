// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func timeout(
        after interval: Duration,
        on scheduler: any TimedScheduler,
        raising makeError: @escaping () -> Failure
    ) -> SignalProducer {
        nonisolated(unsafe) let makeError = makeError
        return timeout(core: (), after: interval, on: scheduler, raising: { makeError() })
    }

    @inlinable
    func timeout(
        core: Void,
        after interval: Duration,
        on scheduler: any TimedScheduler,
        raising makeError: @escaping @Sendable () -> Failure
    ) -> SignalProducer {
        return timeout(after: interval, on: scheduler, raising: makeError)
    }
}
