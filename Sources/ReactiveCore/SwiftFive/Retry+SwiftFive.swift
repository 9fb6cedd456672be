// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func retry(
        upTo count: Int,
        backoff: Backoff,
        on scheduler: any TimedScheduler,
        fraction: @escaping () -> Double = { .random(in: 0..<1) },
        _ mode: Void = ()
    ) -> SignalProducer {
        nonisolated(unsafe) let fraction = fraction
        return retry(upTo: count, backoff: backoff, on: scheduler, fraction: { fraction() })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public func retry(
        when isWorthIt: @escaping (_ failure: Failure) -> Bool,
        upTo count: Int = .max,
        backoff: Backoff,
        within limit: Duration? = nil,
        on scheduler: any TimedScheduler,
        fraction: @escaping () -> Double = { .random(in: 0..<1) },
        _ mode: Void = ()
    ) -> SignalProducer {
        nonisolated(unsafe) let isWorthIt = isWorthIt
        nonisolated(unsafe) let fraction = fraction
        return retry(
            when: { isWorthIt($0) },
            upTo: count,
            backoff: backoff,
            within: limit,
            on: scheduler,
            fraction: { fraction() }
        )
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func retry(
        on scheduler: any TimedScheduler,
        _ decide: @escaping (_ failure: Failure, _ attempt: Int) -> RetryDecision,
        _ mode: Void = ()
    ) -> SignalProducer {
        nonisolated(unsafe) let decide = decide
        return retry(on: scheduler, { decide($0, $1) })
    }
}
