import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

@Suite struct MD5Tests {
    private func hex(_ text: String) -> String {
        MD5.digest(of: Data(text.utf8)).map { String(format: "%02x", $0) }.joined()
    }

    @Test(
        arguments: [
            ("", "d41d8cd98f00b204e9800998ecf8427e"),
            ("a", "0cc175b9c0f1b6a831c399e269772661"),
            ("abc", "900150983cd24fb0d6963f7d28e17f72"),
            ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
            ("abcdefghijklmnopqrstuvwxyz", "c3fcd3d76192e4007dfb496cca67e13b"),
            ("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789", "d174ab98d277d9f5a5611c2c9f419d9f"),
            (String(repeating: "1234567890", count: 8), "57edf4a22be3c955ac49da2e2107b67a"),
        ]
    )
    func theTestVectorsOfTheStandardMatch(text: String, digest: String) {  // F-20, RFC 1321 A.5
        #expect(hex(text) == digest)
    }

    @Test func everyLengthAroundABlockIsPaddedCorrectly() {  // F-20
        // The digests were computed by Python's hashlib.
        #expect(hex(String(repeating: "x", count: 55)) == "04364420e25c512fd958a70738aa8f72")
        #expect(hex(String(repeating: "x", count: 56)) == "668a72d5ba17f08e62dabcafad6db14b")
        #expect(hex(String(repeating: "x", count: 64)) == "c1bb4f81d892b2d57947682aeb252456")
    }
}
