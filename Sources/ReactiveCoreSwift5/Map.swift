// Written by .ci/swift-5-forms.

import ReactiveCore

extension SignalProducer {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func map<New: Sendable>(_ transform: @escaping (Value) -> New) -> SignalProducer<New, Failure> {
        nonisolated(unsafe) let transform = transform
        return map(core: (), { transform($0) })
    }

    @inlinable
    func map<New: Sendable>(core: Void, _ transform: @escaping @Sendable (Value) -> New) -> SignalProducer<New, Failure>
    {
        return map(transform)
    }
}

extension Signal {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @inlinable
    public func map<New: Sendable>(_ transform: @escaping (Value) -> New) -> Signal<New, Failure> {
        nonisolated(unsafe) let transform = transform
        return map(core: (), { transform($0) })
    }

    @inlinable
    func map<New: Sendable>(core: Void, _ transform: @escaping @Sendable (Value) -> New) -> Signal<New, Failure> {
        return map(transform)
    }
}
