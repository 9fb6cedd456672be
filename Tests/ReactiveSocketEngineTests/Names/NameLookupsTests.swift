#if os(Linux)
    import Foundation
    import ReactiveCore
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct NameLookupsTests {
        private let bench = LookupBench()

        @Test func anAddressIsItsOwnAnswerAtOnce() {  // EN8
            #expect(bench.ask("127.0.0.1", as: "four") == nil)
            #expect(bench.ask("[::1]", as: "six") == nil)
            #expect(bench.ask("192.0.2.9", .ipv6, as: "other") == nil)
            #expect(bench.heard == ["four: 127.0.0.1", "six: ::1", "other: 192.0.2.9"])
            #expect(bench.threadCount == 0)
        }

        @Test(arguments: ["", "a\u{0}b", "[::1", "fe80::1%nosuchinterface"])
        func aHostThatIsNeitherNameNorAddressFailsAtOnce(host: String) {
            #expect(bench.ask(host, as: "it") == nil)
            #expect(bench.heard == ["it: cannotResolveHost"])
            #expect(bench.threadCount == 0)
        }

        @Test func aNameIsLookedUpOnAThread() {  // EN8
            #expect(bench.ask("API.example", as: "it") != nil)
            #expect(bench.heard.isEmpty)
            #expect(bench.asked.isEmpty)
            bench.runThread()
            #expect(bench.asked == ["api.example any"])
            #expect(bench.heard == ["it: 192.0.2.1"])
            #expect(bench.lookups.threadCount == 0)
        }

        @Test func equalQuestionsInFlightAreAskedOnce() {  // EN8
            bench.whileResolving { [bench] _ in bench.ask("A.example", as: "third") }
            bench.ask("a.example", as: "first")
            bench.ask("a.example", as: "second")
            #expect(bench.threadCount == 1)
            bench.runThread()
            #expect(bench.threadCount == 0)
            #expect(bench.asked == ["a.example any"])
            #expect(bench.heard == ["first: 192.0.2.1", "second: 192.0.2.1", "third: 192.0.2.1"])
        }

        @Test func lookupsDifferByFamilyAndByADotAtTheEnd() {
            bench.ask("a.example", .ipv4, as: "four")
            bench.ask("a.example", .ipv6, as: "six")
            bench.ask("a.example.", .ipv4, as: "dot")
            bench.runThread()
            #expect(bench.asked == ["a.example ipv4", "a.example ipv6", "a.example. ipv4"])
        }

        @Test func anAnswerIsKeptForAMinute() {  // EN8
            bench.ask("a.example", as: "first")
            bench.runThread()
            bench.advance(by: .milliseconds(59_999))
            #expect(bench.ask("A.example", as: "second") == nil)
            #expect(bench.heard.last == "second: 192.0.2.1")
            #expect(bench.asked.count == 1)
            bench.advance(by: .milliseconds(1))
            #expect(bench.ask("a.example", as: "third") != nil)
            bench.runThread()
            #expect(bench.asked.count == 2)
        }

        @Test func theMinuteOfAKeptAnswerBeginsWhenItArrives() {  // EN8
            bench.whileResolving { [bench] _ in bench.advance(by: .seconds(30)) }
            bench.ask("a.example", as: "first")
            bench.runThread()
            bench.advance(by: .seconds(59))
            #expect(bench.ask("a.example", as: "second") == nil)
        }

        @Test func aFailureIsNotKept() {  // EN8
            bench.answer("a.example", with: .failure(LookupFailure(getaddrinfo: EAI_NONAME, errno: 0)))
            bench.ask("a.example", as: "first")
            bench.runThread()
            #expect(bench.ask("a.example", as: "second") != nil)
            bench.answer("a.example", with: .success(LookupBench.addresses))
            bench.runThread()
            #expect(bench.heard == ["first: cannotResolveHost", "second: 192.0.2.1"])
        }

        @Test func aCanceledLookupIsDroppedBeforeItBegins() {
            let ticket = bench.ask("a.example", as: "it")
            #expect(bench.lookups.waitingCount == 1)
            ticket?.cancel()
            #expect(bench.lookups.waitingCount == 0)
            bench.runThread()
            #expect(bench.asked.isEmpty)
            #expect(bench.heard.isEmpty)
        }

        @Test func aQuestionCanBeAskedAgainAfterItWasDropped() {
            bench.ask("a.example", as: "dropped")?.cancel()
            bench.ask("a.example", as: "again")
            #expect(bench.lookups.waitingCount == 1)
            bench.runThread()
            #expect(bench.asked.count == 1)
            #expect(bench.heard == ["again: 192.0.2.1"])
        }

        @Test func aLookupRepeatedAfterItsCancellationRunsOnce() {
            bench.ask("a.example", as: "dropped")?.cancel()
            bench.ask("a.example", as: "again")
            bench.whileResolving { [bench] _ in bench.runThread() }
            bench.runThread()
            #expect(bench.asked == ["a.example any"])
            #expect(bench.lookups.waitingCount == 0)
        }

        @Test func onlyCallersThatStillWaitReceiveTheAnswer() {
            let first = bench.ask("a.example", as: "first")
            let second = bench.ask("a.example", as: "second")
            bench.ask("a.example", as: "third")
            first?.cancel()
            bench.whileResolving { _ in second?.cancel() }
            bench.runThread()
            #expect(bench.heard == ["third: 192.0.2.1"])
        }

        @Test func theAnswerToACanceledLookupIsKept() {
            let ticket = bench.ask("a.example", as: "it")
            bench.whileResolving { _ in ticket?.cancel() }
            bench.runThread()
            #expect(bench.heard.isEmpty)
            #expect(bench.ask("a.example", as: "next") == nil)
        }

        @Test func aLookupThatOutlivesItsCallerAnswersTheNextOne() {  // AD19, EN8
            let ticket = bench.ask("a.example", as: "it")
            bench.whileResolving { [bench] _ in
                ticket?.cancel()
                bench.ask("a.example", as: "next")
            }
            bench.runThread()
            #expect(bench.asked == ["a.example any"])
            #expect(bench.heard == ["next: 192.0.2.1"])
        }

        @Test func aCallerCanceledDuringTheDeliveryToOthersIsNotCalled() {
            let second = Locked<LookupTicket?>(nil)
            bench.ask("a.example", as: "first") { second.value?.cancel() }
            second.value = bench.ask("a.example", as: "second")
            bench.runThread()
            #expect(bench.heard == ["first: 192.0.2.1"])
        }

        @Test func cancellingReleasesTheClosureAtOnce() {
            final class Witness: Sendable {}
            weak var witness: Witness?
            let ticket: LookupTicket?
            do {
                let captured = Witness()
                witness = captured
                ticket = bench.lookups.addresses(of: "a.example", .any) { _ in withExtendedLifetime(captured) {} }
            }
            #expect(witness != nil)
            ticket?.cancel()
            #expect(witness == nil)
            ticket?.cancel()
        }

        @Test func anAnswerReleasesTheClosure() {
            final class Witness: Sendable {}
            weak var witness: Witness?
            let ticket: LookupTicket?
            do {
                let captured = Witness()
                witness = captured
                ticket = bench.lookups.addresses(of: "a.example", .any) { _ in withExtendedLifetime(captured) {} }
            }
            bench.runThread()
            #expect(witness == nil)
            ticket?.cancel()
        }

        @Test func sixtyFourThreadsAreStartedAtMost() {  // EN7
            for number in 1...70 { bench.ask("host\(number).example", as: "\(number)") }
            #expect(bench.threadCount == 64)
            #expect(bench.lookups.threadCount == 64)
            #expect(bench.lookups.waitingCount == 70)
            bench.runThread()
            #expect(bench.heard.map { $0.prefix { $0 != ":" } } == (1...70).map { "\($0)" })
            #expect(bench.lookups.waitingCount == 0)
            for _ in 1...63 { bench.runThread() }
            #expect(bench.lookups.threadCount == 0)
        }

        @Test func droppedLookupsLeaveNothingBehind() {
            for number in 1...64 { bench.ask("busy\(number).example", as: "busy") }
            for number in 1...1_000 {
                bench.ask("dropped\(number % 10).example", as: "dropped")?.cancel()
                #expect(bench.lookups.waitingCount == 64)
            }
            bench.ask("last.example", as: "last")
            bench.runThread()
            #expect(bench.asked.count == 65)
            #expect(bench.heard.last == "last: 192.0.2.1")
            #expect(bench.lookups.waitingCount == 0)
        }

        @Test func withoutAnyThreadTheLookupFails() {  // EN5
            bench.failThreads(with: EAGAIN)
            let failure = Locked<LookupFailure?>(nil)
            let ticket = bench.lookups.addresses(of: "a.example", .any) { answer in
                if case .failure(let reason) = answer { failure.value = reason }
            }
            #expect(ticket == nil)
            #expect(failure.value?.kind == .resourcesExhausted)
            #expect(failure.value?.code == Int(EAGAIN))
            #expect(failure.value?.text == "\(String(cString: strerror(EAGAIN))) (pthread_create)")
            #expect(bench.lookups.waitingCount == 0)
            bench.failThreads(with: 0)
            bench.ask("a.example", as: "again")
            bench.runThread()
            #expect(bench.heard == ["again: 192.0.2.1"])
        }

        @Test func aRunningThreadTakesTheLookupIfNoThreadCanBeStarted() {  // EN5
            bench.whileResolving { [bench] name in
                guard name == "a.example" else { return }
                bench.failThreads(with: EAGAIN)
                #expect(bench.ask("b.example", as: "second") != nil)
            }
            bench.ask("a.example", as: "first")
            bench.runThread()
            #expect(bench.heard == ["first: 192.0.2.1", "second: 192.0.2.1"])
        }

        @Test func theProcessHasOneSetOfThreads() {
            #expect(NameLookups.shared === NameLookups.shared)
        }
    }
#endif
