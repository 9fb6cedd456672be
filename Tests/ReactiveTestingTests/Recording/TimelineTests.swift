import ReactiveCore
import ReactiveTesting
import Testing

private struct Refusal: Error, Equatable {}

@Suite(.timeLimit(.minutes(20))) struct TimelineTests {
    let scheduler = TestScheduler()

    @Test func eventsAreDrawnInTheColumnsOfTheirTimes() {
        let events: [Recorded<Int, Never>] = [
            .value(at: .seconds(2), 1), .value(at: .seconds(5), 2), .completed(at: .seconds(8)),
        ]
        #expect("\(Timeline(events))" == "──1──2──|")
        #expect("\(Timeline(events, tick: .milliseconds(500)))" == "────1─────2─────|")
    }  // R45

    @Test func failureAndInterruptionHaveTheirMarks() {
        #expect("\(Timeline([Recorded<Int, Refusal>.failed(at: .seconds(2), Refusal())]))" == "──x")
        #expect("\(Timeline([Recorded<Int, Refusal>.interrupted(at: .seconds(1))]))" == "─!")
    }  // R45

    @Test func longValuesUseFreeSpaceOrWidenTheirColumn() {
        let roomy: [Recorded<String, Never>] = [.value(at: .seconds(1), "abc"), .completed(at: .seconds(4))]
        #expect("\(Timeline(roomy))" == "─abc|")
        let dense: [Recorded<String, Never>] = [.value(at: .seconds(1), "abc"), .value(at: .seconds(2), "d")]
        #expect("\(Timeline(dense))" == "─abc╌d")
    }  // R45

    @Test func eventsOfOneColumnAreDrawnInParentheses() {
        #expect("\(SignalProducer<Int, Never>(1...3).record().timeline())" == "(1 2 3 |)")
    }  // R45

    @Test func silenceAtTheEndIsDrawnUpToTheGivenTime() {
        let events = SignalProducer<Int, Never>.never.record(on: scheduler)
        scheduler.advance(by: .seconds(4))
        #expect("\(events.timeline(until: scheduler.now.offset))" == "────")
        #expect("\(events.timeline())" == "")
    }  // R45

    @Test func aPictureAlignsItsLines() throws {
        let picture = Timeline.picture([
            "source": try Timeline("--1--2--|"), "map": try Timeline("--10-20-|"),
            "failing": try Timeline("--1--x"),
        ])
        let expected = """
            source   ──1──2──|
            map      ──10─20─|
            failing  ──1──x
            """
        #expect(picture == expected)
    }  // R45

    @Test func aWideColumnIsWideInAllLines() throws {
        let picture = Timeline.picture([
            "source": try Timeline("-1 2 3|"), "name": try Timeline("-one two three|"),
            "late": try Timeline("---abcd|"),
        ])
        let expected = """
            source  ─1╌╌╌2╌╌╌3|
            name    ─one╌two╌three|
            late    ──╌╌╌─╌╌╌abcd|
            """
        #expect(picture == expected)
    }  // R45

    @Test func bothKindsOfDashAndSpacesAreParsed() throws {
        #expect(try Timeline("--1--|") == (try Timeline("  ──1╌──|")))
        #expect(try Timeline("1 2|") != (try Timeline("1-2|")))
    }  // R45

    @Test(arguments: [
        "", "──", "|", "x", "!", "──1──2──|", "──10─20─30─|", "1╌2╌3|", "─abc╌d", "(1 2 |)", "─(a b)──(c x)",
        "─'x'──'a b'─'-5'─'it\\'s'──'\\\\'──'\\n'──''!",
    ])
    func aDrawnTimelineCanBeParsed(text: String) throws {
        let timeline = try Timeline(text)
        #expect(try Timeline(timeline.description) == timeline)
        #expect(timeline.description == text)
    }  // R45

    @Test func everyLineOfAPictureCanBeParsed() throws {
        var generator = Numbers(state: 7)
        for _ in 0..<500 {
            let (first, second) = (try generator.timeline(), try generator.timeline())
            let lines = Timeline.picture(["a": first, "b": second]).split(separator: "\n")
            #expect(try Timeline(String(lines[0].dropFirst(3))) == first)
            #expect(try Timeline(String(lines[1].dropFirst(3))) == second)
        }
    }  // R45

    @Test(arguments: [
        ("-1-|-2", 5, "nothing can follow the end"), ("-(1 2", 1, "this parenthesis is not closed"),
        ("-'1", 1, "this quotation mark is not closed"), ("-1)", 2, "')' is not allowed here"),
        ("'\\t'", 2, "only ', \\ and n can follow a backslash"), ("(|x)", 2, "nothing can follow the end"),
    ])
    func theErrorOfABadTimelineGivesReasonAndPosition(text: String, position: Int, reason: String) {
        #expect(throws: TimelineError(reason: reason, text: text, position: position)) { try Timeline(text) }
    }  // R45

    @Test func aTimelineIsAColdProducer() throws {
        let source = try Timeline("a-(b c)-x").producer(failingWith: Refusal(), on: scheduler)
        let first = source.record(on: scheduler)
        scheduler.advance(by: .seconds(3))
        let second = source.record(on: scheduler)
        scheduler.run()
        let expected: [Recorded<String, Refusal>] = [
            .value(at: .zero, "a"), .value(at: .seconds(2), "b"), .value(at: .seconds(2), "c"),
            .failed(at: .seconds(8), Refusal()),
        ]
        #expect(first.all == expected)
        #expect(second.all == expected)
        #expect(scheduler.scheduledCount == 0)
    }  // R11, R45

    @Test func disposingOfAReplayRemovesItFromTheScheduler() throws {
        let events = try Timeline("--1--2").producer(of: Int.self, on: scheduler).record(on: scheduler)
        scheduler.advance(by: .seconds(3))
        events.dispose()
        #expect(events.all == [.value(at: .seconds(2), 1), .interrupted(at: .seconds(3))])
        #expect(scheduler.scheduledCount == 0)
    }  // R13

    @Test func anInterruptionCanBeReplayed() throws {
        let events = try Timeline("-1-!").producer(of: Int.self, on: scheduler).record(on: scheduler)
        scheduler.run()
        #expect(events.all == [.value(at: .seconds(1), 1), .interrupted(at: .seconds(3))])
    }  // R1

    @Test func aWholeTestCanBeWrittenInMarbles() throws {
        let source = try Timeline("--1--2--3|", tick: .milliseconds(10)).producer(of: Int.self, on: scheduler)
        let events = source.filter { $0 != 2 }.map { $0 * 10 }.record(on: scheduler)
        scheduler.run()
        #expect(events.timeline(tick: .milliseconds(10)) == (try Timeline("--10----30 |", tick: .milliseconds(10))))
    }  // R45

    @Test func textThatIsNotAValueOfTheTypeIsRejected() {
        #expect(throws: TimelineError(reason: "'b' is not a valid Int", text: "1─b", position: 2)) {
            try Timeline("1-b").events(of: Int.self)
        }
        #expect(throws: TimelineError(reason: "no failure was given for 'x'", text: "─x", position: 1)) {
            try Timeline("-x").events(of: Int.self)
        }
    }  // R45
}

/// Random timelines, identical in every run.
private struct Numbers {
    var state: UInt64

    mutating func next(below limit: UInt64) -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state >> 33) % limit
    }

    mutating func timeline() throws -> Timeline {
        let values = ["1", "22", "long value", "x", "'", "─", "(", "abc"]
        var time = Duration.zero
        var events: [Recorded<String, Refusal>] = []
        for _ in 0..<next(below: 6) {
            time += .seconds(Int64(next(below: 5)))
            events.append(.value(at: time, values[Int(next(below: 8))]))
        }
        time += .seconds(Int64(next(below: 4)))
        switch next(below: 4) {
        case 0: events.append(.completed(at: time))
        case 1: events.append(.failed(at: time, Refusal()))
        case 2: events.append(.interrupted(at: time))
        default: break
        }
        return Timeline(events)
    }
}
