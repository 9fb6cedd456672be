import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import Testing

@Suite struct RequestURLTests {
    private func outcome(_ text: String) -> Result<String, RequestError> {
        Result { () throws(RequestError) in try Request(.get, text).prepared().url.absoluteString }
    }

    private func reason(_ text: String) -> RequestError.InvalidURLReason? {
        guard case .failure(.invalidURL(_, let reason)) = outcome(text) else { return nil }
        return reason
    }

    @Test func twoSpellingsOfACharacterAreTwoURLs() {
        #expect(outcome("http://a.test/caf\u{E9}") == .success("http://a.test/caf%C3%A9"))
        #expect(outcome("http://a.test/cafe\u{301}") == .success("http://a.test/cafe%CC%81"))
    }

    static let refused: [(String, RequestError.InvalidURLReason)] = [
        ("", .empty),
        ("not an URL", .space),
        ("/ip", .relative),
        ("example.com", .relative),
        ("//evil", .relative),
        ("@evil", .relative),
        ("?q", .relative),
        ("://a", .relative),
        ("1http://a", .relative),
        ("\\\\evil", .backslash),
        ("http://a\\@b/", .backslash),
        ("ftp://a/", .unsupportedScheme),
        ("file:///etc/passwd", .unsupportedScheme),
        ("javascript:alert(1)", .unsupportedScheme),
        ("localhost:8080/x", .unsupportedScheme),
        ("http:", .missingHost),
        ("http:/x", .missingHost),
        ("http:a", .missingHost),
        ("http://", .missingHost),
        ("http:///x", .missingHost),
        ("http://?x", .missingHost),
        ("http://#x", .missingHost),
        ("http://:80/", .missingHost),
        ("http://a:0/", .invalidPort),
        ("http://a:65536/", .invalidPort),
        ("http://a:-1/", .invalidPort),
        ("http://a:/", .invalidPort),
        ("http://a:8a/", .invalidPort),
        ("http://a:99999999999999999999/", .invalidPort),
        ("http://::1/", .missingHost),
        ("http://a::80/", .invalidPort),
        ("http://user@a/", .userInfo),
        ("http://user:pass@a/", .userInfo),
        ("http://a@b@c/", .userInfo),
        ("http://@a/", .userInfo),
        ("http://[::1", .invalidIPv6),
        ("http://[]/", .invalidIPv6),
        ("http://[::1]x/", .invalidIPv6),
        ("http://[:::1]/", .invalidIPv6),
        ("http://[1.2.3.4]/", .invalidIPv6),
        ("http://[v1.a]/", .invalidIPv6),
        ("http://[::1]:0/", .invalidPort),
        ("http://[fe80::1%25eth0]/", .zoneIdentifier),
        ("http://[fe80::1%eth0]/", .zoneIdentifier),
        ("http://a%2Fb/", .invalidHost),
        ("http://%61/", .invalidHost),
        ("http://a..b/", .invalidHost),
        ("http://.a/", .invalidHost),
        ("http://./", .invalidHost),
        ("http://a;b/", .invalidHost),
        ("http://a,b/", .invalidHost),
        ("http://a]/", .invalidHost),
        ("http://a／b/", .invalidHost),
        ("http://a＠b/", .invalidHost),
        ("http://a：80/", .invalidHost),
        ("http://a/\u{0}", .controlCharacter),
        ("http://a/b c", .space),
        ("http://a b/", .space),
        (" http://a/", .space),
        ("http://a/?q=\"x\"", .forbiddenCharacter),
        ("http://a/{id}", .forbiddenCharacter),
        ("http://a/<x>", .forbiddenCharacter),
        ("http://a/a|b", .forbiddenCharacter),
        ("http://a/%", .invalidPercentEscape),
        ("http://a/%2", .invalidPercentEscape),
        ("http://a/%zz", .invalidPercentEscape),
        ("http://a/?%G0", .invalidPercentEscape),
        ("http://a/%é0", .invalidPercentEscape),
    ]

    @Test(arguments: refused)
    func textThatIsNotAnHTTPURLIsRejected(text: String, reason expected: RequestError.InvalidURLReason) {  // C-31
        #expect(reason(text) == expected)
    }

    @Test(arguments: Array(UInt8(0)...31) + [127])
    func controlBytesAreRejectedAnywhere(byte: UInt8) {
        let control = String(decoding: [byte], as: UTF8.self)
        for text in ["http://a/\(control)", "\(control)http://a/", "http://a\(control)/", "http://a/?\(control)=1"] {
            #expect(reason(text) == .controlCharacter)
        }
        #expect(reason("http://a/#\(control)") == .controlCharacter)
    }

    static let kept = [
        "http://a", "https://a/", "http://a?x", "HTTP://EXAMPLE.com/Path", "http://a:1/", "http://a:65535",
        "http://[::1]/", "http://[::1]:8080/x?y", "http://[2001:DB8::ffff:1.2.3.4]/", "http://127.0.0.1:80",
        "http://a/%2F%2f/../%2e%2e/./x//y", "http://a_b.c./", "http://a/;p=1?q=a/b?c&d=%20+'()*!$,:@",
        "https://registry.example/@scope/name", "http://xn--bcher-kva.example/",
    ]

    @Test(arguments: kept) func aValidURLIsKeptByteForByte(text: String) throws {
        #expect(try outcome(text).get() == text)
    }

    static let normalized = [
        ("http://a/x#top", "http://a/x"),
        ("http://a#b@c/", "http://a"),
        ("http://a/ä?ü=😃#ß", "http://a/%C3%A4?%C3%BC=%F0%9F%98%83"),
        ("http://a/日本の", "http://a/%E6%97%A5%E6%9C%AC%E3%81%AE"),
        ("http://a/?k[]=1&%5B", "http://a/?k%5B%5D=1&%5B"),
        ("http://a/é%20c%2f/[x]?ü=a%20b", "http://a/%C3%A9%20c%2f/%5Bx%5D?%C3%BC=a%20b"),
        ("http://bücher.example:80/ä", "http://xn--bcher-kva.example:80/%C3%A4"),
        ("https://日本語.jp", "https://xn--wgv71a119e.jp"),
        ("http://a．b/", "http://a.b/"),
    ]

    @Test(arguments: normalized)
    func nonASCIITextIsEncodedAndTheFragmentIsDropped(text: String, expected: String) {
        #expect(outcome(text) == .success(expected))
    }

    @Test func aURLIsLimitedTo64Kibibytes() {
        let base = "http://a/"
        #expect(reason(base + String(repeating: "x", count: 65_536 - base.utf8.count)) == nil)
        #expect(reason(base + String(repeating: "x", count: 65_537 - base.utf8.count)) == .tooLong)
        #expect(reason(base + String(repeating: "x", count: 1 << 20)) == .tooLong)
    }

    @Test func hostsAreLimitedAsInDNS() {
        let label = String(repeating: "a", count: 63)
        #expect(reason("http://\(label)/") == nil)
        #expect(reason("http://a\(label)/") == .invalidHost)
        #expect(reason("http://\([label, label, label, label].joined(separator: "."))/") == .invalidHost)
    }

    @Test func theErrorGivesTheReasonAndHidesSecrets() {  // C-31
        let error = outcome("http://ape:canary@a/?token=canary&page=2")
        let text =
            "the URL cannot be used: it has a user or password; give them as "
            + ".authorization(.basic(username:password:)) (\"http://<redacted>@a/?token=<redacted>&page=2\")"
        guard case .failure(let failure) = error else { return #expect(Bool(false), "it passed") }
        #expect(failure.description == text)
        #expect(failure.localizedDescription == text)
    }

    @Test func aLongURLIsTruncatedInTheError() {
        guard case .failure(let error) = outcome("http://a/" + String(repeating: "x", count: 1 << 20)) else {
            return #expect(Bool(false), "it passed")
        }
        #expect(error.description.utf8.count < 1_000)
    }

    @Test func randomTextIsRejectedOrGivesAURLWithAHost() throws {
        let pieces = [
            "http", "https", "HTTP", ":", "/", "//", "@", "#", "?", "[", "]", "::1", "a", "evil.example", "%", "%2F",
            "%00",
            "\\", ".", "..", "80", ":80", "0", "é", "＠", "。", "\u{200D}", "😃", "\r\n", "\u{0}", " ", "&", "=", "xn--",
        ]
        var random = SplitMix(state: 42)
        var accepted = 0
        for _ in 0..<5_000 {
            let prefix = Bool.random(using: &random) ? "http://" : ""
            let length = Int.random(in: 0...8, using: &random)
            let text = prefix + (0..<length).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            guard let url = try? outcome(text).get() else { continue }
            accepted += 1
            let parsed = try #require(URL(string: url), "\(text.debugDescription)")
            let isSound =
                ["http", "https"].contains(parsed.scheme?.lowercased()) && parsed.host()?.isEmpty == false
                && parsed.user() == nil && parsed.fragment() == nil
                && url.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            #expect(isSound, "\(text.debugDescription)")
        }
        #expect((100..<4_000).contains(accepted))
    }
}
