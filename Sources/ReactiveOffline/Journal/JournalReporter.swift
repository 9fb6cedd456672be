import ReactiveNetworking

/// The events of a journal. Those that happen before anybody observes them, on opening, wait for the first observer.
final class JournalReporter: Sendable {
    private struct State: Sendable {
        var waiting: [JournalEvent] = []
    }

    let events: Signal<JournalEvent, Never>
    private let input: Signal<JournalEvent, Never>.Observer
    /// The input, for the events that wait. Without this object nobody can send.
    private let inputOfWaiting: Locked<Signal<JournalEvent, Never>.Observer?>

    init(_ waiting: [JournalEvent], on replies: any Scheduler) {
        let state = Locked(State(waiting: waiting))
        let source = Locked<Signal<JournalEvent, Never>.Observer?>(nil)
        (events, input) = Signal<JournalEvent, Never>.pipe {
            let waiting = state.withLock { state in
                defer { state = State() }
                return state.waiting
            }
            guard !waiting.isEmpty else { return }
            replies.schedule {
                let input = source.withLock { $0 }
                for event in waiting { input?.send(value: event) }
            }
        }
        inputOfWaiting = source
        source.withLock { [input] in $0 = input }
    }

    deinit { inputOfWaiting.withLock { $0 = nil } }

    func send(_ event: JournalEvent) { input.send(value: event) }
}
