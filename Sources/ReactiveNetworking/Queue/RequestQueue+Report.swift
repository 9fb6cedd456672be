import Synchronization

extension RequestQueue {
    /// The outcome of an operation of a ``RequestQueue``, with its request; sent by ``RequestQueue/reports``.
    public struct Report: Sendable {
        /// The number of the operation, as in ``RequestQueue/Event``.
        public let number: Int
        /// The first request that the operation sent, with its configuration applied. `nil` if the operation sent no
        /// request at its start, on the thread that started it.
        public let request: Request?
        /// The way in which the operation ended.
        public let result: RequestQueue.Event.Completion
        /// The last value, such as a ``Network/DataResponse``; `nil` if there was none.
        public let value: (any Sendable)?
        /// The failure, such as a ``Network/OperationError``; `nil` if there was none.
        public let error: (any Error)?
    }
}

extension RequestQueue {
    /// An operation of a ``RequestQueue`` that begins, with its request; sent by ``RequestQueue/beginnings``.
    public struct Beginning: Sendable, CustomStringConvertible {
        /// The number of the operation, as in ``RequestQueue/Event``.
        public let number: Int
        /// The first request of the operation, with its configuration applied.
        public let request: Request

        /// A one-line description with the number and the request. It redacts secrets.
        public var description: String { "\(number) \(request)" }
    }
}

extension RequestQueue.Report: CustomStringConvertible, CustomReflectable {
    /// A one-line description with the number, the request, and the result. It redacts secrets and leaves out values.
    public var description: String {
        let subject = request.map { " \($0)" } ?? ""
        return "\(number)\(subject) has \(result)" + (error.map { ": \(RequestError.Cause($0))" } ?? "")
    }

    /// A mirror with the description only, for `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

/// A record that accompanies one operation of a queue and collects its outcome.
final class QueueTicket: Sendable {
    private struct State: Sendable {
        var request: Request?
        var value: (any Sendable)?
        var error: (any Error)?
        var isClosed = false
    }

    /// The ticket of the operation that is being started.
    @TaskLocal private static var current: QueueTicket?
    /// A Boolean value that indicates whether any ticket was ever issued. If not, operations skip the task-local
    /// lookup.
    private static let wereGivenOut = Atomic(false)

    private let state = Locked(State())
    private let begins: (@Sendable (Request) -> Void)?

    /// - Parameter begins: Receives the request of the operation before anything is sent; `nil` if nobody wants it.
    init(begins: (@Sendable (Request) -> Void)?) {
        self.begins = begins
        Self.wereGivenOut.store(true, ordering: .relaxed)
    }

    /// Records the request of a network operation that starts now.
    static func note(_ request: Request) {
        guard wereGivenOut.load(ordering: .relaxed), let ticket = current else { return }
        let isFirst = ticket.state.withLock { state in
            guard !state.isClosed else { return false }
            state.request = request
            state.isClosed = true
            return true
        }
        // What the observer starts does not belong to the operation.
        if isFirst, let begins = ticket.begins { $current.withValue(nil) { begins(request) } }
    }

    /// Starts the operation.
    func begin<Result>(_ start: () -> Result) -> Result {
        Self.$current.withValue(self, operation: start)
    }

    /// Records an event of the operation. What its observers start does not belong to it.
    func note<Value: Sendable, Failure: Error>(_ event: Signal<Value, Failure>.Event) {
        // Releasing the old value may run user code, so release it outside the lock.
        let old = state.withLock { state in
            state.isClosed = true
            let old = state.value
            switch event {
            case .value(let value): state.value = value
            case .failed(let error): state.error = error
            case .completed, .interrupted: break
            }
            return old
        }
        withExtendedLifetime(old) {}
    }

    func outcome(_ number: Int, _ result: RequestQueue.Event.Completion) -> RequestQueue.Report {
        let state = state.withLock { $0 }
        return RequestQueue.Report(
            number: number,
            request: state.request,
            result: result,
            value: state.value,
            error: state.error
        )
    }
}
