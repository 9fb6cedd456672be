import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

@Suite struct PinPolicyTests {
    private let key = SampleCertificate.keyDigest
    private let other = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="

    private func policy(_ host: String) throws -> PinPolicy {
        try PinPolicy(host: host, .publicKey(sha256: key), backup: .publicKey(sha256: other))
    }

    @Test func aPinMatchesOnlyItsKeyOrItsCertificate() throws {  // F-57
        let der = SampleCertificate.der
        #expect(try PinPolicy.Pin.publicKey(sha256: key).matches(certificate: der))
        #expect(try PinPolicy.Pin.certificate(sha256: SampleCertificate.digest).matches(certificate: der))
        #expect(try !PinPolicy.Pin.publicKey(sha256: SampleCertificate.digest).matches(certificate: der))
        #expect(try !PinPolicy.Pin.certificate(sha256: key).matches(certificate: der))
        #expect(try !PinPolicy.Pin.publicKey(sha256: other).matches(certificate: der))
        #expect(try !PinPolicy.Pin.publicKey(sha256: key).matches(certificate: Data()))
    }

    @Test func aPinMayHaveTheFormatOfCurl() throws {  // F-57
        #expect(try PinPolicy.Pin.publicKey(sha256: "sha256//\(key)") == .publicKey(sha256: key))
        #expect(try PinPolicy.Pin.publicKey(sha256: key) != .certificate(sha256: key))
    }

    @Test(arguments: ["", "sha256//", "!!!", "YWJj", "SAHbWvx4dui70iNbYngoeacvzW3rHZwNW2O3QO0Qdes", "SAHbWvx4 dui70=="])
    func aPinThatIsNotADigestIsRejected(text: String) {
        #expect(throws: PinPolicy.PinError.self) { try PinPolicy.Pin.publicKey(sha256: text) }
        #expect(throws: PinPolicy.PinError.self) { try PinPolicy.Pin.certificate(sha256: text) }
    }

    @Test(arguments: [0, 20, 31, 33, 64]) func aDigestMustHaveThirtyTwoBytes(count: Int) {
        #expect(throws: PinPolicy.PinError.self) { try PinPolicy.Pin(.publicKey, sha256: Data(count: count)) }
    }

    @Test(
        arguments: [
            "", "*", "*.", "a b", "a/b", "*.*.test", "a.*", "http://a.test", "ä.test", "a.test:443", ".a.test",
            "a..test", "*..test", ".", "a.test..", "*.a.test..",
        ]
    )
    func anInvalidHostIsRejected(host: String) {
        #expect(throws: PinPolicy.PinError.self) { try policy(host) }
    }

    @Test func theBackupPinMustDiffer() {
        #expect(throws: PinPolicy.PinError.self) {
            try PinPolicy(host: "a.test", .publicKey(sha256: key), backup: .publicKey(sha256: key))
        }
    }

    @Test(
        arguments: [
            ("a.test", "a.test", true), ("a.test", "A.TEST", true), ("A.test", "a.test", true),
            ("a.test", "a.test.", true), ("a.test.", "a.test", true), ("*.A.test.", "b.a.test", true),
            ("a.test", "b.a.test", false), ("a.test", "xa.test", false), ("*.a.test", "b.a.test", true),
            ("*.a.test", "B.A.test.", true), ("*.a.test", "a.test", false), ("*.a.test", "c.b.a.test", false),
            ("*.a.test", ".a.test", false), ("*.a.test", "xa.test", false), ("a.test", "", false),
        ]
    )
    func aPolicyCoversItsHostOrOneLabelBelowItsDomain(host: String, name: String, covers: Bool) throws {
        #expect(try policy(host).covers(name) == covers)
    }

    @Test func thePolicyForTheExactHostHasPriority() throws {
        var tls = TLSPolicy()
        let exact = try PinPolicy(host: "b.a.test", .certificate(sha256: key), backup: .certificate(sha256: other))
        tls.pins = [try policy("*.a.test"), exact]
        #expect(tls.pins(for: "b.a.test") == exact.pins)
        #expect(tls.pins(for: "c.a.test") == tls.pins[0].pins)
        #expect(tls.pins(for: "a.test") == nil)
    }
}
