import ReactiveNetworking
import Testing

@testable import ReactivePlayground

/// Tests of what is suggested after a failure.
struct HintTests {
    private func hint(_ kind: TransportError.Kind, _ detail: String) -> String? {
        Hint.text(for: Network.OperationError.requestFailure(error: TransportError(kind, detail: detail)))
    }

    @Test(arguments: ["self-signed certificate", "unable to get local issuer certificate"])
    func anUnknownAuthorityCanBeTrustedOrNotVerified(_ detail: String) throws {
        let text = try #require(hint(.untrustedCertificate, "\(detail) (OpenSSL error 0A000086)"))
        #expect(text.contains("--cacert <file>") && text.contains("-k "))
    }

    @Test func anExpiredCertificateNeedsNoOtherAuthority() throws {
        let text = try #require(hint(.untrustedCertificate, "certificate has expired (OpenSSL error 0A000086)"))
        #expect(text.contains("-k ") && !text.contains("--cacert"))
    }

    @Test(arguments: ["hostname mismatch", "IP address mismatch"])
    func noOptionAcceptsTheCertificateOfAnotherHost(_ detail: String) throws {  // EN21
        let text = try #require(hint(.untrustedCertificate, "\(detail) (OpenSSL error 0A000086)"))
        #expect(!text.contains("-k") && !text.contains("--cacert"))
    }

    @Test func aServerWithoutTLSNeedsHTTP() {
        #expect(hint(.handshakeRefused, "wrong version number (OpenSSL error 0A00010B)")?.contains("http ") == true)
        #expect(hint(.handshakeRefused, "no protocols available") == nil)
    }

    @Test func theLastFailureOfATimeoutCounts() {
        let last = Network.OperationError.requestFailure(
            error: TransportError(.handshakeRefused, detail: "wrong version number")
        )
        let error = Network.OperationError.timedOut(
            after: .seconds(1),
            phase: .connecting,
            attempts: 2,
            lastFailure: last
        )
        #expect(Hint.text(for: error) != nil)
    }

    @Test func otherFailuresHaveNoHint() {
        #expect(hint(.cannotConnect, "Connection refused") == nil)
        #expect(Hint.text(for: Network.OperationError.missingData) == nil)
        #expect(Hint.text(for: UnreadableFile(path: "f", reason: "r")) == nil)
    }
}
