// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func skipRepeats(_ isEquivalent: @escaping (_ previous: Value, _ value: Value) -> Bool, _ mode: Void = ())
        -> SignalProducer
    {
        nonisolated(unsafe) let isEquivalent = isEquivalent
        return skipRepeats({ isEquivalent($0, $1) })
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func skipRepeats(_ isEquivalent: @escaping (_ previous: Value, _ value: Value) -> Bool, _ mode: Void = ())
        -> Signal
    {
        nonisolated(unsafe) let isEquivalent = isEquivalent
        return skipRepeats({ isEquivalent($0, $1) })
    }
}
