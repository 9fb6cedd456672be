import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache
@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

@Suite struct CacheMetadataTests {
    private func metadata(_ value: String = "a\u{00E4}") -> CacheMetadata {
        CacheMetadata(
            head: ResponseHead(
                status: .ok,
                headers: ["Set-Cookie": "a=1", "X": value, "Set-Cookie": "b=2"],
                url: URL(string: "http://cache.test/a?b")
            ),
            selectingFields: [.init(name: "foo", values: ["1", "2"]), .init(name: "bar", values: [])],
            requested: CacheTime(wall: Date(timeIntervalSince1970: 5.25), instant: .milliseconds(-7), epoch: 3),
            received: CacheTime(wall: Date(timeIntervalSince1970: 6), instant: .seconds(8), epoch: .max),
            part: .init(offset: 3, total: 9),
            needsValidation: true,
            isDecoded: true
        )
    }

    @Test func bytesAreReadBackAsWritten() throws {  // H41
        let value = metadata()
        #expect(try CacheMetadata(encoded: value.encoded()) == value)
    }

    @Test func everyCutAndEveryGrownCopyIsRefused() {  // H41
        let bytes = metadata().encoded()
        for count in 0..<bytes.count {
            #expect(throws: CacheStoreError.self) { try CacheMetadata(encoded: bytes.prefix(count)) }
        }
        #expect(throws: CacheStoreError.self) { try CacheMetadata(encoded: bytes + [0]) }
    }

    @Test func noChangedByteCrashesOrAllocatesMuch() {  // HC-25, H41
        let bytes = metadata().encoded()
        for index in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[index] ^= 1 << bit
                guard let read = try? CacheMetadata(encoded: changed) else { continue }
                #expect(
                    read.head.headers.allSatisfy { HTTP.isToken($0.name) && HTTP.Headers.isStorableValue($0.value) }
                )
            }
        }
    }

    @Test(arguments: ["a\r\nX: 1", "a\nb", "a\0b", "\r"])
    func aValueWithALineBreakIsBroken(value: String) {  // H41
        #expect(throws: CacheStoreError.self) { try CacheMetadata(encoded: self.metadata(value).encoded()) }
    }
}
