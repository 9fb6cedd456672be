import ReactiveCore
import Testing

@Suite struct SchedulerInstantTests {
    static let huge: [Duration] = [
        Duration(attoseconds: .max), Duration(attoseconds: .min), .seconds(Int64.max), .seconds(Int64.min),
    ]

    @Test func instantsAddSubtractAndCompare() {
        let instant = SchedulerInstant(offset: .seconds(2))
        #expect(instant.advanced(by: .milliseconds(500)).offset == .milliseconds(2_500))
        #expect(instant.advanced(by: .seconds(-5)).offset == .seconds(-3))
        #expect(instant.duration(to: SchedulerInstant(offset: .seconds(5))) == .seconds(3))
        #expect(instant.duration(to: .zero) == .seconds(-2))
        #expect(.zero < instant)
        #expect(!(instant < instant))
        #expect("\(instant)" == "2.0 seconds")
    }  // R36

    @Test(arguments: huge)
    func overflowingSumsAreClampedInsteadOfTrapping(duration: Duration) {
        let end = duration < .zero ? SchedulerInstant(offset: .shortest) : SchedulerInstant(offset: .longest)
        #expect(SchedulerInstant.zero.advanced(by: duration) == end)
        #expect(end.advanced(by: duration) == end)
        #expect(SchedulerInstant(offset: duration).advanced(by: duration) == end)
        #expect(SchedulerInstant(offset: duration).duration(to: SchedulerInstant(offset: duration)) == .zero)
        #expect(end.description == "\(end.offset)")
    }  // R36

    @Test func theDistanceBetweenTheExtremesIsTheLongestDuration() {
        let (first, last) = (SchedulerInstant(offset: .shortest), SchedulerInstant(offset: .longest))
        #expect(first.duration(to: last) == .longest)
        #expect(last.duration(to: first) == .shortest)
        #expect(first < last)
    }  // R36
}
