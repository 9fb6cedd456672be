import ReactiveNetworking
import Testing

@testable import ReactiveOffline

@Suite struct CRC32CTests {
    @Test func knownBytesHaveKnownChecksums() {  // J7, JC-1
        #expect(CRC32C.checksum(Array("123456789".utf8)) == 0xE306_9283)
        #expect(CRC32C.checksum([UInt8]()) == 0)
        #expect(CRC32C.checksum([UInt8](repeating: 0, count: 32)) == 0x8A91_36AA)
        #expect(CRC32C.checksum(Array(0...31)) == 0x46DD_794E)
    }

    @Test func aChecksumCanBeContinued() {  // J7
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        for cut in 0...bytes.count {
            let head = CRC32C.checksum(bytes[..<cut])
            #expect(CRC32C.checksum(bytes[cut...], after: head) == CRC32C.checksum(bytes))
        }
    }
}
