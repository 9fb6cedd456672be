import Observation

/// The state of a load as an observable object, for views.
///
/// ```swift
/// @MainActor @Observable final class TodoModel {
///     let todo = Loaded<Todo>()
///
///     func appear() {
///         todo.load(network.send(request, as: Todo.self).map(\.parsedData))
///     }
/// }
///
/// switch model.todo.phase {
/// case .idle, .loading: ProgressView()
/// case .loaded(let todo): Text(todo.title)
/// case .failed(let error): Text(error.description)
/// }
/// ```
///
/// All changes happen on the main actor, each once. The load ends with the object.
@MainActor @Observable
public final class Loaded<Value: Sendable> {
    /// A phase of a load.
    public enum Phase: Sendable {
        /// Nothing was loaded.
        case idle
        /// A load is in progress, and has not sent a value.
        case loading
        /// The load has sent this value.
        case loaded(Value)
        /// The load has failed.
        case failed(Network.OperationError)
    }

    private struct State {
        var phase = Phase.idle
        var value: Value?
    }

    /// The phase and the value in one place, so that both change at once.
    private var state = State()
    @ObservationIgnored private var producer: SignalProducer<Value, Network.OperationError>?
    /// The number of the current load. Events of another one come too late.
    @ObservationIgnored private var number = 0
    @ObservationIgnored private let start = SerialDisposable()

    /// Creates an idle object.
    public init() {}

    deinit { start.dispose() }

    /// The phase of the load.
    public var phase: Phase { state.phase }

    /// The last value, which stays while another load is in progress or has failed; `nil` if there was none.
    public var value: Value? { state.value }

    /// Starts a producer, in place of the previous one, which is interrupted.
    ///
    /// The phase is ``Phase/loading`` until the first value. A producer that ends without a value restores the last
    /// one. Of several values each one is a ``Phase/loaded(_:)``.
    ///
    /// - Parameter producer: The producer to start.
    public func load(_ producer: SignalProducer<Value, Network.OperationError>) {
        self.producer = producer
        number += 1
        let current = number
        start.inner = nil
        if case .loading = state.phase {} else { state.phase = .loading }
        let started = producer.observe(on: MainTurns())
            .start { [weak self] event in
                guard let self else { return }
                MainActor.assumeIsolated { self.receive(event, of: current) }
            }
        // A value may have begun another load.
        if current == number { start.inner = started } else { started.dispose() }
    }

    /// Starts the last producer again. Without one, nothing happens.
    public func reload() {
        if let producer { load(producer) }
    }

    /// Ends the load in progress. The phase becomes that of the last value, or ``Phase/idle``.
    public func cancel() {
        number += 1
        start.inner = nil
        endLoading()
    }

    private func receive(_ event: Signal<Value, Network.OperationError>.Event, of load: Int) {
        guard load == number else { return }
        switch event {
        case .value(let value): state = State(phase: .loaded(value), value: value)
        case .failed(let error): state.phase = .failed(error)
        case .completed, .interrupted: endLoading()
        }
    }

    private func endLoading() {
        guard case .loading = state.phase else { return }
        state.phase = state.value.map { .loaded($0) } ?? .idle
    }
}

extension Loaded.Phase: Equatable where Value: Equatable {}
