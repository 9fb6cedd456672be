import ReactiveCore
import ReactiveTesting

/// One diagram of the catalog: real runs on virtual time, one below the other.
struct Diagram: Sendable {
    let note: String
    let draw: @Sendable (Board) throws -> Void

    init(_ note: String = "", _ draw: @escaping @Sendable (Board) throws -> Void) {
        self.note = note
        self.draw = draw
    }

    func text() throws -> String {
        let board = Board()
        try draw(board)
        return board.picture() + (note.isEmpty ? "" : "      " + note)
    }
}

/// The drawing area of a diagram, from the top. A column is one second.
final class Board: Sendable {
    let scheduler = TestScheduler()
    private let rows = Log<@Sendable () -> (String, Timeline)>()

    /// Adds a row of input events, and returns a producer of them.
    func source(_ marbles: String, as name: String = "source") throws -> SignalProducer<String, TestError> {
        let timeline = try Timeline(marbles)
        rows.add { (name, timeline) }
        return try timeline.producer(failingWith: TestError.a, on: scheduler)
    }

    func numbers(_ marbles: String, as name: String = "source") throws -> SignalProducer<Int, TestError> {
        try source(marbles, as: name).map { Int($0) ?? 0 }
    }

    func safe(_ marbles: String, as name: String) throws -> SignalProducer<String, Never> {
        try source(marbles, as: name).flatMapError { _ in .empty }
    }

    /// Adds a row of the events that a producer sends from now on.
    func show<Value, Failure>(_ name: String, _ producer: SignalProducer<Value, Failure>) {
        let events = producer.record(on: scheduler)
        rows.add { (name, events.timeline()) }
    }

    /// Adds a row of the events of a producer that is started later.
    func show<Value, Failure>(_ name: String, after seconds: Int, _ producer: SignalProducer<Value, Failure>) {
        show(
            name,
            SignalProducer<Value, Failure> { [scheduler] observer, lifetime in
                lifetime += scheduler.schedule(after: .seconds(seconds)) { lifetime += producer.start(observer) }
            }
        )
    }

    /// A scheduler that runs all work with a delay.
    func late(by seconds: Int) -> any Scheduler { LateScheduler(.seconds(seconds), on: scheduler) }

    func picture() -> String {
        scheduler.advance(by: .seconds(60))
        return Timeline.picture(rows.all.map { $0() })
    }
}

private final class LateScheduler: Scheduler {
    private let delay: Duration
    private let scheduler: TestScheduler

    init(_ delay: Duration, on scheduler: TestScheduler) {
        self.delay = delay
        self.scheduler = scheduler
    }

    func schedule(_ action: @escaping @Sendable () -> Void) -> (any Disposable)? {
        scheduler.schedule(after: delay, action)
    }
}
