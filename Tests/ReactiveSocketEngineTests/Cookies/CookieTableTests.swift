import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

/// Which cookies are stored, and which requests they go with (EN38, EN39).
@Suite struct CookieTableTests {
    /// A response that sets cookies, a later request, and the cookies of that request.
    struct Case: Sendable, CustomTestStringConvertible {
        let fields: [String]
        let from: String
        let to: String
        let expected: String

        init(_ fields: String..., from: String? = nil, to: String? = nil, gives expected: String) {
            self.fields = fields
            self.from = from ?? "https://www.example.com/dir/file"
            self.to = to ?? from ?? "https://www.example.com/dir/other"
            self.expected = expected
        }

        var testDescription: String {
            let all = fields.joined(separator: " | ")
            return "\(all) from \(from) to \(to)"
        }
    }

    private static let suffixes: Set<String> = ["com", "uk", "co.uk", "test", "localhost"]

    static let now = 1_700_000_000

    private func table(knowsSuffixes: Bool = true) -> CookieBox {
        guard knowsSuffixes else { return CookieBox(CookieTable(isPublicSuffix: nil)) }
        return CookieBox(CookieTable { Self.suffixes.contains($0) })
    }

    private func cookies(of given: Case, knowsSuffixes: Bool = true) -> String {
        let table = table(knowsSuffixes: knowsSuffixes)
        for field in given.fields { _ = table.store(field, from: CookieTarget(given.from), at: Self.now) }
        return table.text(for: CookieTarget(given.to), at: Self.now)
    }

    private static let names: [Case] = [
        Case("a=1", gives: "a=1"),
        Case("a=1", "b=2", gives: "a=1; b=2"),
        Case("a=1", "b=2", "a=3", gives: "a=3; b=2"),
        Case("a=1", "A=2", gives: "a=1; A=2"),
        Case("a=1", "a=2; Path=/dir", gives: "a=2"),
        Case("a=1; Path=/", "a=2; Path=/dir", gives: "a=2; a=1"),
        Case("1", gives: "1"),
        Case("1", "2", gives: "2"),
        Case("a=1; Secure; HttpOnly; SameSite=Strict; Unknown=x", gives: "a=1"),
        Case("é=1", "e\u{301}=2", gives: "é=1; e\u{301}=2"),
    ]

    private static let ends: [Case] = [
        Case("a=1; Max-Age=1", gives: "a=1"),
        Case("a=1; Max-Age=0", gives: ""),
        Case("a=1", "a=1; Max-Age=-1", gives: ""),
        Case("a=1", "a=; Expires=Thu, 01 Jan 1970 00:00:00 GMT", gives: ""),
        Case("a=1; Expires=Wed, 01 Jan 3000 00:00:00 GMT", gives: "a=1"),
        Case("a=1; Expires=Wed, 01 Jan 3000 00:00:00 GMT; Max-Age=0", gives: ""),
        Case("a=1; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:00 GMT", gives: "a=1"),
        Case("a=1; Expires=never", gives: "a=1"),
        Case("a=1; Max-Age=99999999999999999999", gives: "a=1"),
        Case("a=1; Path=/", "a=; Path=/dir; Max-Age=0", gives: "a=1"),
    ]

    private static let domains: [Case] = [
        Case("a=1", to: "https://example.com/dir/", gives: ""),
        Case("a=1", to: "https://x.www.example.com/dir/", gives: ""),
        Case("a=1; Domain=example.com", to: "https://example.com/dir/", gives: "a=1"),
        Case("a=1; Domain=.EXAMPLE.com", to: "https://x.y.example.com/dir/", gives: "a=1"),
        Case("a=1; Domain=www.example.com", to: "https://x.www.example.com/dir/", gives: "a=1"),
        Case("a=1; Domain=example.com", to: "https://badexample.com/dir/", gives: ""),
        Case("a=1; Domain=..example.com", gives: ""),
        Case("a=1; Domain=example.com.", gives: ""),
        Case("a=1; Domain=xample.com", gives: ""),
        Case("a=1; Domain=x.www.example.com", gives: ""),
        Case("a=1; Domain=other.com", gives: ""),
        Case("a=1; Domain=com", gives: ""),
        Case("a=1; Domain=.com.", gives: ""),
        Case("a=1; Domain=com", to: "https://other.com/dir/", gives: ""),
        Case("a=1; Domain=", to: "https://example.com/dir/", gives: ""),
        Case("a=1; Domain=", gives: "a=1"),
        Case("a=1; Domain=.", gives: "a=1"),
        Case("a=1; Domain=é.example.com", gives: ""),
        Case("a=1; Domain=localhost", from: "https://localhost/", gives: "a=1"),
        Case("a=1; Domain=localhost", from: "https://localhost/", to: "https://x.localhost/", gives: ""),
        Case("a=1; Domain=example.com", "a=2; Domain=www.example.com", "a=3", gives: "a=1; a=2; a=3"),
        Case("a=1; Domain=127.0.0.1", from: "https://127.0.0.1/", gives: "a=1"),
        Case("a=1; Domain=0.0.1", from: "https://127.0.0.1/", gives: ""),
        Case("a=1; Domain=1", from: "https://127.0.0.1/", gives: ""),
        Case("a=1", from: "https://127.0.0.1/", to: "https://127.0.0.2/", gives: ""),
        Case("a=1", from: "https://::1/", gives: "a=1"),
        Case("a=1; Domain=:1", from: "https://::1/", gives: ""),
    ]

    private static let paths: [Case] = [
        Case("a=1", to: "https://www.example.com/", gives: ""),
        Case("a=1", to: "https://www.example.com/dir", gives: "a=1"),
        Case("a=1", to: "https://www.example.com/directory", gives: ""),
        Case("a=1; Path=/", to: "https://www.example.com/", gives: "a=1"),
        Case("a=1; Path=dir", to: "https://www.example.com/dir/x", gives: "a=1"),
        Case("a=1; Path=", to: "https://www.example.com/other", gives: ""),
        Case("a=1; Path=/dir/", to: "https://www.example.com/dir", gives: ""),
        Case("a=1; Path=/dir/", to: "https://www.example.com/dir/x", gives: "a=1"),
        Case("a=1; Path=/other", to: "https://www.example.com/other/x", gives: "a=1"),
        Case("a=1; Path=/DIR", gives: ""),
        Case("a=1; Path=/%64ir", gives: ""),
        Case("a=1", from: "https://www.example.com/file", to: "https://www.example.com/x/y", gives: "a=1"),
        Case("a=1", from: "https://www.example.com/a/b/", to: "https://www.example.com/a/b/c", gives: "a=1"),
        Case("a=1", from: "https://www.example.com/a/b/", to: "https://www.example.com/a/bc", gives: ""),
        Case("a=1; Path=/", "b=2; Path=/dir", "c=3; Path=/", "d=4; Path=/dir", gives: "b=2; d=4; a=1; c=3"),
    ]

    private static let securities: [Case] = [
        Case("a=1; Secure", to: "http://www.example.com/dir/", gives: ""),
        Case("a=1; Secure", from: "http://www.example.com/", gives: ""),
        Case("a=1", from: "http://www.example.com/", to: "https://www.example.com/", gives: "a=1"),
        Case("a=1; SameSite=None", gives: ""),
        Case("a=1; SameSite=None; Secure", gives: "a=1"),
        Case("a=1; SameSite=Lax", gives: "a=1"),
        Case("a=1; SameSite=other", gives: "a=1"),
        Case("__Secure-a=1; Secure", gives: "__Secure-a=1"),
        Case("__Secure-a=1", gives: ""),
        Case("__SECURE-a=1", gives: ""),
        Case("__Host-a=1; Secure; Path=/", gives: "__Host-a=1"),
        Case("__Host-a=1; Secure; Path=/; Domain=", gives: "__Host-a=1"),
        Case("__Host-a=1; Secure; Path=/; Domain=www.example.com", gives: ""),
        Case("__Host-a=1; Secure; Path=/dir", gives: ""),
        Case("__Host-a=1; Secure", from: "https://www.example.com/", gives: ""),
        Case("__host-a=1; Path=/", gives: ""),
        Case("__Host-a=1; Secure; Path=/", from: "http://www.example.com/", gives: ""),
        Case("=__Secure-a=1; Secure", gives: ""),
        Case("__Host-a; Secure; Path=/", gives: ""),
        Case("a=__Host-b; Path=/", gives: "a=__Host-b"),
    ]

    @Test(arguments: names + ends + domains + paths + securities)
    func aCookieIsSentOnlyWhereItsAttributesAllow(given: Case) {  // EN38
        #expect(cookies(of: given) == given.expected)
    }

    @Test(arguments: [
        ("a=2", "/"), ("a=2; Path=/dir", "/"), ("a=2; Path=/login/x", "/login"), ("a=2; Domain=example.com", "/"),
        ("a=; Max-Age=0", "/"), ("a=2; Domain=www.example.com", "/"),
    ])
    func aSecureCookieIsNotOverwrittenOverHTTP(field: String, path: String) {  // EN38
        let table = table()
        let secure = CookieTarget("https://www.example.com/dir/")
        #expect(table.store("a=1; Secure; Path=\(path)", from: secure, at: Self.now))
        #expect(!table.store(field, from: CookieTarget("http://www.example.com/"), at: Self.now))
        #expect(table.cookies.map(\.value) == ["1"])
    }

    @Test(arguments: [
        ("https://api.example.com/", "a=1; Secure; Domain=example.com; Path=/", "http://www.example.com/"),
        ("https://www.example.com/", "a=1; Secure; Path=/", "http://example.com/"),
    ])
    func aSecureCookieIsNotHiddenByOneOfARelatedDomain(url: String, field: String, plain: String) {  // EN38
        let table = table()
        #expect(table.store(field, from: CookieTarget(url), at: Self.now))
        let other = plain.contains("www") ? "a=2; Path=/" : "a=2; Domain=example.com; Path=/"
        #expect(!table.store(other, from: CookieTarget(plain), at: Self.now))
    }

    @Test(arguments: ["b=2; Path=/", "a=2; Path=/other", "A=2; Path=/"])
    func otherCookiesAreSetOverHTTPBesideASecureOne(field: String) {  // EN38
        let table = table()
        #expect(table.store("a=1; Secure; Path=/dir", from: CookieTarget("https://www.example.com/"), at: Self.now))
        #expect(table.store(field, from: CookieTarget("http://www.example.com/"), at: Self.now))
        #expect(table.count == 2)
    }

    @Test(arguments: [
        ("a=1; Domain=co.uk", "", ""), ("a=1; Domain=a.co.uk", "a=1", "a=1"), ("a=1; Domain=uk", "", ""),
    ])
    func aCookieNeverCoversAPublicSuffix(field: String, same: String, below: String) {  // EN39, TC-79
        let from = "https://a.co.uk/"
        #expect(cookies(of: Case(field, from: from, gives: same)) == same)
        #expect(cookies(of: Case(field, from: from, to: "https://x.a.co.uk/", gives: below)) == below)
        #expect(cookies(of: Case(field, from: from, to: "https://b.co.uk/", gives: "")) == "")
    }

    @Test(arguments: ["a=1; Domain=co.uk", "a=1; Domain=a.co.uk", "a=1"])
    func withoutAListOfSuffixesACookieIsForItsHostAlone(field: String) {  // EN39, TC-79
        let from = "https://a.co.uk/"
        #expect(cookies(of: Case(field, from: from, gives: ""), knowsSuffixes: false) == "a=1")
        for other in ["https://x.a.co.uk/", "https://b.co.uk/", "https://co.uk/"] {
            #expect(cookies(of: Case(field, from: from, to: other, gives: ""), knowsSuffixes: false) == "")
        }
        #expect(cookies(of: Case("a=1; Domain=b.co.uk", from: from, gives: ""), knowsSuffixes: false) == "")
        let prefixed = Case("__Host-a=1; Secure; Path=/; Domain=a.co.uk", from: from, gives: "")
        #expect(cookies(of: prefixed, knowsSuffixes: false) == "")
    }

    @Test func aCookieEndsAtItsTimeAndAfter400DaysAtTheLatest() {  // EN38
        let target = CookieTarget("https://www.example.com/")
        for (field, age) in [
            ("a=1; Max-Age=60", 60), ("a=1; Max-Age=99999999999", CookieTable.maxAge),
            ("a=1; Expires=Fri, 31 Dec 9999 23:59:59 GMT", CookieTable.maxAge),
        ] {
            let table = table()
            #expect(table.store(field, from: target, at: Self.now))
            #expect(table.text(for: target, at: Self.now + age - 1) == "a=1")
            #expect(table.text(for: target, at: Self.now + age) == "")
        }
        #expect(CookieTable.maxAge == 34_560_000)
    }

    @Test func aReplacedCookieKeepsItsPlaceInTheOrder() {  // EN38
        let table = table()
        let target = CookieTarget("https://www.example.com/")
        for field in ["a=1", "b=2", "a=3; Max-Age=9"] { #expect(table.store(field, from: target, at: Self.now)) }
        #expect(table.text(for: target, at: Self.now) == "a=3; b=2")
        #expect(table.store("a=; Max-Age=0", from: target, at: Self.now))
        #expect(!table.store("a=; Max-Age=0", from: target, at: Self.now))
        #expect(table.store("a=4", from: target, at: Self.now))
        #expect(table.text(for: target, at: Self.now) == "b=2; a=4")
    }
}

extension CookieTarget {
    /// Creates a target from a URL with a name or an address without brackets, and without a port.
    init(_ url: String) {
        let parts = url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true)
        self.init(
            isSecure: url.hasPrefix("https:"),
            host: String(parts[1]),
            path: parts.count > 2 ? "/\(parts[2])" : "/"
        )
    }
}
