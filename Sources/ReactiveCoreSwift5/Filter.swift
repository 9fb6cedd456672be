// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func filter(_ isIncluded: @escaping (Value) -> Bool) -> SignalProducer {
        nonisolated(unsafe) let isIncluded = isIncluded
        return filter(core: (), { isIncluded($0) })
    }

    @inlinable
    func filter(core: Void, _ isIncluded: @escaping @Sendable (Value) -> Bool) -> SignalProducer {
        return filter(isIncluded)
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func filter(_ isIncluded: @escaping (Value) -> Bool) -> Signal {
        nonisolated(unsafe) let isIncluded = isIncluded
        return filter(core: (), { isIncluded($0) })
    }

    @inlinable
    func filter(core: Void, _ isIncluded: @escaping @Sendable (Value) -> Bool) -> Signal {
        return filter(isIncluded)
    }
}
