import ReactiveTestSupport
import Testing

@testable import ReactiveReachability

/// The conversation with the kernel (Q3).
@Suite struct RouteDumpTests {
    /// A kernel that answers the requests of a dump.
    private struct Kernel {
        var dump = RouteDump()
        private(set) var requests: [NetlinkMessage] = []
        private(set) var tables: [NetworkTable] = []

        mutating func carryOut(_ actions: [RouteDump.Action]) {
            for action in actions {
                switch action {
                case .request(let bytes): requests += NetlinkMessage.messages(in: bytes)
                case .tell(let table): tables.append(table)
                }
            }
        }

        mutating func refresh() { carryOut(dump.refresh()) }

        mutating func send(_ datagram: [UInt8]) { carryOut(dump.receive(datagram)) }

        /// Answers the latest request.
        mutating func answer(_ type: UInt16 = NetlinkType.done, _ payload: [UInt8] = [], flags: UInt16 = 0) {
            guard let last = requests.last else { return }
            let flags = flags | NetlinkFlag.multipart
            send(NetlinkBytes.message(type, payload, sequence: last.sequence, flags: flags))
        }

        /// Tells about a network that is online, to the end of the dump.
        mutating func answerAll(flags: UInt16 = 0) {
            answer(NetlinkType.newLink, NetlinkBytes.link(2), flags: flags)
            answer()
            answer(NetlinkType.newAddress, NetlinkBytes.address(2, [10, 0, 0, 1]))
            answer()
            answer(NetlinkType.newRoute, NetlinkBytes.route(2))
            answer()
        }

        var types: [UInt16] { requests.map(\.type) }
    }

    private static let wholeDump = [NetlinkType.getLink, NetlinkType.getAddress, NetlinkType.getRoute]

    @Test func aDumpAsksForLinksAddressesAndRoutesInTurn() {  // Q2
        var kernel = Kernel()
        kernel.refresh()
        #expect(kernel.types == [NetlinkType.getLink])
        kernel.answerAll()
        #expect(kernel.types == Self.wholeDump)
        #expect(kernel.requests.allSatisfy { $0.flags == NetlinkFlag.request | NetlinkFlag.dump })
        #expect(kernel.tables.map(\.path?.index) == [2])
    }

    @Test(arguments: [
        NetlinkBytes.message(NetlinkType.newLink, NetlinkBytes.link(2)),
        NetlinkBytes.message(NetlinkType.deletedLink, NetlinkBytes.link(2)),
        NetlinkBytes.message(NetlinkType.newAddress, NetlinkBytes.address(2, [10, 0, 0, 1])),
        NetlinkBytes.message(NetlinkType.deletedAddress, NetlinkBytes.address(2, [10, 0, 0, 1])),
        NetlinkBytes.message(NetlinkType.newRoute, NetlinkBytes.route(2)),
        NetlinkBytes.message(NetlinkType.deletedRoute, NetlinkBytes.route(2)),
        NetlinkBytes.message(NetlinkType.overrun, []),
    ])
    func aChangeLeadsToAFreshDump(change: [UInt8]) {  // Q2, Q3
        var kernel = Kernel()
        kernel.refresh()
        kernel.answerAll()
        kernel.send(change)
        #expect(kernel.types == Self.wholeDump + [NetlinkType.getLink])
        // The state of the kernel counts, not the change.
        kernel.answer()
        kernel.answer()
        kernel.answer()
        #expect(kernel.tables.map(\.path?.index) == [2, nil])
    }

    @Test func messagesOfOtherKindsDoNotChangeTheRoutes() {  // Q3
        var kernel = Kernel()
        kernel.refresh()
        kernel.answerAll()
        kernel.send(NetlinkBytes.message(NetlinkType.newRoute, NetlinkBytes.route(2, destinationLength: 24)))
        kernel.send(NetlinkBytes.message(NetlinkType.newRoute, NetlinkBytes.route(2, family: 128)))
        kernel.send(NetlinkBytes.message(NetlinkType.newLink, [0, 0, 0]))
        kernel.send(NetlinkBytes.message(NetlinkType.deletedAddress, []))
        kernel.send(NetlinkBytes.message(NetlinkType.newRoute, [2, 0]))
        kernel.send(NetlinkBytes.message(NetlinkType.done, []))
        kernel.send(NetlinkBytes.message(999, [1]))
        #expect(kernel.types == Self.wholeDump)
        #expect(kernel.tables.count == 1)
    }

    @Test func changesDuringADumpCauseOneFurtherDump() {  // Q3
        var kernel = Kernel()
        kernel.refresh()
        kernel.answer()
        for _ in 1...3 { kernel.send(NetlinkBytes.message(NetlinkType.newLink, NetlinkBytes.link(2))) }
        #expect(kernel.types.count == 2)
        kernel.answer()
        kernel.answer()
        #expect(kernel.types == Self.wholeDump + [NetlinkType.getLink])
        #expect(kernel.tables.count == 1)
        kernel.answerAll()
        #expect(kernel.types.count == 6)
        #expect(kernel.tables.map(\.path?.index) == [nil, 2])
    }

    @Test func aLostMessageLeadsToAFreshDump() {  // Q3
        var kernel = Kernel()
        kernel.refresh()
        kernel.answerAll()
        kernel.refresh()
        kernel.answerAll()
        #expect(kernel.types == Self.wholeDump + Self.wholeDump)
        kernel.refresh()
        kernel.refresh()
        kernel.answerAll()
        #expect(kernel.types.count == 10)
    }

    @Test func anInterruptedDumpIsRepeatedAndNotReported() {  // Q3
        var kernel = Kernel()
        kernel.refresh()
        kernel.answerAll(flags: NetlinkFlag.dumpInterrupted)
        #expect(kernel.types == Self.wholeDump + [NetlinkType.getLink])
        #expect(kernel.tables.isEmpty)
        kernel.answerAll()
        #expect(kernel.types.count == 6)
        #expect(kernel.tables.count == 1)
    }

    @Test func aRefusedDumpIsNotRepeatedBeforeAChange() {  // Q3
        var kernel = Kernel()
        kernel.refresh()
        kernel.answer(NetlinkType.error, Int32(-1).nativeBytes)
        #expect(kernel.types.count == 1)
        #expect(kernel.tables.isEmpty)
        kernel.refresh()
        kernel.answer(NetlinkType.error, Int32(0).nativeBytes)
        kernel.answerAll()
        #expect(kernel.tables.count == 1)
    }

    @Test func aChangeDuringARefusedDumpIsNotLost() {  // Q3
        var kernel = Kernel()
        kernel.refresh()
        kernel.send(NetlinkBytes.message(NetlinkType.newLink, NetlinkBytes.link(2)))
        kernel.answer(NetlinkType.error, Int32(-16).nativeBytes)
        #expect(kernel.types == [NetlinkType.getLink, NetlinkType.getLink])
        kernel.answer(NetlinkType.error, Int32(-16).nativeBytes)
        #expect(kernel.types.count == 2)
        kernel.refresh()
        kernel.answerAll()
        #expect(kernel.tables.map(\.path?.index) == [2])
    }

    @Test func repliesToAnotherRequestAreNotPartOfTheDump() {  // Q3
        var kernel = Kernel()
        kernel.refresh()
        let stale = kernel.requests[0].sequence
        kernel.answer()
        kernel.send(NetlinkBytes.message(NetlinkType.done, [], sequence: stale))
        #expect(kernel.types.count == 2)
        // The change of another process, whose request has the same number.
        let change = NetlinkBytes.link(9)
        kernel.send(NetlinkBytes.message(NetlinkType.newLink, change, sequence: kernel.requests[1].sequence, flags: 0))
        kernel.answer()
        kernel.answer()
        #expect(kernel.types.count == 4)
    }

    @Test func arbitraryBytesNeitherTrapNorBlock() {  // Q3
        var random = SplitMix(state: 58)
        let good =
            NetlinkBytes.message(16, NetlinkBytes.link(2, kind: "bridge"), sequence: 1)
            + NetlinkBytes.message(20, NetlinkBytes.address(2, [10, 0, 0, 1]), sequence: 1)
            + NetlinkBytes.message(
                24,
                NetlinkBytes.route(2, metric: 5, more: NetlinkBytes.attribute(9, NetlinkBytes.hop(2))),
                sequence: 1
            )
        for _ in 0..<5_000 {
            var bytes = good
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            bytes.removeLast(.random(in: 0..<bytes.count, using: &random))
            var kernel = Kernel()
            kernel.refresh()
            kernel.send(bytes)
            #expect(kernel.requests.count <= 1 + bytes.count / NetlinkMessage.headerByteCount)
            for message in NetlinkMessage.messages(in: bytes) {
                #expect(message.payload.count <= bytes.count - NetlinkMessage.headerByteCount)
            }
        }
        for _ in 0..<1_000 {
            let count = Int.random(in: 0...200, using: &random)
            var kernel = Kernel()
            kernel.refresh()
            kernel.send((0..<count).map { _ in .random(in: 0...255, using: &random) })
            // A damaged answer does not prevent the following dump.
            kernel.dump = RouteDump()
            kernel.refresh()
            kernel.answerAll()
            #expect(kernel.tables.last?.path?.index == 2)
        }
    }
}
