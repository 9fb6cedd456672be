import ReactiveNetworking
import ReactiveReachability
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct ReachabilityTests {
    private typealias Status = Reachability.Status
    private typealias Seen = Recorded<Status, Never>

    private let clock = TestScheduler()

    private func seen(_ script: ScriptedPaths, debounce: Duration = .milliseconds(200)) -> [Seen] {
        let reachability = Reachability(source: script, debounce: debounce, clock: clock)
        let events = reachability.status.producer.record(on: clock)
        clock.run()
        return events.all
    }

    @Test func goingOfflineIsReportedLateAndGoingOnlineAtOnce() {  // Q1, Q5, QC-1
        let script = ScriptedPaths(
            on: clock,
            (.zero, .offline),
            (.seconds(1), .online(.wifi)),
            (.seconds(2), .online(.wifi)),
            (.seconds(3), .offline),
            (.milliseconds(3_100), .online(.wired))
        )
        #expect(
            seen(script) == [
                .value(at: .zero, .unknown), .value(at: .milliseconds(200), .offline),
                .value(at: .seconds(1), .online(.wifi)), .value(at: .milliseconds(3_100), .online(.wired)),
            ]
        )
    }

    @Test func aShortGapIsNotReported() {  // Q5
        let script = ScriptedPaths(
            on: clock,
            (.zero, .online(.wifi)),
            (.seconds(1), .offline),
            (.milliseconds(1_199), .online(.wifi))
        )
        #expect(seen(script) == [.value(at: .zero, .unknown), .value(at: .zero, .online(.wifi))])
    }

    @Test func repeatedReportsDoNotPostponeGoingOffline() {  // Q5
        let script = ScriptedPaths(
            on: clock,
            (.seconds(1), .offline),
            (.milliseconds(1_150), .offline),
            (.milliseconds(1_300), .offline)
        )
        #expect(seen(script) == [.value(at: .zero, .unknown), .value(at: .milliseconds(1_200), .offline)])
    }

    @Test func eachGapBeginsANewDelay() {  // Q5
        let script = ScriptedPaths(
            on: clock,
            (.zero, .online(.wired)),
            (.milliseconds(100), .offline),
            (.milliseconds(250), .online(.wired)),
            (.milliseconds(300), .offline)
        )
        #expect(
            seen(script) == [
                .value(at: .zero, .unknown), .value(at: .zero, .online(.wired)),
                .value(at: .milliseconds(500), .offline),
            ]
        )
    }

    @Test func aChangeOfTheInterfaceIsReported() {  // Q1
        let script = ScriptedPaths(
            on: clock,
            (.zero, .unknown),
            (.seconds(1), .online(.wifi)),
            (.seconds(2), .online(.cellular)),
            (.seconds(3), .online(.other))
        )
        #expect(
            seen(script) == [
                .value(at: .zero, .unknown), .value(at: .seconds(1), .online(.wifi)),
                .value(at: .seconds(2), .online(.cellular)), .value(at: .seconds(3), .online(.other)),
            ]
        )
    }

    @Test(arguments: [Duration.zero, .seconds(-1)]) func withoutADelayGoingOfflineIsReportedAtOnce(debounce: Duration) {
        // Q5
        let script = ScriptedPaths(on: clock, (.seconds(1), .offline), (.milliseconds(1_001), .online(.wifi)))
        #expect(
            seen(script, debounce: debounce) == [
                .value(at: .zero, .unknown), .value(at: .seconds(1), .offline),
                .value(at: .milliseconds(1_001), .online(.wifi)),
            ]
        )
    }

    @Test func theLastReportOfASourceThatEndsRemains() {  // Q1, Q5
        struct Ending: ReachabilitySource {
            let changes = SignalProducer<Reachability.Status, Never>(value: .offline)
        }
        let reachability = Reachability(source: Ending(), clock: clock)
        let events = reachability.status.producer.record(on: clock)
        clock.run()
        #expect(events.all == [.value(at: .zero, .unknown), .value(at: .milliseconds(200), .offline)])
        #expect(reachability.status.value == .offline)
    }

    @Test func oneSourceServesAllObserversAndEndsWithTheLast() {  // Q1
        let script = ScriptedPaths(on: clock, (.seconds(1), .online(.wifi)))
        let reachability = script.reachability
        let copy = reachability
        #expect(reachability.status.value == .unknown)
        #expect(script.counts == [0, 0])
        let observers = (0..<1_000).map { ($0 % 2 == 0 ? reachability : copy).status.producer.record(on: clock) }
        #expect(script.counts == [1, 1])
        clock.advance(by: .seconds(1))
        let late = reachability.status.producer.record(on: clock)
        #expect(late.values == [.online(.wifi)])
        #expect(observers.allSatisfy { $0.values == [.unknown, .online(.wifi)] })
        for observer in observers { observer.dispose() }
        #expect(script.counts == [1, 1])
        late.dispose()
        #expect(script.counts == [1, 0])
        #expect(clock.scheduledCount == 0)
    }

    @Test func theStatusIsUnknownOnceItsLastObserverLeaves() {  // Q1
        let script = ScriptedPaths(on: clock, (.zero, .online(.wifi)))
        let status = script.reachability.status
        let first = status.producer.record()
        #expect(status.value == .online(.wifi))
        first.dispose()
        #expect(status.value == .unknown)
        let second = status.producer.record()
        #expect(second.values == [.unknown, .online(.wifi)])
        #expect(script.counts == [2, 1])
    }

    @Test func aDelayWithoutAnObserverIsCanceled() {  // Q1, Q5
        let script = ScriptedPaths(on: clock, (.zero, .offline))
        let observer = script.reachability.status.producer.record()
        #expect(clock.scheduledCount == 1)
        observer.dispose()
        #expect(clock.scheduledCount == 0)
        #expect(observer.values == [.unknown])
    }

    @Test func offlineIsFalseWhileTheStatusIsUnknown() {  // Q7
        let script = ScriptedPaths(on: clock, (.seconds(1), .offline), (.seconds(2), .online(.other)))
        let reachability = script.reachability
        let isOffline = reachability.isOffline
        let events = isOffline.producer.record(on: clock)
        clock.run()
        #expect(
            events.all == [
                .value(at: .zero, false), .value(at: .milliseconds(1_200), true), .value(at: .seconds(2), false),
            ]
        )
    }

    @Test func theSharedStatusBelongsToTheSystem() async {  // Q1, Q2
        let status = Reachability.shared.status
        #expect(status === Reachability.shared.status)
        // Whether this machine is online is not known; the status has a value all the same.
        #expect(await status.producer.firstValue() != nil)
    }
}
