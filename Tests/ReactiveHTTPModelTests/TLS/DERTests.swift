import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

@Suite struct DERTests {
    @Test func thePublicKeyOfACertificateIsFound() throws {  // F-57
        let key = try #require(DER.publicKeyInfo(ofCertificate: SampleCertificate.der))
        #expect(key.base64EncodedString() == SampleCertificate.keyInBase64)
    }

    @Test(arguments: ["\n", "\r\n"]) func aPEMTextContainsTheBytesOfTheCertificate(lineEnd: String) {  // F-57
        let text = SampleCertificate.pem.replacing("\n", with: lineEnd)
        #expect(DER.contents(ofPEM: text) == SampleCertificate.der)
    }

    @Test(arguments: ["", "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----", "not base64!"])
    func invalidPEMTextHasNoContents(text: String) {  // F-57
        #expect(DER.contents(ofPEM: text) == nil)
    }

    /// A version 1 certificate omits its version.
    @Test func theKeyOfACertificateWithoutAVersionIsFound() throws {  // F-57
        let number: [UInt8] = [0x02, 0x01, 0x01]
        let empty: [UInt8] = [0x30, 0x00]
        let key: [UInt8] = [0x30, 0x03, 0x03, 0x01, 0x00]
        let fields = number + empty + empty + empty + empty + key
        let inner = [0x30, UInt8(fields.count)] + fields
        let certificate = [0x30, UInt8(inner.count)] + inner
        #expect(DER.publicKeyInfo(ofCertificate: Data(certificate)) == Data(key))
    }

    @Test func aTruncatedCertificateHasNoKey() {
        let der = SampleCertificate.der
        for count in 0..<der.count { #expect(DER.publicKeyInfo(ofCertificate: der.prefix(count)) == nil, "\(count)") }
    }

    @Test func damagedCertificatesAreParsedSafely() throws {
        let der = Array(SampleCertificate.der)
        let key = try #require(DER.publicKeyInfo(ofCertificate: SampleCertificate.der))
        var differing = 0
        for index in der.indices {
            for bits in [UInt8(0xFF), 0x01, 0x80] {
                var damaged = der
                damaged[index] ^= bits
                if DER.publicKeyInfo(ofCertificate: Data(damaged)) != key { differing += 1 }
            }
        }
        #expect(differing >= 3 * key.count)
    }

    @Test(
        arguments: [
            [0x30], [0x30, 0x80], [0x30, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x30, 0x85, 1, 1, 1, 1, 1], [0x31, 0x00],
            [0x30, 0x02, 0x30, 0x80], [0x30, 0xFF], [0x30, 0x88, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        ] as [[UInt8]]
    )
    func invalidDERLengthsAreRejected(bytes: [UInt8]) {
        #expect(DER.publicKeyInfo(ofCertificate: Data(bytes)) == nil)
    }
}
