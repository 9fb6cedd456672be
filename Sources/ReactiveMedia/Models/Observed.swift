import Observation

/// The value of a property as an observable object, for views.
///
/// ```swift
/// let isBusy = Observed(network.activity.isActive)
/// // in the body of a view:
/// if isBusy.value { ProgressView() }
/// ```
///
/// The value changes on the main actor, once for each change of the property. The object keeps the property alive.
@MainActor @Observable
public final class Observed<Value: Sendable> {
    /// The value of the property, as the main actor sees it.
    public private(set) var value: Value
    @ObservationIgnored private let start = SerialDisposable()

    /// Creates an object with the current value of a property.
    ///
    /// - Parameter property: The property to follow.
    public init(_ property: some PropertyProtocol<Value>) {
        value = property.value
        start.inner = property.producer.observe(on: MainTurns())
            .start { [weak self] event in
                guard let self, case .value(let value) = event else { return }
                MainActor.assumeIsolated { self.value = value }
            }
    }

    deinit { start.dispose() }
}
