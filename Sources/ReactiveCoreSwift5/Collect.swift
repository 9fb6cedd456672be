// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func collect(_ shouldSend: @escaping (_ values: [Value]) -> Bool) -> SignalProducer<[Value], Failure> {
        nonisolated(unsafe) let shouldSend = shouldSend
        return collect(core: (), { shouldSend($0) })
    }

    @inlinable
    func collect(core: Void, _ shouldSend: @escaping @Sendable (_ values: [Value]) -> Bool) -> SignalProducer<
        [Value], Failure
    > {
        return collect(shouldSend)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func collect(_ shouldSend: @escaping (_ collected: [Value], _ latest: Value) -> Bool) -> SignalProducer<
        [Value], Failure
    > {
        nonisolated(unsafe) let shouldSend = shouldSend
        return collect(core: (), { shouldSend($0, $1) })
    }

    @inlinable
    func collect(core: Void, _ shouldSend: @escaping @Sendable (_ collected: [Value], _ latest: Value) -> Bool)
        -> SignalProducer<[Value], Failure>
    {
        return collect(shouldSend)
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func collect(_ shouldSend: @escaping (_ values: [Value]) -> Bool) -> Signal<[Value], Failure> {
        nonisolated(unsafe) let shouldSend = shouldSend
        return collect(core: (), { shouldSend($0) })
    }

    @inlinable
    func collect(core: Void, _ shouldSend: @escaping @Sendable (_ values: [Value]) -> Bool) -> Signal<[Value], Failure>
    {
        return collect(shouldSend)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func collect(_ shouldSend: @escaping (_ collected: [Value], _ latest: Value) -> Bool) -> Signal<
        [Value], Failure
    > {
        nonisolated(unsafe) let shouldSend = shouldSend
        return collect(core: (), { shouldSend($0, $1) })
    }

    @inlinable
    func collect(core: Void, _ shouldSend: @escaping @Sendable (_ collected: [Value], _ latest: Value) -> Bool)
        -> Signal<[Value], Failure>
    {
        return collect(shouldSend)
    }
}
