#if os(Linux)
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct LookupQuestionTests {
        @Test func onlyTheCaseOfASCIILettersIsIgnored() {  // EN10
            #expect(LookupQuestion("API.Example", .any) == LookupQuestion("api.example", .any))
            #expect(LookupQuestion("api.example.", .any) != LookupQuestion("api.example", .any))
            #expect(LookupQuestion("api.example", .ipv4) != LookupQuestion("api.example", .ipv6))
            #expect(LookupQuestion("@AZ{`az", .any)?.name == "@az{`az")
            #expect(LookupQuestion("ÄZ.example", .any)?.name == "Äz.example")
        }

        @Test(arguments: ["", "a\u{0}", "::1::", "[::1", "a]", "a:80", String(repeating: "a", count: 1_025)])
        func aHostThatCannotBeANameIsNotAsked(host: String) {
            #expect(LookupQuestion(host, .any) == nil)
        }

        @Test(arguments: [
            ("localhost", true), ("LocalHost.", true), ("a.b.localhost", true), ("a.localhost.", true),
            ("notlocalhost", false), ("localhost.example", false), ("localhost..", false), (".", false),
        ])
        func namesBelowLocalhostAreRecognized(host: String, isLocalhost: Bool) {
            #expect(LookupQuestion(host, .any)?.isLocalhost == isLocalhost)
        }
    }
#endif
