import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

/// The content of `Set-Cookie` fields (EN38).
@Suite struct SetCookieTests {
    @Test(arguments: [
        ("a=1", "a", "1"), (" a = 1 ", "a", "1"), ("\ta\t=\t1\t", "a", "1"), ("a=", "a", ""), ("=1", "", "1"),
        ("1", "", "1"), ("a=b=c", "a", "b=c"), ("a=\"b; c\"", "a", "\"b"), ("a=1;", "a", "1"), ("a=1;;;", "a", "1"),
        ("a b=c d", "a b", "c d"), ("a=é", "a", "é"), ("a,b=c,d", "a,b", "c,d"), ("a==", "a", "="),
        ("__host-a=1", "__host-a", "1"),
    ])
    func theFirstEqualsSignEndsTheName(text: String, name: String, value: String) throws {  // EN38
        let cookie = try #require(SetCookie(text))
        #expect(cookie.name == name)
        #expect(cookie.value == value)
    }

    @Test(arguments: [
        "", ";", "=", " = ; Path=/", "a=\u{1}", "a=\0", "a=1\r\n", "a\u{7F}=1", "a=1; Path=/\u{1F}", "a=b\tc", "a\tb=c",
    ])
    func aSetCookieFieldThatIsEmptyOrHasControlBytesIsIgnored(text: String) {  // EN38
        #expect(SetCookie(text) == nil)
    }

    @Test func aCookieHasAtMost4096Bytes() {  // EN38
        let fitting = "n=" + String(repeating: "v", count: 4_095)
        #expect(SetCookie(fitting) != nil)
        #expect(SetCookie(fitting + "v") == nil)
        #expect(SetCookie(fitting + "; Path=/; Comment=" + String(repeating: "c", count: 2_000)) != nil)
        #expect(SetCookie(String(repeating: "é", count: 2_049)) == nil)
    }

    @Test(arguments: [
        ("0", 0), ("-1", 0), ("60", 60), ("007", 7), ("-0", 0), ("99999999999999999999", Int.max),
        ("+1", nil), ("1.5", nil), ("", nil), ("-", nil), ("1 0", nil), ("1x", nil),
    ])
    func maxAgeIsReadOnlyIfItIsANumber(text: String, expected: Int?) throws {  // EN38
        #expect(try #require(SetCookie("a=1; Max-Age=\(text)")).maxAge == expected)
    }

    @Test func theLastOfRepeatedCookieAttributesCounts() throws {  // EN38
        let cookie = try #require(
            SetCookie("a=1; Path=/x; Path=/y; Domain=x.test; Domain=.Y.Test; Max-Age=1; Max-Age=2; Max-Age=z")
        )
        #expect(cookie.path == "/y")
        #expect(cookie.domain == "y.test")
        #expect(cookie.maxAge == 2)
        #expect(try #require(SetCookie("a=1; Path=/x; Path=y")).path == nil)
        #expect(try #require(SetCookie("a=1; Domain=x.test; Domain")).domain == "")
        #expect(try #require(SetCookie("a=1; SameSite=None; SameSite=Lax")).isForAllSites == false)
    }

    @Test func namesOfAttributesHaveNoCaseAndUnknownOnesAreIgnored() throws {  // EN38
        let cookie = try #require(
            SetCookie("a=1; sEcUrE; HTTPONLY=x; pATH = /x ; sameSITE=nONE; Version=1; Priority=High; Partitioned")
        )
        #expect(cookie.isSecure && cookie.isHTTPOnly && cookie.isForAllSites)
        #expect(cookie.path == "/x")
    }

    @Test func anAttributeOfMoreThan1024BytesIsIgnored() throws {  // EN38
        let long = "/" + String(repeating: "x", count: 1_024)
        #expect(try #require(SetCookie("a=1; Path=/y; Path=\(long)")).path == "/y")
        #expect(try #require(SetCookie("a=1; Path=\(long.dropLast())")).path == String(long.dropLast()))
    }

    @Test func aCookieWhoseDomainIsNotASCIIIsRejected() {  // EN38
        #expect(SetCookie("a=1; Domain=é.test") == nil)
        #expect(SetCookie("a=1; Domain=é.test; Domain=x.test") != nil)
    }

    /// Any bytes give a cookie within the limits, or none.
    @Test func randomSetCookieFieldsAreParsedSafely() {  // EN38
        var random = SplitMix(state: 38)
        let parts = [
            "a", "=", ";", " ", "\t", "Path", "/", "Max-Age", "1", "Expires", "Domain", ".", "é", "\u{301}", "\0", "-",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...12, using: &random)).reduce(into: "") { text, _ in
                text += parts.randomElement(using: &random) ?? ""
            }
            guard let cookie = SetCookie(text) else { continue }
            #expect(!cookie.name.isEmpty || !cookie.value.isEmpty)
            #expect(!"\(cookie.name)\(cookie.value)\(cookie.path ?? "")".utf8.contains { $0 < 0x20 }, "\(text)")
            #expect(!cookie.name.utf8.contains(UInt8(ascii: "=")) && !cookie.value.utf8.contains(UInt8(ascii: ";")))
            #expect(cookie.path?.utf8.first ?? UInt8(ascii: "/") == UInt8(ascii: "/"))
        }
    }
}
