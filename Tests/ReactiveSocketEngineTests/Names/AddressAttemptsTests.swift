#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct AddressAttemptsTests {
        private let begin = Moment.now

        private static func addresses(_ texts: String) -> [SocketAddress] {
            texts.split(separator: " ").map { SocketAddress(literal: String($0), port: 80)! }
        }

        private func attempts(_ texts: String) -> AddressAttempts { AddressAttempts(Self.addresses(texts)) }

        private func at(_ milliseconds: Int) -> Moment { begin + .milliseconds(milliseconds) }

        @Test(arguments: [
            ("", ""), ("1.1.1.1", "1.1.1.1"), ("1.1.1.1 2.2.2.2", "1.1.1.1 2.2.2.2"),
            ("::1 ::2 1.1.1.1 2.2.2.2", "::1 1.1.1.1 ::2 2.2.2.2"), ("::1 ::2 ::3 1.1.1.1", "::1 1.1.1.1 ::2 ::3"),
            ("1.1.1.1 ::1 ::2 ::3", "1.1.1.1 ::1 ::2 ::3"), ("1.1.1.1 2.2.2.2 ::1", "1.1.1.1 ::1 2.2.2.2"),
            ("::1 ::2 ::3 ::4 ::5 ::6 ::7 ::8 ::9 1.1.1.1", "::1 1.1.1.1 ::2 ::3 ::4 ::5 ::6 ::7"),
        ])
        func addressFamiliesAlternateAndAtMostEightAddressesAreTried(given: String, tried: String) {  // EN9
            #expect(attempts(given).addresses.map(\.text).joined(separator: " ") == tried)
        }

        @Test func theFirstAddressIsTriedAtOnceAndTheNextAfterAQuarterOfASecond() {  // EN9, TC-51
            var attempts = attempts("::1 1.1.1.1 ::2")
            #expect(attempts.next(at: at(0)) == .connect(0))
            #expect(attempts.next(at: at(0)) == .wait(until: at(250)))
            #expect(attempts.next(at: at(249)) == .wait(until: at(250)))
            #expect(attempts.next(at: at(250)) == .connect(1))
            #expect(attempts.next(at: at(250)) == .wait(until: at(500)))
            #expect(attempts.next(at: at(500)) == .connect(2))
            #expect(attempts.next(at: at(500)) == .wait(until: nil))
            #expect(attempts.pending == [0, 1, 2])
        }

        @Test func aTimerThatFiresLateBeginsOnlyOneAttempt() {
            var attempts = attempts("::1 1.1.1.1 ::2")
            #expect(attempts.next(at: at(0)) == .connect(0))
            #expect(attempts.next(at: at(900)) == .connect(1))
            #expect(attempts.next(at: at(900)) == .wait(until: at(1_150)))
        }

        @Test func theNextAddressIsTriedAtOnceAfterAFailure() {  // EN9
            var attempts = attempts("::1 1.1.1.1 ::2")
            #expect(attempts.next(at: at(0)) == .connect(0))
            attempts.failed(0, StreamFailure(connecting: ENETUNREACH))
            #expect(attempts.next(at: at(10)) == .connect(1))
            #expect(attempts.next(at: at(10)) == .wait(until: at(260)))
            #expect(attempts.pending == [1])
        }

        @Test func theFailureOfAnEarlierAttemptBeginsTheNextAttempt() {  // EN9
            var attempts = attempts("::1 1.1.1.1 ::2 2.2.2.2")
            #expect(attempts.next(at: at(0)) == .connect(0))
            #expect(attempts.next(at: at(250)) == .connect(1))
            attempts.failed(0, StreamFailure(connecting: EHOSTUNREACH))
            #expect(attempts.next(at: at(300)) == .connect(2))
            #expect(attempts.next(at: at(300)) == .wait(until: at(550)))
            #expect(attempts.pending == [1, 2])
        }

        @Test func theFirstToConnectWins() {  // EN9
            var attempts = attempts("::1 1.1.1.1 ::2")
            #expect(attempts.next(at: at(0)) == .connect(0))
            #expect(attempts.next(at: at(250)) == .connect(1))
            attempts.connected(1)
            attempts.connected(0)
            attempts.failed(0, StreamFailure(connecting: ECONNREFUSED))
            #expect(attempts.next(at: at(900)) == .use(1))
            #expect(attempts.pending == [0])
        }

        @Test func anEventOfAnAttemptThatIsNotUnderWayIsIgnored() {
            var attempts = attempts("::1 1.1.1.1")
            attempts.connected(0)
            #expect(attempts.next(at: at(0)) == .connect(0))
            attempts.failed(1, StreamFailure(connecting: ECONNREFUSED))
            attempts.connected(7)
            #expect(attempts.next(at: at(0)) == .wait(until: at(250)))
            attempts.failed(0, StreamFailure(connecting: ECONNREFUSED))
            attempts.connected(0)
            #expect(attempts.next(at: at(0)) == .connect(1))
        }

        @Test func aPendingAttemptMayStillWinAfterTheOthersFailed() {
            var attempts = attempts("::1 1.1.1.1")
            #expect(attempts.next(at: at(0)) == .connect(0))
            #expect(attempts.next(at: at(250)) == .connect(1))
            attempts.failed(1, StreamFailure(connecting: ECONNREFUSED))
            #expect(attempts.next(at: at(260)) == .wait(until: nil))
            attempts.connected(0)
            #expect(attempts.next(at: at(260)) == .use(0))
            #expect(attempts.pending.isEmpty)
        }

        @Test(arguments: [
            ([ENETUNREACH, ECONNREFUSED], ECONNREFUSED), ([ECONNREFUSED, ENETUNREACH], ECONNREFUSED),
            ([EADDRNOTAVAIL, ECONNREFUSED], ECONNREFUSED), ([ECONNREFUSED, EADDRNOTAVAIL], ECONNREFUSED),
            ([ETIMEDOUT, ECONNREFUSED, EHOSTUNREACH], ECONNREFUSED), ([EHOSTUNREACH, ETIMEDOUT], ETIMEDOUT),
            ([EACCES, ENETUNREACH], EACCES), ([ENETUNREACH, EHOSTUNREACH, ENETUNREACH], EHOSTUNREACH),
            ([ECONNREFUSED, EMFILE, ETIMEDOUT], EMFILE), ([EACCES, EPERM], EPERM),
            ([EADDRNOTAVAIL, EADDRNOTAVAIL], EADDRNOTAVAIL),
        ])
        func theMostSpecificOfAllFailuresIsReported(numbers: [Int32], reported: Int32) {
            var attempts = attempts(numbers.indices.map { "::\($0 + 1)" }.joined(separator: " "))
            for (index, number) in numbers.enumerated() {
                #expect(attempts.next(at: at(index)) == .connect(index))
                attempts.failed(index, StreamFailure(connecting: number))
            }
            #expect(attempts.next(at: at(99)) == .fail(StreamFailure(connecting: reported)))
        }

        @Test func withoutAddressesTheHostCannotBeResolved() {
            var attempts = AddressAttempts([])
            guard case .fail(let failure) = attempts.next(at: begin) else {
                Issue.record("an attempt without an address")
                return
            }
            #expect(failure.kind == .cannotResolveHost)
        }
    }
#endif
