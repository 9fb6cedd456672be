import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

/// The vectors are from FIPS 180-4 and RFC 6455.
@Suite struct SHA1Tests {
    private func hex(_ data: Data) -> String { data.map { String(format: "%02x", $0) }.joined() }

    @Test(
        arguments: [
            ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
            ),
        ]
    )
    func theTestVectorsOfTheStandardMatch(text: String, digest: String) {  // W3
        #expect(hex(SHA1.digest(of: Data(text.utf8))) == digest)
    }

    @Test(
        arguments: [
            (55, "c1c8bbdc22796e28c0e15163d20899b65621d65a"), (56, "c2db330f6083854c99d4b5bfb6e8f29f201be699"),
            (64, "0098ba824b5c16427bd7a1122a5a442a25ec644d"),
        ]
    )
    func thePaddingIsCorrectForEveryLength(count: Int, digest: String) {  // W3
        #expect(hex(SHA1.digest(of: Data(repeating: UInt8(ascii: "a"), count: count))) == digest)
    }
}
