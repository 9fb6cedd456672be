/// A type with reactive members under `reactive`.
///
/// Conform your own type, and extend ``Reactive`` for it:
///
/// ```swift
/// extension Label: ReactiveExtensionsProvider {}
///
/// extension Reactive<Label> {
///     var text: BindingTarget<String> { … }
/// }
///
/// label.reactive.text <~ model.title
/// ```
public protocol ReactiveExtensionsProvider {}

extension ReactiveExtensionsProvider {
    /// The reactive members of this instance.
    public var reactive: Reactive<Self> { Reactive(self) }

    /// The reactive members of this type.
    public static var reactive: Reactive<Self>.Type { Reactive<Self>.self }
}

/// A namespace for the reactive members of `Base`. Declare them in extensions.
public struct Reactive<Base> {
    /// The instance that the members belong to.
    public let base: Base

    fileprivate init(_ base: Base) {
        self.base = base
    }
}

extension Reactive: Sendable where Base: Sendable {}
