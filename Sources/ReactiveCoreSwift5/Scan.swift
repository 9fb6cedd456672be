// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func scan<Result: Sendable>(
        _ initial: Result,
        _ next: @escaping (_ partial: Result, _ value: Value) -> Result
    ) -> SignalProducer<Result, Failure> {
        nonisolated(unsafe) let next = next
        return scan(core: (), initial, { next($0, $1) })
    }

    @inlinable
    func scan<Result: Sendable>(
        core: Void,
        _ initial: Result,
        _ next: @escaping @Sendable (_ partial: Result, _ value: Value) -> Result
    ) -> SignalProducer<Result, Failure> {
        return scan(initial, next)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func scan<Result: Sendable>(
        into initial: Result,
        _ next: @escaping (_ partial: inout Result, _ value: Value) -> Void
    ) -> SignalProducer<Result, Failure> {
        nonisolated(unsafe) let next = next
        return scan(core: (), into: initial, { next(&$0, $1) })
    }

    @inlinable
    func scan<Result: Sendable>(
        core: Void,
        into initial: Result,
        _ next: @escaping @Sendable (_ partial: inout Result, _ value: Value) -> Void
    ) -> SignalProducer<Result, Failure> {
        return scan(into: initial, next)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func scanMap<State: Sendable, New: Sendable>(
        _ initial: State,
        _ next: @escaping (_ state: State, _ value: Value) -> (State, New)
    ) -> SignalProducer<New, Failure> {
        nonisolated(unsafe) let next = next
        return scanMap(core: (), initial, { next($0, $1) })
    }

    @inlinable
    func scanMap<State: Sendable, New: Sendable>(
        core: Void,
        _ initial: State,
        _ next: @escaping @Sendable (_ state: State, _ value: Value) -> (State, New)
    ) -> SignalProducer<New, Failure> {
        return scanMap(initial, next)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func scanMap<State: Sendable, New: Sendable>(
        into initial: State,
        _ next: @escaping (_ state: inout State, _ value: Value) -> New
    ) -> SignalProducer<New, Failure> {
        nonisolated(unsafe) let next = next
        return scanMap(core: (), into: initial, { next(&$0, $1) })
    }

    @inlinable
    func scanMap<State: Sendable, New: Sendable>(
        core: Void,
        into initial: State,
        _ next: @escaping @Sendable (_ state: inout State, _ value: Value) -> New
    ) -> SignalProducer<New, Failure> {
        return scanMap(into: initial, next)
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func scan<Result: Sendable>(
        _ initial: Result,
        _ next: @escaping (_ partial: Result, _ value: Value) -> Result
    ) -> Signal<Result, Failure> {
        nonisolated(unsafe) let next = next
        return scan(core: (), initial, { next($0, $1) })
    }

    @inlinable
    func scan<Result: Sendable>(
        core: Void,
        _ initial: Result,
        _ next: @escaping @Sendable (_ partial: Result, _ value: Value) -> Result
    ) -> Signal<Result, Failure> {
        return scan(initial, next)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func scan<Result: Sendable>(
        into initial: Result,
        _ next: @escaping (_ partial: inout Result, _ value: Value) -> Void
    ) -> Signal<Result, Failure> {
        nonisolated(unsafe) let next = next
        return scan(core: (), into: initial, { next(&$0, $1) })
    }

    @inlinable
    func scan<Result: Sendable>(
        core: Void,
        into initial: Result,
        _ next: @escaping @Sendable (_ partial: inout Result, _ value: Value) -> Void
    ) -> Signal<Result, Failure> {
        return scan(into: initial, next)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func scanMap<State: Sendable, New: Sendable>(
        _ initial: State,
        _ next: @escaping (_ state: State, _ value: Value) -> (State, New)
    ) -> Signal<New, Failure> {
        nonisolated(unsafe) let next = next
        return scanMap(core: (), initial, { next($0, $1) })
    }

    @inlinable
    func scanMap<State: Sendable, New: Sendable>(
        core: Void,
        _ initial: State,
        _ next: @escaping @Sendable (_ state: State, _ value: Value) -> (State, New)
    ) -> Signal<New, Failure> {
        return scanMap(initial, next)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func scanMap<State: Sendable, New: Sendable>(
        into initial: State,
        _ next: @escaping (_ state: inout State, _ value: Value) -> New
    ) -> Signal<New, Failure> {
        nonisolated(unsafe) let next = next
        return scanMap(core: (), into: initial, { next(&$0, $1) })
    }

    @inlinable
    func scanMap<State: Sendable, New: Sendable>(
        core: Void,
        into initial: State,
        _ next: @escaping @Sendable (_ state: inout State, _ value: Value) -> New
    ) -> Signal<New, Failure> {
        return scanMap(into: initial, next)
    }
}
