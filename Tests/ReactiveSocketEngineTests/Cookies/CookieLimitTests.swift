import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

/// The number of cookies is limited, and the least useful ones go first (EN38).
@Suite struct CookieLimitTests {
    private static let now = CookieTableTests.now
    private let target = CookieTarget("https://www.example.com/")

    private func table() -> CookieBox { CookieBox(CookieTable { ["com", "test"].contains($0) }) }

    @Test func aDomainHasAtMost180Cookies() {  // EN38
        let table = table()
        for number in 1...180 { _ = table.store("n\(number)=1; Secure", from: target, at: Self.now) }
        #expect(table.count == 180)
        _ = table.cookies(for: target, at: Self.now)
        _ = table.store("a=1; Secure; Path=/a", from: target, at: Self.now)
        #expect(table.count == 180)
        // All were used at one time, apart from the new one.
        #expect(table.cookies.contains { $0.name == "a" })
        #expect(table.cookies(for: CookieTarget("https://www.example.com/a"), at: Self.now).count == 180)
    }

    @Test func endedCookiesGoFirstThenPlainOnesThenTheLeastRecentlyUsed() {  // EN38
        let table = table()
        _ = table.store("old=1; Secure", from: target, at: Self.now)
        _ = table.store("plain1=1; Path=/1", from: target, at: Self.now)
        _ = table.store("plain2=1; Path=/2", from: target, at: Self.now)
        _ = table.store("ended=1; Secure; Max-Age=10", from: target, at: Self.now)
        for number in 5...180 { _ = table.store("n\(number)=1; Secure; Path=/n", from: target, at: Self.now) }
        _ = table.cookies(for: CookieTarget("https://www.example.com/1"), at: Self.now)
        func names() -> Set<String> {
            Set(table.cookies.map(\.name)).intersection(["old", "plain1", "plain2", "ended", "n5"])
        }
        var expected: Set = ["old", "plain1", "plain2", "ended", "n5"]
        #expect(names() == expected)
        for (number, gone) in ["ended", "plain2", "plain1", "n5"].enumerated() {
            _ = table.store("more\(number)=1; Secure; Path=/m", from: target, at: Self.now + 10)
            expected.remove(gone)
            #expect(names() == expected, "after \(gone)")
        }
    }

    @Test func thereAreAtMost3000Cookies() {  // EN38
        let table = table()
        for number in 0..<3_000 {
            let host = CookieTarget("https://h\(number / 100).test/")
            _ = table.store("n\(number)=1", from: host, at: Self.now)
        }
        #expect(table.count == 3_000)
        _ = table.cookies(for: CookieTarget("https://h0.test/"), at: Self.now)
        _ = table.store("a=1", from: target, at: Self.now)
        #expect(table.count == 3_000)
        #expect(!table.cookies.contains { $0.name == "n100" })
        #expect(table.cookies.contains { $0.name == "n0" })
    }

    /// Compares a table with a list that is searched from end to end.
    @Test(arguments: 1...20) func aCookieTableAgreesWithAPlainListUnderRandomOperations(seed: UInt64) {  // EN38
        var random = SplitMix(state: seed)
        let table = table()
        var list: [Cookie] = []
        var now = Self.now
        let hosts = ["example.com", "www.example.com", "a.www.example.com", "other.test"]
        let paths = ["/", "/a", "/a/", "/a/b", "/ab"]
        for _ in 0..<400 {
            now += Int.random(in: 0...3, using: &random)
            let host = hosts.randomElement(using: &random) ?? ""
            let path = paths.randomElement(using: &random) ?? ""
            let target = CookieTarget(isSecure: Bool.random(using: &random), host: host, path: path)
            if Bool.random(using: &random) {
                let expected = list.filter { !$0.hasEnded(at: now) && $0.applies(to: target) }
                let found = table.cookies(for: target, at: now)
                #expect(Set(found) == Set(expected) && found.count == expected.count)
                let lengths = found.map(\.path.utf8.count)
                #expect(lengths == lengths.sorted(by: >))
                continue
            }
            let domain = host == "other.test" || Bool.random(using: &random) ? "" : "example.com"
            let name = ["a", "b"].randomElement(using: &random) ?? ""
            let age = Int.random(in: 0...8, using: &random)
            let place = paths.randomElement(using: &random) ?? ""
            let secure = target.isSecure && Bool.random(using: &random)
            var field = "\(name)=\(now); Path=\(place); Max-Age=\(age)"
            if !domain.isEmpty { field += "; Domain=\(domain)" }
            if secure { field += "; Secure" }
            let cookie = Cookie(
                name: name,
                value: "\(now)",
                domain: domain.isEmpty ? host : domain,
                isHostOnly: domain.isEmpty,
                path: place,
                isSecure: secure,
                expiry: now + age
            )
            let isHidden = list.contains { old in
                old.isSecure && old.name == name && !old.hasEnded(at: now)
                    && (old.domain == cookie.domain || old.domain.hasSuffix("." + cookie.domain)
                        || cookie.domain.hasSuffix("." + old.domain))
                    && CookieTarget.isPath(old.path, above: place)
            }
            _ = table.store(field, from: target, at: now)
            guard target.isSecure || !isHidden else { continue }
            list.removeAll { cookie.replaces($0) }
            if age > 0 { list.append(cookie) }
        }
        #expect(Set(table.cookies.filter { !$0.hasEnded(at: now) }) == Set(list.filter { !$0.hasEnded(at: now) }))
        #expect(table.count == table.cookies.count)
    }
}
