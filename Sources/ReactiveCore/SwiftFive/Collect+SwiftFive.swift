// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func collect(_ shouldSend: @escaping (_ values: [Value]) -> Bool, _ mode: Void = ()) -> SignalProducer<
        [Value], Failure
    > {
        nonisolated(unsafe) let shouldSend = shouldSend
        return collect({ shouldSend($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func collect(_ shouldSend: @escaping (_ collected: [Value], _ latest: Value) -> Bool, _ mode: Void = ())
        -> SignalProducer<[Value], Failure>
    {
        nonisolated(unsafe) let shouldSend = shouldSend
        return collect({ shouldSend($0, $1) })
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func collect(_ shouldSend: @escaping (_ values: [Value]) -> Bool, _ mode: Void = ()) -> Signal<
        [Value], Failure
    > {
        nonisolated(unsafe) let shouldSend = shouldSend
        return collect({ shouldSend($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func collect(_ shouldSend: @escaping (_ collected: [Value], _ latest: Value) -> Bool, _ mode: Void = ())
        -> Signal<[Value], Failure>
    {
        nonisolated(unsafe) let shouldSend = shouldSend
        return collect({ shouldSend($0, $1) })
    }
}
