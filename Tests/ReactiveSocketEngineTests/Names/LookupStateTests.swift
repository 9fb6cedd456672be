#if os(Linux)
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct LookupStateTests {
        private let lookups = NameLookups()
        private let now = ContinuousClock.now

        private func question(_ name: String) -> LookupQuestion { LookupQuestion(name, .any)! }

        private func ask(_ name: String, _ state: inout LookupState) -> LookupState.Reply {
            let question = question(name)
            return state.ask(question, at: now) { LookupTicket(question, number: $0, in: lookups) { _ in } }
        }

        /// The spot of the thread to wake, or `nil` if another step is needed.
        private func spot(in reply: LookupState.Reply) -> ParkingSpot? {
            guard case .waiting(_, .wake(let spot)) = reply else { return nil }
            return spot
        }

        private func startsThread(_ reply: LookupState.Reply) -> Bool {
            guard case .waiting(_, .start) = reply else { return false }
            return true
        }

        /// A state with threads that have no work.
        private func idle(_ spots: [ParkingSpot]) -> LookupState {
            var state = LookupState()
            for number in spots.indices { #expect(startsThread(ask("\(number).example", &state))) }
            while let question = state.begin(orParkAt: spots[0]) {
                _ = state.finish(question, with: .failure(.noAddress), at: now)
            }
            for spot in spots.dropFirst() { #expect(state.begin(orParkAt: spot) == nil) }
            return state
        }

        @Test func theThreadThatHasSleptForTheShortestTimeIsWoken() {  // EN7
            let spots = [ParkingSpot(), ParkingSpot()]
            var state = idle(spots)
            #expect(spot(in: ask("a.example", &state)) === spots[1])
            #expect(spot(in: ask("b.example", &state)) === spots[0])
            #expect(startsThread(ask("c.example", &state)))
        }

        @Test func aThreadWithoutWorkMayLeave() {  // EN7
            let spots = [ParkingSpot(), ParkingSpot()]
            var state = idle(spots)
            let mayLeave = state.leave(spots[0])
            #expect(mayLeave)
            #expect(state.threadCount == 1)
            #expect(spot(in: ask("a.example", &state)) === spots[1])
        }

        @Test func aThreadThatIsWokenMayNotLeave() {
            let only = ParkingSpot()
            var state = idle([only])
            #expect(spot(in: ask("a.example", &state)) === only)
            let mayLeave = state.leave(only)
            #expect(!mayLeave)
            #expect(state.threadCount == 1)
            #expect(state.begin(orParkAt: only) == question("a.example"))
        }

        @Test func theLastThreadThatCannotStartEndsAllThatWait() {  // EN5
            var state = LookupState()
            _ = ask("a.example", &state)
            _ = ask("b.example", &state)
            _ = ask("a.example", &state)
            #expect(state.loseThread().map(\.number) == [])
            #expect(state.loseThread().map(\.number) == [1, 2, 3])
            #expect(state.threadCount == 0)
            #expect(state.waitingCount == 0)
            #expect(startsThread(ask("a.example", &state)))
        }
    }
#endif
