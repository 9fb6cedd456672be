// Written by .ci/swift-5-forms.

import ReactiveCore

extension BindingTarget {
    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public init(lifetime: Lifetime, action: @escaping (Value) -> Void) {
        nonisolated(unsafe) let action = action
        self.init(core: (), lifetime: lifetime, action: { action($0) })
    }

    init(core: Void, lifetime: Lifetime, action: @escaping @Sendable (Value) -> Void) {
        self.init(lifetime: lifetime, action: action)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    public init(on scheduler: any Scheduler, lifetime: Lifetime, action: @escaping (Value) -> Void) {
        nonisolated(unsafe) let action = action
        self.init(core: (), on: scheduler, lifetime: lifetime, action: { action($0) })
    }

    init(core: Void, on scheduler: any Scheduler, lifetime: Lifetime, action: @escaping @Sendable (Value) -> Void) {
        self.init(on: scheduler, lifetime: lifetime, action: action)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @preconcurrency
    public static func onMain(lifetime: Lifetime, action: @escaping @MainActor @Sendable (Value) -> Void)
        -> BindingTarget
    {
        return onMain(core: (), lifetime: lifetime, action: action)
    }

    static func onMain(core: Void, lifetime: Lifetime, action: @escaping @MainActor @Sendable (Value) -> Void)
        -> BindingTarget
    {
        return onMain(lifetime: lifetime, action: action)
    }

    @available(swift, obsoleted: 6)
    @_documentation(visibility: internal)
    @preconcurrency
    public static func onMain<Object: AnyObject & Sendable>(
        lifetime: Lifetime,
        object: Object,
        set: @escaping @MainActor @Sendable (Object, Value) -> Void
    ) -> BindingTarget {
        return onMain(core: (), lifetime: lifetime, object: object, set: set)
    }

    static func onMain<Object: AnyObject & Sendable>(
        core: Void,
        lifetime: Lifetime,
        object: Object,
        set: @escaping @MainActor @Sendable (Object, Value) -> Void
    ) -> BindingTarget {
        return onMain(lifetime: lifetime, object: object, set: set)
    }
}
