import ReactiveCore
import ReactiveTesting
import Testing

#if os(macOS) || os(Linux)
    @Suite(.timeLimit(.minutes(20))) struct ProgrammerErrorTests {
        /// Returns a Boolean value that indicates whether a process that ended printed `text`.
        func said(_ text: String, _ result: ExitTest.Result?) -> Bool {
            result.map { String(decoding: $0.standardErrorContent, as: UTF8.self).contains(text) } ?? false
        }

        @Test func advancingByANegativeDurationEndsTheProcessWithAMessage() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler()
                ({ scheduler.advance(by: .seconds(-1)) })()
            }
            #expect(said("Cannot advance by -1.0 seconds: use rewind(by:) to move the clock back", result))
        }  // R32

        @Test func advancingToATimeThatHasPassedEndsTheProcessWithAMessage() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler(startingAt: SchedulerInstant(offset: .seconds(5)))
                ({ scheduler.advance(to: SchedulerInstant(offset: .seconds(4))) })()
            }
            #expect(said("Cannot advance from 5.0 seconds to 4.0 seconds", result))
        }  // R32

        @Test func aRunWithoutEndEndsTheProcessWithTheDiagnosisByDefault() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let scheduler = TestScheduler()
                scheduler.schedule(after: .seconds(1), interval: .seconds(1)) {}
                ({ scheduler.run(limit: 7) })()
            }
            #expect(said("TestScheduler gave up after 7 actions at 7.0 seconds", result))
        }  // R42

        @Test func aUseOfAnUnimplementedSchedulerEndsTheProcessByDefault() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                UnimplementedScheduler("clock").schedule {}
            }
            #expect(said("clock must not be used, but schedule(_:) was called", result))
        }  // R42
    }
#endif
