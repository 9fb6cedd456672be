import ReactiveTestSupport
import Testing

@testable import ReactiveReachability

@Suite struct NetlinkMessageTests {
    @Test func aDatagramHasSeveralMessages() {  // Q3
        let datagram =
            NetlinkBytes.message(16, [1, 2, 3], sequence: 7) + NetlinkBytes.message(20, [], flags: 0x12)
            + NetlinkBytes.message(3, [0, 0, 0, 0])
        let messages = NetlinkMessage.messages(in: datagram)
        #expect(messages.map(\.type) == [16, 20, 3])
        #expect(messages.map(\.sequence) == [7, 0, 0])
        #expect(messages.map(\.flags) == [2, 0x12, 2])
        #expect(messages.map { Array($0.payload) } == [[1, 2, 3], [], [0, 0, 0, 0]])
    }

    @Test(arguments: [0, 1, 15, 21, 1_000, UInt32.max, UInt32(Int32.max)])
    func aMessageWithAnImpossibleLengthEndsTheDatagram(length: UInt32) {  // Q3
        var broken = NetlinkBytes.message(16, [1, 2, 3, 4])
        broken.replaceSubrange(0..<4, with: length.nativeBytes)
        let datagram = NetlinkBytes.message(20, [5]) + broken
        #expect(NetlinkMessage.messages(in: datagram).map(\.type) == [20])
    }

    @Test func theLastMessageNeedsNoPadding() {  // Q3
        let whole = NetlinkBytes.message(16, [1, 2, 3])
        #expect(NetlinkMessage.messages(in: whole.dropLast()).map(\.payload) == [[1, 2, 3]])
        #expect(NetlinkMessage.messages(in: []).isEmpty)
        #expect(NetlinkMessage.messages(in: Array(whole.prefix(15))).isEmpty)
    }

    @Test func attributesAreFoundByTheirType() throws {  // Q3
        let bytes =
            NetlinkBytes.text(3, "eth0") + NetlinkBytes.number(0x8000 | 4, 9) + NetlinkBytes.attribute(5, [])
        let attributes = try #require(NetlinkAttributes(bytes[...]))
        #expect(attributes.text(3) == "eth0")
        #expect(attributes.number(4) == 9)
        #expect(attributes[5] == [])
        #expect(attributes.number(5) == nil)
        #expect(attributes[6] == nil)
    }

    @Test(arguments: [0, 3, 9, 65_535])
    func attributesWithAnImpossibleLengthAreMalformed(length: Int) {  // Q3
        #expect(NetlinkAttributes(NetlinkBytes.attribute(3, [1, 2, 3, 4], length: length)[...]) == nil)
    }

    @Test func textEndsAtItsNULAndMayHaveNone() {  // Q3
        let bytes = NetlinkBytes.attribute(1, Array("a\0b".utf8)) + NetlinkBytes.attribute(2, Array("ab".utf8))
        let attributes = NetlinkAttributes(bytes[...])
        #expect(attributes?.text(1) == "a")
        #expect(attributes?.text(2) == "ab")
    }

    @Test func numbersAreReadWithinTheirBytesOnly() {  // Q3
        let bytes: ArraySlice<UInt8> = [0, 0, 1, 2, 3][2...]
        #expect(bytes.number(UInt16.self, at: 0) == UInt16(littleEndian: 0x0201) || UInt16(1).bigEndian == 1)
        #expect(bytes.number(UInt8.self, at: 2) == 3)
        for offset in [-1, 2, 3, .max] { #expect(bytes.number(UInt16.self, at: offset) == nil) }
        #expect(bytes.number(UInt32.self, at: 0) == nil)
    }
}
