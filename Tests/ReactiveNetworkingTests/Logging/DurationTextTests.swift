import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking

@Suite struct DurationTextTests {
    @Test(arguments: [
        (Duration.zero, "0.0 seconds"), (.seconds(5), "5.0 seconds"), (.milliseconds(100), "0.1 seconds"),
        (.nanoseconds(20_028), "0.00002 seconds"), (.nanoseconds(499_557_650), "0.499557 seconds"),
        (.nanoseconds(1), "0.0 seconds"), (.milliseconds(-1_500), "-1.5 seconds"),
        (.seconds(Int64.max), "9223372036854775807.0 seconds"),
    ])
    func aDurationHasNoExponentAndAtMostSixPlaces(duration: Duration, text: String) {
        #expect(duration.text == text)
    }
}
