// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func skipRepeats(_ isEquivalent: @escaping (_ previous: Value, _ value: Value) -> Bool) -> SignalProducer {
        nonisolated(unsafe) let isEquivalent = isEquivalent
        return skipRepeats(core: (), { isEquivalent($0, $1) })
    }

    @inlinable
    func skipRepeats(core: Void, _ isEquivalent: @escaping @Sendable (_ previous: Value, _ value: Value) -> Bool)
        -> SignalProducer
    {
        return skipRepeats(isEquivalent)
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func skipRepeats(_ isEquivalent: @escaping (_ previous: Value, _ value: Value) -> Bool) -> Signal {
        nonisolated(unsafe) let isEquivalent = isEquivalent
        return skipRepeats(core: (), { isEquivalent($0, $1) })
    }

    @inlinable
    func skipRepeats(core: Void, _ isEquivalent: @escaping @Sendable (_ previous: Value, _ value: Value) -> Bool)
        -> Signal
    {
        return skipRepeats(isEquivalent)
    }
}
