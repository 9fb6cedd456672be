// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func scan<Result: Sendable>(
        _ initial: Result,
        _ next: @escaping (_ partial: Result, _ value: Value) -> Result,
        _ mode: Void = ()
    ) -> SignalProducer<Result, Failure> {
        nonisolated(unsafe) let next = next
        return scan(initial, { next($0, $1) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func scan<Result: Sendable>(
        into initial: Result,
        _ next: @escaping (_ partial: inout Result, _ value: Value) -> Void,
        _ mode: Void = ()
    ) -> SignalProducer<Result, Failure> {
        nonisolated(unsafe) let next = next
        return scan(into: initial, { next(&$0, $1) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func scanMap<State: Sendable, New: Sendable>(
        _ initial: State,
        _ next: @escaping (_ state: State, _ value: Value) -> (State, New),
        _ mode: Void = ()
    ) -> SignalProducer<New, Failure> {
        nonisolated(unsafe) let next = next
        return scanMap(initial, { next($0, $1) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func scanMap<State: Sendable, New: Sendable>(
        into initial: State,
        _ next: @escaping (_ state: inout State, _ value: Value) -> New,
        _ mode: Void = ()
    ) -> SignalProducer<New, Failure> {
        nonisolated(unsafe) let next = next
        return scanMap(into: initial, { next(&$0, $1) })
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func scan<Result: Sendable>(
        _ initial: Result,
        _ next: @escaping (_ partial: Result, _ value: Value) -> Result,
        _ mode: Void = ()
    ) -> Signal<Result, Failure> {
        nonisolated(unsafe) let next = next
        return scan(initial, { next($0, $1) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func scan<Result: Sendable>(
        into initial: Result,
        _ next: @escaping (_ partial: inout Result, _ value: Value) -> Void,
        _ mode: Void = ()
    ) -> Signal<Result, Failure> {
        nonisolated(unsafe) let next = next
        return scan(into: initial, { next(&$0, $1) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func scanMap<State: Sendable, New: Sendable>(
        _ initial: State,
        _ next: @escaping (_ state: State, _ value: Value) -> (State, New),
        _ mode: Void = ()
    ) -> Signal<New, Failure> {
        nonisolated(unsafe) let next = next
        return scanMap(initial, { next($0, $1) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func scanMap<State: Sendable, New: Sendable>(
        into initial: State,
        _ next: @escaping (_ state: inout State, _ value: Value) -> New,
        _ mode: Void = ()
    ) -> Signal<New, Failure> {
        nonisolated(unsafe) let next = next
        return scanMap(into: initial, { next(&$0, $1) })
    }
}
