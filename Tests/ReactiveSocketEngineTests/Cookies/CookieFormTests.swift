import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

/// Forms of `Set-Cookie` that servers use, and the `Cookie` field of the next request (EN38).
@Suite struct CookieFormTests {
    private static let now = 1_700_000_000
    private static let home = "http://home.example.org/cookie-parser"

    /// Fields that are set by one response, and the cookies of a request to another file in the same directory.
    private func cookies(
        _ fields: [String],
        from: String = home,
        to: String = "http://home.example.org/cookie-parser-result",
        at now: Int = now
    ) -> String {
        let table = CookieBox(CookieTable { ["org", "com", "co.uk"].contains($0) })
        for field in fields { _ = table.store(field, from: CookieTarget(from), at: Self.now) }
        return table.text(for: CookieTarget(to), at: now)
    }

    @Test(arguments: [
        ("foo=bar", "foo=bar"), ("foo=bar;", "foo=bar"), ("foo=bar; ", "foo=bar"), ("foo=bar;;;;", "foo=bar"),
        ("foo", "foo"), ("foo=", "foo="), ("foo= ", "foo="), ("=bar", "bar"), (" =bar", "bar"), ("=", ""), (";", ""),
        ("", ""), (" ", ""), ("; foo=bar", ""), (";foo=bar", ""), ("==", "="), ("=;", ""), ("= bar", "bar"),
        ("foo==bar", "foo==bar"), ("foo=bar=baz", "foo=bar=baz"), ("=foo=bar", "foo=bar"), ("foo =bar", "foo=bar"),
        ("\tfoo\t=\tbar\t", "foo=bar"), ("foo=  bar  ", "foo=bar"), ("foo=bar baz", "foo=bar baz"),
        ("foo=\"bar\"", "foo=\"bar\""), ("foo=\"bar", "foo=\"bar"), ("foo=\" bar \"", "foo=\" bar \""),
        ("foo=\"bar; baz\"", "foo=\"bar"), ("foo=\"bar\\\"; baz\"", "foo=\"bar\\\""), ("\"foo\"=bar", "\"foo\"=bar"),
        ("\"a=b\"=c", "\"a=b\"=c"), ("foo=bar, a=b", "foo=bar, a=b"), ("a, b=c", "a, b=c"), ("foo=b;a=c, d=e", "foo=b"),
        ("$Version=1; foo=bar", "$Version=1"), ("$a=b", "$a=b"), ("@[]{}()<>/?:=x", "@[]{}()<>/?:=x"),
        ("foo=%20%3B%00", "foo=%20%3B%00"), ("foo=\u{6625}\u{8282}", "foo=\u{6625}\u{8282}"),
        ("\u{6625}=bar", "\u{6625}=bar"), ("foo\u{A0}=\u{A0}bar", "foo\u{A0}=\u{A0}bar"),
        ("foo=bar; version=1000;", "foo=bar"), ("foo=bar; customvalue=\"1000 or more\";", "foo=bar"),
        ("foo=bar; =; ; =x; x=", "foo=bar"), ("path=/x", "path=/x"), ("secure", "secure"), ("domain=x; domain=y", ""),
    ])
    func anyTextBeforeTheFirstSemicolonIsTheCookie(field: String, expected: String) {  // EN38
        #expect(cookies([field]) == expected)
    }

    @Test(arguments: (0...0x1F).map { UInt8($0) } + [0x7F])
    func noCookieHasAControlByte(byte: UInt8) {  // EN38
        let control = String(Unicode.Scalar(byte))
        #expect(cookies(["foo=b\(control)r"]) == "")
        #expect(cookies(["f\(control)o=bar"]) == "")
        // A tab is a blank around parts.
        #expect(cookies(["foo=bar; path=/;\(control)x"]) == (byte == 0x09 ? "foo=bar" : ""))
    }

    @Test(arguments: [
        ("max-age=10000;", true), ("max-age=0;", false), ("max-age=-1", false),
        ("max-age=-99999999999999999999", false),
        ("max-age", true), ("max-age=", true), ("max-age=x", true), ("max-age=1x", true), ("max-age=+0", true),
        ("max-age=0x0", true), ("max-age=\"0\"", true), ("max-age=0.5", true), ("max-age=3600, c=d;path=/", true),
        (" MAX-AGE = 0 ", false), ("max-age=0; max-age=9", true), ("max-age=9; max-age=0", false),
        ("max-age=0; max-age=x", false), ("max-age=0; max-age=", false),
        ("max-age=9; expires=Thu, 01 Jan 1970 00:00:01 GMT", true),
        ("expires=Thu, 01 Jan 1970 00:00:01 GMT; max-age=9", true),
        ("expires=Mon, 07 Aug 2090 08:04:19 GMT; max-age=0", false),
        ("expires=Thu, 01 Jan 1970 00:00:01 GMT; max-age=x", false), ("expires", true), ("expires=", true),
        ("expires=Thu, 10 Apr 1980 16:33:12 GMT", false), ("EXPIRES = Thu, 10 Apr 1980 16:33:12 GMT", false),
        ("expires=\"Thu, 10 Apr 1980 16:33:12 GMT\"", false), ("expires=Thu, 10 Apr 2080 16:33:12 GMT", true),
        ("expires=Thu, 10-Apr-80 16:33:12 GMT", false), ("expires=Sat, 15-Apr-69 20:12:42 GMT", true),
        ("expires=Thu, 10 Apr 1980 16:33:12 GMT; expires=never", false),
        ("expires=Thu, 10 Apr 1980 16:33:12 GMT; expires=Mon, 07 Aug 2090 08:04:19 GMT", true),
        ("expires=Thu, 10 Apr 1980 24:33:12 GMT", true), ("expires=0", true), ("expires=-1", true),
    ])
    func aCookieEndsByItsMaxAgeOrExpiryDate(attributes: String, lives: Bool) {  // EN38
        #expect(cookies(["foo=bar; \(attributes)"]) == (lives ? "foo=bar" : ""))
        // A cookie that has ended removes the one before it.
        #expect(cookies(["foo=old", "foo=bar; \(attributes)"]) == (lives ? "foo=bar" : ""))
    }

    @Test(arguments: [
        ("secure", ""), ("SECURE", ""), ("secure=", ""), ("secure=aaaa", ""), (" secure ;", ""), ("secure =aaaa", ""),
        ("sec ure", "foo=bar"), ("insecure", "foo=bar"), ("secure2", "foo=bar"), ("=secure", "foo=bar"),
        ("httponly", "foo=bar"), ("HttpOnly=x; SameSite", "foo=bar"), ("samesite=none", ""),
        ("samesite=none;samesite=x", "foo=bar"),
        ("samesite=x; SameSite = NONE", ""), ("SameSite=\"None\"", "foo=bar"),
        ("priority=high; partitioned", "foo=bar"),
    ])
    func namesOfCookieAttributesAreCaseInsensitive(attributes: String, expected: String) {  // EN38
        #expect(cookies(["foo=bar; \(attributes)"]) == expected)
    }

    @Test(arguments: [
        (".example.org", true, true), ("example.org", true, true), ("EXAMPLE.org", true, true),
        (" .example.org ", true, true), ("home.example.org", true, false), (".home.example.org", true, false),
        ("", true, false), (".", true, false), ("..example.org", false, false), ("example.org.", false, false),
        (".example.org.", false, false), ("example..org", false, false), ("xample.org", false, false),
        ("ome.example.org", false, false), ("sub.home.example.org", false, false), ("org", false, false),
        (".org", false, false), ("other.org", false, false), ("\"example.org\"", false, false),
        ("example.org:80", false, false), ("http://example.org", false, false), ("*.example.org", false, false),
        (".example.org; domain=home.example.org", true, false), ("home.example.org; domain=.example.org", true, true),
        ("other.org; domain=example.org", true, true), ("example.org; domain=other.org", false, false),
        ("example.org; domain=", true, false), ("example.org; domain", true, false),
    ])
    func theDomainDecidesWhichHostsReceiveACookie(domain: String, isForHost: Bool, isForSibling: Bool) {  // EN38
        let fields = ["foo=bar; path=/; domain=\(domain)"]
        #expect(cookies(fields) == (isForHost ? "foo=bar" : ""))
        #expect(cookies(fields, to: "http://sibling.example.org/") == (isForSibling ? "foo=bar" : ""))
        #expect(cookies(fields, to: "http://other.org/") == "")
    }

    @Test(arguments: [
        ("/", "/x/y/z", true), ("/", "/", true), ("/a", "/a", true), ("/a", "/a/", true), ("/a", "/a/b", true),
        ("/a", "/ab", false),
        ("/a/", "/a", false), ("/a/", "/a/b", true), ("/A", "/a", false), ("/a/../b", "/b", false),
        ("/a//", "/a/b", false),
        ("/%61", "/a", false), ("/a?b", "/a", false), ("/a; path=/b", "/b", true), ("/a; path=/b", "/a", false),
        ("/b; path=", "/dir/x", true), ("/b; path", "/b", false), ("/b; path=b", "/dir", true), ("a", "/dir/x", true),
        ("\"/a\"", "/dir/x", true), ("\"/a\"", "/a", false), (" /a ", "/a", true), ("", "/dir", true),
        ("", "/other", false),
    ])
    func thePathDecidesWhichURLsReceiveACookie(path: String, target: String, isSent: Bool) {  // EN38
        let sent = cookies(
            ["foo=bar; path=\(path)"],
            from: "http://home.example.org/dir/file",
            to: "http://home.example.org\(target)"
        )
        #expect(sent == (isSent ? "foo=bar" : ""))
    }

    @Test func longerPathsComeFirstAndOlderCookiesBeforeNewerOnes() {  // EN38
        let fields = [
            "a=1; path=/", "b=2; path=/x/y", "c=3; path=/x", "d=4; path=/x/y/", "e=5; path=/", "b=6; path=/x/y",
            "f=7; path=/x",
        ]
        let sent = cookies(fields, from: "http://home.example.org/", to: "http://home.example.org/x/y/z")
        #expect(sent == "d=4; b=6; c=3; f=7; a=1; e=5")
    }
}
