// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func retry(
        upTo count: Int,
        backoff: Backoff,
        on scheduler: any TimedScheduler,
        fraction: @escaping () -> Double = { .random(in: 0..<1) }
    ) -> SignalProducer {
        nonisolated(unsafe) let fraction = fraction
        return retry(core: (), upTo: count, backoff: backoff, on: scheduler, fraction: { fraction() })
    }

    @inlinable
    func retry(
        core: Void,
        upTo count: Int,
        backoff: Backoff,
        on scheduler: any TimedScheduler,
        fraction: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) -> SignalProducer {
        return retry(upTo: count, backoff: backoff, on: scheduler, fraction: fraction)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public func retry(
        when isWorthIt: @escaping (_ failure: Failure) -> Bool,
        upTo count: Int = .max,
        backoff: Backoff,
        within limit: Duration? = nil,
        on scheduler: any TimedScheduler,
        fraction: @escaping () -> Double = { .random(in: 0..<1) }
    ) -> SignalProducer {
        nonisolated(unsafe) let isWorthIt = isWorthIt
        nonisolated(unsafe) let fraction = fraction
        return retry(
            core: (),
            when: { isWorthIt($0) },
            upTo: count,
            backoff: backoff,
            within: limit,
            on: scheduler,
            fraction: { fraction() }
        )
    }

    func retry(
        core: Void,
        when isWorthIt: @escaping @Sendable (_ failure: Failure) -> Bool,
        upTo count: Int = .max,
        backoff: Backoff,
        within limit: Duration?,
        on scheduler: any TimedScheduler,
        fraction: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
    ) -> SignalProducer {
        return retry(when: isWorthIt, upTo: count, backoff: backoff, within: limit, on: scheduler, fraction: fraction)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func retry(
        on scheduler: any TimedScheduler,
        _ decide: @escaping (_ failure: Failure, _ attempt: Int) -> RetryDecision
    ) -> SignalProducer {
        nonisolated(unsafe) let decide = decide
        return retry(core: (), on: scheduler, { decide($0, $1) })
    }

    @inlinable
    func retry(
        core: Void,
        on scheduler: any TimedScheduler,
        _ decide: @escaping @Sendable (_ failure: Failure, _ attempt: Int) -> RetryDecision
    ) -> SignalProducer {
        return retry(on: scheduler, decide)
    }
}
