#if os(Linux)
    import Testing

    @testable import ReactiveNetworking

    @Suite struct SocketTableTests {
        @Test func aSocketThatIsWantedAgainIsStillRegistered() {
            var table = SocketTable()
            table.own(5)
            let changes = [table.want(1, of: 5), table.want(0, of: 5), table.want(1, of: 5)]
            #expect(changes == [.add, nil, nil])
            let isWanted = table.wants(5)
            #expect(isWanted)
        }

        @Test func aSocketThatIsWantedForSomethingElseIsModified() {
            var table = SocketTable()
            table.own(5)
            let changes = [table.want(1, of: 5), table.want(3, of: 5), table.want(3, of: 5)]
            #expect(changes == [.add, .modify, nil])
        }

        @Test func anUnwantedEventRemovesTheRegistration() {
            var table = SocketTable()
            table.own(5)
            let before = [table.want(1, of: 5), table.want(0, of: 5)]
            let isWanted = table.wants(5)
            let after = table.want(1, of: 5)
            #expect(before == [.add, nil])
            #expect(!isWanted)
            #expect(after == .add)
        }

        @Test func aClosedSocketIsRegisteredAnewUnderItsNumber() {
            var table = SocketTable()
            table.own(5)
            let first = table.want(1, of: 5)
            _ = table.forget(5)
            table.own(5)
            let second = table.want(1, of: 5)
            #expect([first, second] == [.add, .add])
        }

        @Test func aRegistrationIsRemovedBeforeItsSocketIsClosed() {
            var table = SocketTable()
            table.own(5)
            let isRegisteredAtFirst = table.forget(5)
            table.own(5)
            let changes = [table.want(1, of: 5), table.want(0, of: 5)]
            let isRegisteredAfterUse = table.forget(5)
            #expect(changes == [.add, nil])
            #expect([isRegisteredAtFirst, isRegisteredAfterUse] == [false, true])
        }

        @Test func aSocketThatIsNotOwnIsRemovedAtOnce() {
            var table = SocketTable()
            let changes = [table.want(1, of: 100), table.want(0, of: 100), table.want(1, of: 100)]
            #expect(changes == [.add, .remove, .add])
        }
    }
#endif
