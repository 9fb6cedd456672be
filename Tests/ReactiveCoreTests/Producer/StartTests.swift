import ReactiveCore
import Testing

/// The forms of `start`, which must not be ambiguous.
struct StartTests {
    let log = Log<String>()

    @Test func startRunsAClosureForEachKindOfEvent() {
        for end: Signal<Int, TestError>.Event in [.completed, .failed(.a), .interrupted] {
            SignalProducer<Int, TestError> { observer, _ in
                observer.send(value: 1)
                observer.send(end)
            }
            .start(
                value: { [log] in log.add("\($0)") },
                failed: { [log] in log.add("failed \($0)") },
                completed: { [log] in log.add("completed") },
                interrupted: { [log] in log.add("interrupted") }
            )
        }
        #expect(log.all == ["1", "completed", "1", "failed a", "1", "interrupted"])
    }

    @Test func everyClosureMayBeLeftOut() {
        let producer = SignalProducer<Int, TestError>(value: 1)
        producer.start(value: { [log] in log.add("\($0)") })
        producer.start(completed: { [log] in log.add("completed") })
        producer.start(failed: { _ in }, interrupted: {})
        producer.start { [log] in
            log.add("\($0)")
        } failed: { _ in
        }
        #expect(log.all == ["1", "completed", "1"])
    }

    @Test func aTrailingClosureReceivesEvents() {
        SignalProducer<Int, TestError>(value: 1).start { [log] event in log.add("\(event)") }
        SignalProducer<Int, Never>(value: 2).start { [log] in log.add("\($0)") }
        #expect(log.all == ["VALUE 1", "COMPLETED", "VALUE 2", "COMPLETED"])
    }

    @Test func disposingOfTheHandleInterrupts() {
        let handle = SignalProducer<Int, TestError>.never.start(interrupted: { [log] in log.add("interrupted") })
        handle.dispose()
        #expect(log.all == ["interrupted"])
        #expect(SignalProducer<Int, TestError>(value: 1).start().isDisposed)
    }
}
