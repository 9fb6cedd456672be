import Synchronization

extension RequestQueue {
    /// How an operation of a ``RequestQueue`` ended: which request it was, and what it came to; see ``RequestQueue/reports``.
    public struct Report: Sendable {
        /// The number of the operation, as in ``RequestQueue.Event``.
        public let number: Int
        /// The request that the operation began with, with all that its layers say. `nil` if it sent none as it began, on the thread
        /// that began it.
        public let request: Request?
        /// How it ended.
        public let result: RequestQueue.Event.Completion
        /// The last value, such as a ``Network/DataResponse``; `nil` if there was none.
        public let value: (any Sendable)?
        /// The failure, such as a ``Network/OperationError``; `nil` if there was none.
        public let error: (any Error)?
    }
}

extension RequestQueue.Report: CustomStringConvertible, CustomReflectable {
    /// The number, the request and how it ended on one line, secrets hidden; of values nothing.
    public var description: String {
        let subject = request.map { " \($0)" } ?? ""
        return "\(number)\(subject) has \(result)" + (error.map { ": \(RequestError.Cause($0))" } ?? "")
    }

    /// The description, for `dump` and debuggers.
    public var customMirror: Mirror { Mirror(self, children: ["description": description]) }
}

/// Goes along with one operation of a queue, and learns what becomes of it.
final class QueueTicket: Sendable {
    private struct State: Sendable {
        var request: Request?
        var value: (any Sendable)?
        var error: (any Error)?
        var isClosed = false
    }

    /// The ticket of the operation that is being begun.
    @TaskLocal private static var current: QueueTicket?
    /// Operations without a queue need not look for a ticket where none was ever given out.
    private static let wereGivenOut = Atomic(false)

    private let state = Locked(State())

    init() {
        Self.wereGivenOut.store(true, ordering: .relaxed)
    }

    /// Notes the request of an operation of a network that begins now.
    static func note(_ request: Request) {
        guard wereGivenOut.load(ordering: .relaxed), let ticket = current else { return }
        ticket.state.withLock { state in
            guard !state.isClosed else { return }
            state.request = request
            state.isClosed = true
        }
    }

    /// Begins the operation.
    func begin<Result>(_ start: () -> Result) -> Result {
        Self.$current.withValue(self, operation: start)
    }

    /// Notes what the operation says. What its observer begins is none of its own.
    func note<Value: Sendable, Failure: Error>(_ event: Signal<Value, Failure>.Event) {
        // What goes may run code of the user's.
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
