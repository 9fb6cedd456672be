import ReactiveCore
import ReactiveTesting

extension TestScheduler {
    /// Returns a producer of the events in `marbles`, one column per second; `x` is `TestError.a`.
    func source(_ marbles: String) throws -> SignalProducer<String, TestError> {
        try Timeline(marbles).producer(failingWith: TestError.a, on: self)
    }

    /// Returns the timeline of `producer` for the minute after its start.
    func timeline<Value, Failure>(of producer: SignalProducer<Value, Failure>) -> Timeline {
        let events = producer.record(on: self)
        advance(by: .seconds(60))
        return events.timeline()
    }
}
