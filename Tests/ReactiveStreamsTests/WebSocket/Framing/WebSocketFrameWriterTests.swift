import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveStreams

@Suite struct WebSocketFrameWriterTests {
    private func frame(_ payload: [UInt8], key: UInt32 = 0x37FA_213D) -> [UInt8] {
        var bytes: [UInt8] = []
        WebSocketFrameWriter.append(.text, payload, maskedBy: key, to: &bytes)
        return bytes
    }

    @Test func theMaskedExampleOfTheStandardMatches() {  // W4
        #expect(frame(Array("Hello".utf8)) == [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
    }

    @Test(arguments: [0, 1, 3, 4, 7, 8, 9, 11, 15, 16, 17, 125, 126, 65_535, 65_536])
    func everyLengthIsMaskedAndInItsShortestForm(count: Int) {  // W4
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let bytes = frame(payload, key: 0x0102_0304)
        #expect(bytes.count == count + 6 + (count < 126 ? 0 : count < 65_536 ? 2 : 8))
        let (frames, rest) = ClientFrame.parse(bytes)
        #expect(frames == [ClientFrame(opcode: 1, payload: payload)] && rest == 0)
        #expect(frames.first?.key == [1, 2, 3, 4])
    }

    @Test func aFrameIsAppendedToEarlierBytes() {  // W4
        var bytes: [UInt8] = [0xAA]
        WebSocketFrameWriter.append(.ping, [1, 2, 3], maskedBy: 0xFFFF_FFFF, to: &bytes)
        #expect(bytes == [0xAA, 0x89, 0x83, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE, 0xFD, 0xFC])
    }

    @Test func randomNumbersOfTheSystemDiffer() {  // W4
        #expect(Set((0..<100).map { _ in WebSocketRandom.system.next() }).count > 90)
        #expect(WebSocketRandom.system.bytes(16).count == 16)
    }
}
