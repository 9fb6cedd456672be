import ReactiveCore
import ReactiveTesting
import Testing

struct LogEventsTests {
    let log = Log<String>()

    private var logger: EventLogger {
        { [log] identifier, event, _, _, _ in log.add("\(identifier): \(event)") }
    }

    @Test func allEventsOfAStartAreLoggedInOrder() {  // R18
        let logged = SignalProducer<Int, TestError>(values: 1, 2).concat(error: .a).logEvents(
            identifier: "p",
            logger: logger
        )
        #expect(events(of: logged) == [.value(1), .value(2), .failed(.a)])
        #expect(
            log.all == [
                "p: starting", "p: value 1", "p: value 2", "p: failed a", "p: terminated", "p: disposed", "p: started",
            ]
        )
    }

    @Test func completionAndInterruptionAreLogged() {
        SignalProducer<Int, TestError>.empty.logEvents(events: [.completed, .interrupted], logger: logger).start()
        SignalProducer<Int, TestError>.never.logEvents(events: [.completed, .interrupted], logger: logger).start()
            .dispose()
        #expect(log.all == [": completed", ": interrupted"])
    }

    @Test func onlyTheRequestedEventsAreLogged() {
        SignalProducer<Int, TestError>(values: 1, 2).logEvents(events: [.starting, .disposed], logger: logger).start()
        #expect(log.all == [": starting", ": disposed"])
        log.removeAll()
        let producer = SignalProducer<Int, TestError>(values: 1, 2).logEvents(events: [], logger: logger)
        #expect(events(of: producer) == [.value(1), .value(2), .completed])
        #expect(log.all == [])
    }

    @Test func eventsOfASignalAreLoggedOnceForAnyNumberOfObservers() {
        let (signal, input) = Signal<Int, TestError>.pipe()
        let logged = signal.logEvents(identifier: "s", logger: logger)
        let recorders = [logged.record(), logged.record()]
        input.send(value: 1)
        input.sendCompleted()
        #expect(recorders.map(\.descriptions.count) == [2, 2])
        #expect(log.all == ["s: value 1", "s: completed", "s: terminated", "s: disposed"])
    }

    @Test func theLoggedLocationIsThatOfTheCall() {
        let places = Log<String>()
        let line = #line + 2
        SignalProducer<Int, Never>(value: 1)
            .logEvents(events: [.value]) { _, _, file, function, line in places.add("\(file) \(function) \(line)") }
            .start()
        #expect(places.all == ["\(#fileID) theLoggedLocationIsThatOfTheCall() \(line)"])
    }
}
