import ReactiveNetworking
import ReactiveTestSupport
import Testing

@Suite struct ContentTypeTests {
    @Test func jsonOfAVendorHasTheExactText() {  // C-07
        #expect(HTTP.ContentType.applicationJson(vendor: nil).rawValue == "application/json; charset=utf-8")
        #expect(HTTP.ContentType.applicationJson.rawValue == "application/json; charset=utf-8")
        let vendor = HTTP.ContentType.applicationJson(vendor: "vnd.apegroup.com")
        #expect(vendor.rawValue == "application/vnd.apegroup.com+json; charset=utf-8")
    }

    @Test func theCommonTypesHaveTheirText() {
        #expect(HTTP.ContentType.imagePng.rawValue == "image/png")
        #expect(HTTP.ContentType.imageJpeg.rawValue == "image/jpeg")
        #expect(HTTP.ContentType.octetStream.rawValue == "application/octet-stream")
        #expect(HTTP.ContentType.textPlain.rawValue == "text/plain; charset=utf-8")
        #expect(HTTP.ContentType.formURLEncoded.rawValue == "application/x-www-form-urlencoded")
    }

    @Test func aBoundaryIsQuotedIfNecessary() {
        #expect(HTTP.ContentType.multipartFormData(boundary: "XYZ").rawValue == "multipart/form-data; boundary=XYZ")
        let odd = HTTP.ContentType.multipartFormData(boundary: "a \"b\\")
        #expect(odd.rawValue == "multipart/form-data; boundary=\"a \\\"b\\\\\"")
        #expect(odd.parameters == ["boundary": "a \"b\\"])
    }

    @Test func aTypeIsParsedIntoItsParts() {
        let type: HTTP.ContentType = " Text/HTML ; Charset=\"UTF-8\" ;q=0.5; note=\"a;b\\\"c\""
        #expect(type.type == "text")
        #expect(type.subtype == "html")
        #expect(type.charset == "utf-8")
        #expect(type.parameters == ["charset": "UTF-8", "q": "0.5", "note": "a;b\"c"])
    }

    @Test(arguments: ["", ";", "/", "a", ";;=;", "a/b;c", "a/b;=x", "a/b;c=\"", "a/b;c=\"\\", "a/b; ;;"])
    func malformedTextIsParsedSafely(text: String) {
        let type = HTTP.ContentType(rawValue: text)
        #expect(type.parameters.allSatisfy { $0.key == "c" })
        #expect(type.charset == nil)
        #expect(type == HTTP.ContentType(rawValue: text))
    }

    @Test func theFirstOfDuplicateParametersCounts() {
        #expect(HTTP.ContentType(rawValue: "a/b; charset=x; charset=y").charset == "x")
    }

    @Test func caseOfTypesAndCharsetDoesNotMatter() {
        let types: Set<HTTP.ContentType> = [
            "text/html; charset=utf-8", "TEXT/Html;CHARSET=UTF-8", "text/html;charset=\"utf-8\"",
        ]
        #expect(types.count == 1)
        #expect(HTTP.ContentType(rawValue: "text/html") != "text/html; charset=utf-8")
        #expect(HTTP.ContentType(rawValue: "text/html; a=B") != "text/html; a=b")
    }

    @Test func wildcardsMatchAnyTypeAndParametersAreIgnored() {  // F-31
        let json = HTTP.ContentType.applicationJson
        #expect(json.matches("*/*"))
        #expect(json.matches("Application/*"))
        #expect(json.matches("application/JSON; q=1"))
        #expect(!json.matches("text/*"))
        #expect(!json.matches("application/xml"))
        #expect(!json.matches("*/json"))
    }
}
