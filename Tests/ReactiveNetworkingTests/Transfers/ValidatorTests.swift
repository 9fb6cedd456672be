import ReactiveTestSupport
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

@Suite struct ValidatorTests {
    private static let monday = "Mon, 01 Jan 2024 00:00:00 GMT"
    private static let tuesday = "Tue, 02 Jan 2024 00:00:00 GMT"

    @Test func onlyAStrongEntityTagIsAValidator() {
        #expect(Validator(strongOf: ["ETag": "\"a\""])?.text == "\"a\"")
        #expect(Validator(strongOf: ["ETag": "W/\"a\""]) == nil)
        #expect(Validator(strongOf: ["ETag": "a"]) == nil)
        #expect(Validator(strongOf: ["ETag": "\"a\"", "etag": "\"b\""]) == nil)
        #expect(Validator(strongOf: [:]) == nil)
    }

    @Test func aDateOlderThanTheResponseIsAValidatorIfThereIsNoTag() {
        let headers: HTTP.Headers = ["Last-Modified": Self.monday, "Date": Self.tuesday]
        #expect(Validator(strongOf: headers)?.text == Self.monday)
        #expect(Validator(strongOf: ["Last-Modified": Self.monday, "Date": Self.monday]) == nil)
        #expect(Validator(strongOf: ["Last-Modified": Self.monday]) == nil)
        #expect(Validator(strongOf: headers.merging(["ETag": "W/\"a\""])) == nil)
    }

    @Test func conflictingValidatorFieldsContradictEveryValidator() throws {
        let tags: HTTP.Headers = ["ETag": "\"a\"", "ETag": "\"b\""]
        #expect(Validator(strongOf: tags.merging(["Last-Modified": Self.monday, "Date": Self.tuesday])) == nil)
        #expect(try #require(Validator(text: "\"a\"")).isContradicted(by: tags))
        #expect(try #require(Validator(text: Self.monday)).isContradicted(by: tags))
        let dates: HTTP.Headers = ["Last-Modified": Self.monday, "Last-Modified": Self.tuesday]
        #expect(Validator(strongOf: dates.merging(["Date": "Wed, 03 Jan 2024 00:00:00 GMT"])) == nil)
        #expect(try #require(Validator(text: Self.monday)).isContradicted(by: dates))
    }

    @Test func repeatedEqualETagFieldsCountAsOne() throws {
        let tags: HTTP.Headers = ["ETag": "\"a\"", "etag": "\"a\" "]
        #expect(Validator(strongOf: tags)?.text == "\"a\"")
        #expect(try !#require(Validator(text: "\"a\"")).isContradicted(by: tags))
    }

    @Test func aValidatorMustBeAValidHeaderValue() {
        #expect(Validator(text: "\"a\"\r\nX: y") == nil)
        #expect(Validator(text: "") == nil)
        #expect(Validator(strongOf: ["ETag": "\"ä\""]) == nil)
    }

    @Test func aDifferentValidatorContradicts() throws {
        let tag = try #require(Validator(text: "\"a\""))
        #expect(tag.isContradicted(by: ["ETag": "\"b\""]))
        #expect(tag.isContradicted(by: ["ETag": "W/\"a\""]))
        #expect(!tag.isContradicted(by: ["ETag": "\"a\""]))
        #expect(!tag.isContradicted(by: [:]))
        let date = try #require(Validator(text: Self.monday))
        #expect(date.isContradicted(by: ["Last-Modified": Self.tuesday]))
    }

    @Test(
        arguments: [
            ("bytes 5-9/10", 5, 9, 10), ("bytes 5-9/*", 5, 9, nil), ("bytes */10", nil, nil, 10),
            ("BYTES 0-0/1", 0, 0, 1),
        ] as [(String, Int64?, Int64?, Int64?)]
    )
    func aContentRangeIsParsed(field: String, first: Int64?, last: Int64?, total: Int64?) throws {
        let range = try #require(ContentRange(field))
        #expect(range.bytes?.lowerBound == first)
        #expect(range.bytes?.upperBound == last)
        #expect(range.total == total)
    }

    @Test(arguments: [
        "", "bytes", "bytes 9-5/10", "bytes 5-10/10", "bytes -5/10", "bytes 5-/10", "items 5-9/10", "bytes */*",
        "bytes 5-9/99999999999999999999", "bytes 5-9", "bytes=5-9/10",
    ])
    func anInvalidContentRangeIsRejected(field: String) {
        #expect(ContentRange(field) == nil)
    }
}
