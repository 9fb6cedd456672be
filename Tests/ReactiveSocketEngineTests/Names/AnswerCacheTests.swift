#if os(Linux)
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct AnswerCacheTests {
        private let begin = ContinuousClock.now
        private let addresses = [SocketAddress(literal: "192.0.2.1", port: 0)!]

        private func question(_ number: Int) -> LookupQuestion { LookupQuestion("host\(number).example", .any)! }

        @Test func anAnswerIsKeptForAMinute() {  // EN8
            var cache = AnswerCache()
            cache.keep(addresses, for: question(1), at: begin)
            #expect(cache.addresses(for: question(1), at: begin + .milliseconds(59_999)) == addresses)
            #expect(cache.addresses(for: question(1), at: begin + .seconds(60)) == nil)
            #expect(cache.addresses(for: question(2), at: begin) == nil)
        }

        @Test func aNewAnswerReplacesTheOldOne() {
            var cache = AnswerCache()
            cache.keep([], for: question(1), at: begin)
            cache.keep(addresses, for: question(1), at: begin + .seconds(30))
            #expect(cache.addresses(for: question(1), at: begin + .seconds(89)) == addresses)
            #expect(cache.count == 1)
        }

        @Test func theOldestAnswerIsRemovedFromAFullCache() {
            var cache = AnswerCache()
            for number in 0..<1_000 {
                cache.keep(addresses, for: question(number), at: begin + .milliseconds(number == 7 ? -1 : number))
            }
            cache.keep(addresses, for: question(3), at: begin + .seconds(2))
            #expect(cache.count == 1_000)
            cache.keep(addresses, for: question(1_000), at: begin + .seconds(2))
            #expect(cache.count == 1_000)
            let now = begin + .seconds(2)
            #expect((0...1_000).filter { cache.addresses(for: question($0), at: now) == nil } == [7])
        }

        @Test func allExpiredAnswersAreRemovedFromAFullCache() {
            var cache = AnswerCache()
            for number in 0..<1_000 { cache.keep(addresses, for: question(number), at: begin + .milliseconds(number)) }
            cache.keep(addresses, for: question(1_000), at: begin + .milliseconds(60_499))
            #expect(cache.count == 501)
        }
    }
#endif
