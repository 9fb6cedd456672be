// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func reduce<Result: Sendable>(
        _ initial: Result,
        _ next: @escaping (_ partial: Result, _ value: Value) -> Result,
        _ mode: Void = ()
    ) -> SignalProducer<Result, Failure> {
        nonisolated(unsafe) let next = next
        return reduce(initial, { next($0, $1) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func reduce<Result: Sendable>(
        into initial: Result,
        _ next: @escaping (_ partial: inout Result, _ value: Value) -> Void,
        _ mode: Void = ()
    ) -> SignalProducer<Result, Failure> {
        nonisolated(unsafe) let next = next
        return reduce(into: initial, { next(&$0, $1) })
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func reduce<Result: Sendable>(
        _ initial: Result,
        _ next: @escaping (_ partial: Result, _ value: Value) -> Result,
        _ mode: Void = ()
    ) -> Signal<Result, Failure> {
        nonisolated(unsafe) let next = next
        return reduce(initial, { next($0, $1) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func reduce<Result: Sendable>(
        into initial: Result,
        _ next: @escaping (_ partial: inout Result, _ value: Value) -> Void,
        _ mode: Void = ()
    ) -> Signal<Result, Failure> {
        nonisolated(unsafe) let next = next
        return reduce(into: initial, { next(&$0, $1) })
    }
}
