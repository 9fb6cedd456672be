import ReactiveCore

/// A log of entries from any thread, in order.
final class Log<Entry: Sendable>: Sendable {
    private let entries = Locked<[Entry]>([])

    var all: [Entry] { entries.withLock { $0 } }

    func add(_ entry: Entry) { entries.withLock { $0.append(entry) } }

    func removeAll() {
        let removed = entries.withLock { entries in
            defer { entries = [] }
            return entries
        }
        // Release the entries outside the lock: the end of an entry may add another.
        _ = removed
    }

    func callAsFunction(_ entry: Entry) -> @Sendable () -> Void { { self.add(entry) } }
}

/// Returns the synchronous events of one start.
func events<Value, Failure>(of producer: SignalProducer<Value, Failure>) -> [Signal<Value, Failure>.Event] {
    let log = Log<Signal<Value, Failure>.Event>()
    producer.start { log.add($0) }
    return log.all
}

/// Runs a start that disposes of itself when `isTime` returns `true`, and returns its events.
func selfDisposing<Value, Failure>(
    _ producer: SignalProducer<Value, Failure>,
    when isTime: @escaping @Sendable (Signal<Value, Failure>.Event) -> Bool
) -> [Signal<Value, Failure>.Event] {
    let log = Log<Signal<Value, Failure>.Event>()
    producer.startWithSignal { signal, handle in
        signal.observe { event in
            log.add(event)
            if isTime(event) { handle.dispose() }
        }
    }
    return log.all
}
