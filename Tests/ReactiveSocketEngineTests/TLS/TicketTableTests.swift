#if os(Linux)
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct TicketTableTests {
        private typealias Table = TicketTable<Int>

        private func origin(_ number: Int) -> Table.Origin { Table.Origin(key: "\(number)", host: "localhost") }

        @Test func ticketsForOneUseAreTakenOnceTheNewestFirst() {  // EN27
            var table = Table()
            for ticket in 1...3 { #expect(table.add(ticket, isReusable: false, for: origin(1)).isEmpty) }
            #expect((1...4).map { _ in table.take(for: origin(1))?.ticket } == [3, 2, 1, nil])
        }

        @Test func aReusableTicketReplacesAllOthersAndStays() {
            var table = Table()
            _ = table.add(1, isReusable: false, for: origin(1))
            _ = table.add(2, isReusable: true, for: origin(1))
            #expect(table.add(3, isReusable: true, for: origin(1)) == [2])
            #expect((1...3).map { _ in table.take(for: origin(1))?.ticket } == [3, 3, 3])
        }

        @Test func aNewTicketReplacesTheOldestOfAnOriginAtItsLimit() {
            var table = Table(maxTicketCount: 4)
            let dropped = (1...6).map { table.add($0, isReusable: false, for: origin(1)) }
            #expect(dropped == [[], [], [], [], [1], [2]])
        }

        @Test func theOriginWithTheOldestTicketsIsRemovedFromAFullTable() {
            var table = Table(maxOriginCount: 3)
            for number in [1, 2, 3, 1] { _ = table.add(number, isReusable: false, for: origin(number)) }
            #expect(table.add(4, isReusable: false, for: origin(4)) == [2])
            #expect([1, 2, 3, 4].map { table.take(for: origin($0))?.ticket } == [1, nil, 3, 4])
        }

        @Test func originsWithoutTicketsTakeNoSpace() {
            var table = Table(maxOriginCount: 1)
            _ = table.add(1, isReusable: false, for: origin(1))
            _ = table.take(for: origin(1))
            _ = table.add(2, isReusable: false, for: origin(2))
            #expect(table.take(for: origin(2))?.ticket == 2)
        }

        @Test func removedTicketsAreReturned() {
            var table = Table()
            for number in 1...3 { _ = table.add(number, isReusable: false, for: origin(number % 2)) }
            #expect(table.remove(origin: origin(1)) == [1, 3])
            #expect(table.remove(origin: origin(1)) == [])
            #expect(table.removeAll() == [2])
            #expect(table.removeAll() == [])
        }
    }
#endif
