import Testing

@testable import ReactivePlayground

/// Tests of the suggestions for unknown names.
struct SuggestionTests {
    @Test(arguments: [
        ("sned", "send"), ("evnts", "events"), ("sennd", "send"), ("--cacret", "--cacert"), ("--HEADER", "--header"),
        ("-retries", "--retries"), ("wz", "ws"), ("-K", "-k"),
    ])
    func theNearestNameIsSuggested(_ typed: String, _ meant: String) {
        #expect(typed.nearest(in: ["send", "events", "ws", "--cacert", "--header", "--retries", "-k"]) == meant)
    }

    @Test(arguments: ["dance", "--color", "-z", "", "-", "---", "s"])
    func aNameThatIsNotNearIsNotSuggested(_ typed: String) {
        #expect(typed.nearest(in: ["send", "events", "ws", "--curl", "-X"]) == nil)
    }

    @Test func theNearerOfTwoNamesIsSuggested() {
        #expect("forms".nearest(in: ["--form", "form", "forms"]) == "forms")
        #expect("cachee".nearest(in: ["--cacert", "cache"]) == "cache")
    }
}
