// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func reduce<Result: Sendable>(
        _ initial: Result,
        _ next: @escaping (_ partial: Result, _ value: Value) -> Result
    ) -> SignalProducer<Result, Failure> {
        nonisolated(unsafe) let next = next
        return reduce(core: (), initial, { next($0, $1) })
    }

    @inlinable
    func reduce<Result: Sendable>(
        core: Void,
        _ initial: Result,
        _ next: @escaping @Sendable (_ partial: Result, _ value: Value) -> Result
    ) -> SignalProducer<Result, Failure> {
        return reduce(initial, next)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func reduce<Result: Sendable>(
        into initial: Result,
        _ next: @escaping (_ partial: inout Result, _ value: Value) -> Void
    ) -> SignalProducer<Result, Failure> {
        nonisolated(unsafe) let next = next
        return reduce(core: (), into: initial, { next(&$0, $1) })
    }

    @inlinable
    func reduce<Result: Sendable>(
        core: Void,
        into initial: Result,
        _ next: @escaping @Sendable (_ partial: inout Result, _ value: Value) -> Void
    ) -> SignalProducer<Result, Failure> {
        return reduce(into: initial, next)
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func reduce<Result: Sendable>(
        _ initial: Result,
        _ next: @escaping (_ partial: Result, _ value: Value) -> Result
    ) -> Signal<Result, Failure> {
        nonisolated(unsafe) let next = next
        return reduce(core: (), initial, { next($0, $1) })
    }

    @inlinable
    func reduce<Result: Sendable>(
        core: Void,
        _ initial: Result,
        _ next: @escaping @Sendable (_ partial: Result, _ value: Value) -> Result
    ) -> Signal<Result, Failure> {
        return reduce(initial, next)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func reduce<Result: Sendable>(
        into initial: Result,
        _ next: @escaping (_ partial: inout Result, _ value: Value) -> Void
    ) -> Signal<Result, Failure> {
        nonisolated(unsafe) let next = next
        return reduce(core: (), into: initial, { next(&$0, $1) })
    }

    @inlinable
    func reduce<Result: Sendable>(
        core: Void,
        into initial: Result,
        _ next: @escaping @Sendable (_ partial: inout Result, _ value: Value) -> Void
    ) -> Signal<Result, Failure> {
        return reduce(into: initial, next)
    }
}
