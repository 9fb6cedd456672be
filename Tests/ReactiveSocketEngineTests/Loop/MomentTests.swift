import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

@Suite struct MomentTests {
    @Test(arguments: [Duration.zero, .nanoseconds(1), .seconds(-100_000), .seconds(1 << 32)])
    func aDurationSurvivesTheConversionToAMoment(distance: Duration) {
        let start = Moment.now
        let moment = start + distance
        #expect(start.duration(to: moment) == distance)
        #expect(moment < moment + .nanoseconds(1))
        #expect(!(moment < moment))
    }

    @Test func aMomentOutOfRangeIsTheLastOrTheFirst() {
        let start = Moment.now
        #expect(start + .seconds(Int64.max) == start + .seconds(1 << 40))
        #expect(start + .seconds(Int64.min) == start + .seconds(-(1 << 40)))
        #expect((start + .seconds(Int64.min)).duration(to: start + .seconds(Int64.max)) == .nanoseconds(Int64.max))
    }

    @Test func thePresentAdvancesWithTheContinuousClock() {
        let moment = Moment.now
        let instant = ContinuousClock.now
        while instant.duration(to: .now) < .milliseconds(2) {}
        #expect(moment.duration(to: .now) >= .milliseconds(2))
    }
}
