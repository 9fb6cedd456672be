// Written by .ci/swift-five: what code in Swift 5 mode gets in place of the functions for Swift 6.

extension BindingTarget {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public init(lifetime: Lifetime, action: @escaping (Value) -> Void, _ mode: Void = ()) {
        nonisolated(unsafe) let action = action
        self.init(lifetime: lifetime, action: { action($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public init(on scheduler: any Scheduler, lifetime: Lifetime, action: @escaping (Value) -> Void, _ mode: Void = ()) {
        nonisolated(unsafe) let action = action
        self.init(on: scheduler, lifetime: lifetime, action: { action($0) })
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @preconcurrency
    public static func onMain(
        lifetime: Lifetime,
        action: @escaping @MainActor @Sendable (Value) -> Void,
        _ mode: Void = ()
    ) -> BindingTarget {
        return onMain(lifetime: lifetime, action: action)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @preconcurrency
    public static func onMain<Object: AnyObject & Sendable>(
        lifetime: Lifetime,
        object: Object,
        set: @escaping @MainActor @Sendable (Object, Value) -> Void,
        _ mode: Void = ()
    ) -> BindingTarget {
        return onMain(lifetime: lifetime, object: object, set: set)
    }
}
