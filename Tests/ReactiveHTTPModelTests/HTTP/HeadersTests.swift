import ReactiveNetworking
import ReactiveTestSupport
import Testing

@Suite struct HeadersTests {
    @Test(arguments: [1, 8, 9, 3_000])
    func mergingReplacesNamesInAnyCaseHoweverMany(count: Int) {
        var old = HTTP.Headers()
        var new = HTTP.Headers()
        for number in 0..<count {
            old.add("X-Old-\(number)", "1")
            old.add("X-Both-\(number)", "1")
            new.add("x-BOTH-\(number)", "2")
            new.add("x-both-\(number)", "3")
        }
        let merged = old.merging(new)
        #expect(
            merged.map { $0.value } == Array(repeating: "1", count: count) + (0..<count).flatMap { _ in ["2", "3"] }
        )
        #expect(merged.prefix(count).allSatisfy { $0.name.hasPrefix("X-Old-") })
        #expect(new.merging(HTTP.Headers()) == new)
    }

    @Test func namesAreCaseInsensitiveAndKeepTheirSpelling() {  // N14
        let headers: HTTP.Headers = ["X-CustomKey": "1"]
        #expect(headers["x-customkey"] == "1")
        #expect(headers["X-CUSTOMKEY"] == "1")
        #expect(headers[0].name == "X-CustomKey")
        #expect(headers["X_CustomKey"] == nil)
        #expect(!headers.contains("X-CustomKe["))
    }

    @Test func onlyLettersAreCaseFoldedInNames() {
        let headers: HTTP.Headers = ["x@y": "1", "a^": "2"]
        #expect(headers["x`y"] == nil)
        #expect(headers["a~"] == nil)
    }

    @Test func severalValuesOfANameKeepTheirOrder() {  // N14
        let headers: HTTP.Headers = ["Accept": "a", "Set-Cookie": "c=1, 2", "accept": "b", "set-cookie": "d=3"]
        #expect(headers.count == 4)
        #expect(headers.values(for: "ACCEPT") == ["a", "b"])
        #expect(headers["Accept"] == "a, b")
        #expect(headers.values(for: "Set-Cookie") == ["c=1, 2", "d=3"])
        #expect(headers["Set-Cookie"] == "c=1, 2")
    }

    @Test func cookiesAreJoinedWithSemicolons() {
        let headers: HTTP.Headers = ["Cookie": "a=1", "Cookie": "b=2"]
        #expect(headers["cookie"] == "a=1; b=2")
    }

    @Test func writingReplacesAllValuesAtThePlaceOfTheFirst() {
        var headers: HTTP.Headers = ["A": "1", "B": "2", "a": "3", "C": "4", "A": "5"]
        headers["a"] = "6"
        #expect(headers == ["a": "6", "B": "2", "C": "4"])
        headers["D"] = "7"
        #expect(headers == ["a": "6", "B": "2", "C": "4", "D": "7"])
    }

    @Test func writingNilRemovesEveryValue() {
        var headers: HTTP.Headers = ["A": "1", "B": "2", "a": "3"]
        headers["A"] = nil
        #expect(headers == ["B": "2"])
        headers["A"] = nil
        #expect(headers == ["B": "2"])
    }

    @Test func mergingReplacesAllValuesOfAName() {  // C-09, C-11, F-05
        let base: HTTP.Headers = ["Custom-Header": "dsadas", "TestHeader": "TestHeaderValue"]
        let merged = base.merging(["Authorization": "0", "custom-header": "0", "User-Agent": "ios"])
        #expect(merged.values(for: "Custom-Header") == ["0"])
        #expect(merged["Authorization"] == "0")
        #expect(merged["User-Agent"] == "ios")
        #expect(merged["TestHeader"] == "TestHeaderValue")
        #expect(base["Custom-Header"] == "dsadas")
    }

    @Test func aDictionaryGivesFieldsOrderedByName() {
        #expect(HTTP.Headers(["B": "2", "A": "1", "C": "3"]) == ["A": "1", "B": "2", "C": "3"])
    }

    @Test func fieldsAreReadAsPairs() {
        let headers: HTTP.Headers = ["A": "1", "B": "2"]
        var seen: [String] = []
        for (name, value) in headers { seen.append(name + value) }
        #expect(seen == ["A1", "B2"])
        #expect(headers.last?.value == "2")
    }

    @Test func aDescriptionHidesSecretsAndIsOneLine() {  // N18
        var headers: HTTP.Headers = [
            "Authorization": "canary", "proxy-authorization": "canary", "Cookie": "canary", "SET-COOKIE": "canary",
            "X-Api-Key": "canary", "X-Mine": "canary", "Accept": "a\r\nb",
        ]
        headers.markSecret("x-MINE")
        let expected =
            "[Authorization: <redacted>, proxy-authorization: <redacted>, Cookie: <redacted>, "
            + "SET-COOKIE: <redacted>, X-Api-Key: <redacted>, X-Mine: <redacted>, Accept: a\\u{D}\\u{A}b]"
        #expect(headers.description == expected)
        var dumped = ""
        dump(headers, to: &dumped)
        #expect(!dumped.contains("canary"))
        #expect(dumped.contains("X-Mine"))
    }

    @Test func secretMarksSurviveMergingAndCopies() {
        var marked: HTTP.Headers = ["X-Mine": "canary"]
        marked.markSecret("X-Mine")
        let merged = HTTP.Headers(["A": "1"]).merging(marked)
        #expect(merged.markedSecretNames == ["x-mine"])
        #expect(!merged.description.contains("canary"))
    }
}
