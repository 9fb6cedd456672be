import ReactiveCore
import ReactiveTesting

extension TestScheduler {
    /// A producer of the events that `marbles` show, one column a second; `x` is `Trouble.a`.
    func source(_ marbles: String) throws -> SignalProducer<String, Trouble> {
        try Timeline(marbles).producer(failingWith: Trouble.a, on: self)
    }

    /// What `producer` sends in the minute after its start.
    func timeline<Value, Failure>(of producer: SignalProducer<Value, Failure>) -> Timeline {
        let events = producer.record(on: self)
        advance(by: .seconds(60))
        return events.timeline()
    }
}
