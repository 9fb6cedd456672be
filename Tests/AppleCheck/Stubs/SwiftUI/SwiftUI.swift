// https://developer.apple.com/documentation/swiftui/view

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("No body") }
}

/// A view of this stub, without a body of its own.
public protocol PrimitiveView: View where Body == Never {}

extension PrimitiveView {
    public var body: Never { fatalError("No body") }
}

extension Optional: View where Wrapped: View {
    public var body: Never { fatalError("No body") }
}

// https://developer.apple.com/documentation/swiftui/viewbuilder

@resultBuilder
public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

    public static func buildBlock() -> EmptyView { EmptyView() }

    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

// https://developer.apple.com/documentation/swiftui/emptyview

public struct EmptyView: PrimitiveView {
    public nonisolated init() {}
}

// https://developer.apple.com/documentation/swiftui/text

public struct Text: PrimitiveView {
    public let content: String

    public nonisolated init(_ content: String) {
        self.content = content
    }
}

// https://developer.apple.com/documentation/swiftui/progressview

public struct ProgressView: PrimitiveView {
    public nonisolated init() {}
}

// https://developer.apple.com/documentation/swiftui/state

@propertyWrapper
public struct State<Value> {
    // SAFETY: the stub is used on the main actor only.
    private final class Box: @unchecked Sendable {
        var value: Value

        init(_ value: Value) {
            self.value = value
        }
    }

    private let box: Box

    public init(wrappedValue value: Value) {
        box = Box(value)
    }

    public init(initialValue value: Value) {
        box = Box(value)
    }

    public var wrappedValue: Value {
        get { box.value }
        nonmutating set { box.value = newValue }
    }
}

extension State: Sendable where Value: Sendable {}

// https://developer.apple.com/documentation/swiftui/binding

@propertyWrapper
public struct Binding<Value> {
    private let get: @isolated(any) @Sendable () -> Value
    private let set: @isolated(any) @Sendable (Value) -> Void

    @preconcurrency
    public init(
        get: @escaping @isolated(any) @Sendable () -> Value,
        set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {
        (self.get, self.set) = (get, set)
    }

    public var wrappedValue: Value {
        get { Self.unisolated(get)() }
        nonmutating set { Self.unisolated(set)(newValue) }
    }

    // SAFETY: the stub is used on the main actor only.
    private static func unisolated(_ get: @escaping @isolated(any) @Sendable () -> Value) -> () -> Value {
        unsafeBitCast(get, to: (() -> Value).self)
    }

    // SAFETY: the stub is used on the main actor only.
    private static func unisolated(_ set: @escaping @isolated(any) @Sendable (Value) -> Void) -> (Value) -> Void {
        unsafeBitCast(set, to: ((Value) -> Void).self)
    }
}

// https://developer.apple.com/documentation/swiftui/viewmodifier

@MainActor @preconcurrency
public protocol ViewModifier {
    associatedtype Body: View
    typealias Content = ModifierContent<Self>
    @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

/// Named `_ViewModifier_Content` in SwiftUI.
public struct ModifierContent<Modifier: ViewModifier>: PrimitiveView {}

// https://developer.apple.com/documentation/swiftui/modifiedcontent

public struct ModifiedContent<Content, Modifier> {
    public var content: Content
    public var modifier: Modifier
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
    public var body: Modifier.Body { modifier.body(content: ModifierContent()) }
}

/// The views that the modifiers below return in this stub. They keep the closures, so that a check can call them.
public struct Modified<Content: View>: PrimitiveView {
    public let content: Content
    public var appear: (@MainActor () -> Void)?
    public var disappear: (@MainActor () -> Void)?
    public var change: (@MainActor () -> Void)?
}

extension View {
    public nonisolated func modifier<Modifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
        ModifiedContent(content: self, modifier: modifier)
    }

    // https://developer.apple.com/documentation/swiftui/view/overlay(alignment:content:)
    public func overlay<Overlay: View>(@ViewBuilder content: () -> Overlay) -> some View {
        Modified(content: self)
    }

    // https://developer.apple.com/documentation/swiftui/view/onappear(perform:)
    public func onAppear(perform action: (@MainActor () -> Void)? = nil) -> some View {
        Modified(content: self, appear: action)
    }

    // https://developer.apple.com/documentation/swiftui/view/ondisappear(perform:)
    public func onDisappear(perform action: (@MainActor () -> Void)? = nil) -> some View {
        Modified(content: self, disappear: action)
    }

    // https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:)
    public func onChange<Value: Equatable>(
        of value: Value,
        initial: Bool = false,
        _ action: @escaping @MainActor (_ oldValue: Value, _ newValue: Value) -> Void
    ) -> some View {
        Modified(content: self, change: { action(value, value) })
    }
}
