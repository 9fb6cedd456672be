import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import Testing

@Suite struct ParametersTests {
    private func query(_ parameters: Parameters, _ style: Parameters.Style = Parameters.Style()) throws -> String {
        try parameters.query(style)
    }

    @Test func scalarsAreEncodedAsSortedPairs() throws {  // F-07, C-13
        #expect(try query([:]) == "")
        #expect(try query(["lastname": "Doe", "firstname": "Taylor"]) == "firstname=Taylor&lastname=Doe")
        #expect(try query(["value": 11]) == "value=11")
        #expect(try query(["value": 11.1]) == "value=11.1")
        #expect(try query(["value": true]) == "value=1")
    }

    @Test func dictionariesAreEncodedWithBrackets() throws {  // F-07, C-15
        #expect(try query(["dictionary": ["value": 12]]) == "dictionary%5Bvalue%5D=12")
        #expect(
            try query(["dictionary": ["nested": ["value": 7.1]]]) == "dictionary%5Bnested%5D%5Bvalue%5D=7.1"
        )
        #expect(try query(["d": ["b": 1, "a": ["z": 1, "y": 2]]]) == "d%5Ba%5D%5By%5D=2&d%5Ba%5D%5Bz%5D=1&d%5Bb%5D=1")
    }

    @Test(arguments: [
        (":#[]@!$&'()*+,;=", "%3A%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D"), ("?/", "?/"),
        ("0123456789abcXYZ-._~", "0123456789abcXYZ-._~"),
        ("Børk Børk Børk!!", "B%C3%B8rk%20B%C3%B8rk%20B%C3%B8rk%21%21"),
        ("català", "catal%C3%A0"), ("Tiếng Việt", "Ti%E1%BA%BFng%20Vi%E1%BB%87t"),
        ("日本の", "%E6%97%A5%E6%9C%AC%E3%81%AE"), ("العربية", "%D8%A7%D9%84%D8%B9%D8%B1%D8%A8%D9%8A%D8%A9"),
        ("😃", "%F0%9F%98%83"), ("τεστ", "%CF%84%CE%B5%CF%83%CF%84"), ("%", "%25"), ("\r\n\0", "%0D%0A%00"),
    ]) func namesAndValuesAreEscaped(text: String, escaped: String) throws {  // F-07, C-17, C-19
        #expect(try query(["v": text]) == "v=\(escaped)")
        #expect(try query([text: "v"]) == "\(escaped)=v")
        #expect(try query(["d": [text: "v"]]) == "d%5B\(escaped)%5D=v")
    }

    @Test func nilValuesAreOmitted() throws {  // C-25
        let absent: String? = nil
        let present: Int? = 3
        let parameters: Parameters = [
            "key1": true, "key2": present, "key3": 5.13453124189, "key4": "test", "key5": absent,
            "key6": ["in": absent], "key7": JSONValue.null, "key8": [Int](), "key9": Int??.some(nil) as Any,
        ]
        let words = Parameters.Style(bools: .words)
        #expect(try query(parameters, words) == "key1=true&key2=3&key3=5.13453124189&key4=test")
        #expect(try parameters.values.keys.sorted() == ["key1", "key2", "key3", "key4", "key6", "key7", "key8"])
    }

    @Test func arraysAndBooleansFollowTheStyle() throws {  // F-07
        let parameters: Parameters = ["a": [1, 2], "flag": false, "n": [["k": true]]]
        #expect(try query(parameters) == "a%5B%5D=1&a%5B%5D=2&flag=0&n%5B%5D%5Bk%5D=1")
        #expect(
            try query(parameters, Parameters.Style(arrays: .indices))
                == "a%5B0%5D=1&a%5B1%5D=2&flag=0&n%5B0%5D%5Bk%5D=1"
        )
        #expect(
            try query(parameters, Parameters.Style(bools: .words, arrays: .repeated))
                == "a=1&a=2&flag=false&n%5Bk%5D=true"
        )
    }

    @Test func numbersOfEveryKindKeepTheirDigits() throws {
        let parameters: Parameters = [
            "a": Int64.max, "b": UInt64.max, "c": Float(0.1), "d": 1e300,
            "e": Decimal(string: "0.12345678901234567890"), "f": NSNumber(value: true), "g": 2.0, "h": NSString("s"),
            "i": Substring("t"),
        ]
        let expected =
            "a=9223372036854775807&b=18446744073709551615&c=0.1&d=1e%2B300&e=0.1234567890123456789&f=1&g=2&h=s&i=t"
        #expect(try query(parameters) == expected)
    }

    @Test func anEncodableIsEncodedByItsMembers() throws {  // F-09
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        struct Page: Encodable { let pageSize = 20, tags = ["a"], next: String? = nil }
        #expect(try query(Parameters(encoding: Page(), with: encoder)) == "page_size=20&tags%5B%5D=a")
    }

    static let failing: [(@Sendable () -> Parameters, String)] = [
        ({ ["user": ["avatar": Data([1])]] }, "user.avatar: Data is not a JSON value"),
        ({ ["b": Date(), "a": [1, Date()] as [Any]] }, "a[1]: Date is not a JSON value"),
        ({ ["n": Double.nan] }, "n: nan is not a JSON number"),
        ({ ["n": ["x": JSONValue.number(.infinity)]] }, "n.x: inf is not a number that can be sent"),
        ({ Parameters(encoding: ["d": ["x": Double.nan]]) }, "d.x: Double cannot be encoded as JSON"),
        ({ Parameters(encoding: [1]) }, "the parameters have no names"),
    ]

    @Test(arguments: failing.indices) func theErrorNamesAValueThatCannotBeEncoded(index: Int) {  // F-09
        let (make, text) = Self.failing[index]
        let error = #expect(throws: RequestError.self) { try make().query() }
        #expect(error?.description == "the parameters cannot be encoded: " + text)
        #expect(!make().isEmpty)
    }

    @Test func mergingPrefersTheMergedInParameters() throws {  // F-06
        let own: Parameters = ["a": 2, "c": 3]
        let merged = (["a": 1, "b": 1] as Parameters).merging(own)
        #expect(merged == ["a": 2, "b": 1, "c": 3])
        let broken = own.merging(["x": Date()])
        #expect(throws: RequestError.self) { try broken.values }
        #expect(throws: RequestError.self) { try Parameters().merging(broken).merging(own).values }
    }

    @Test func valuesAreAccessibleByName() throws {
        var parameters: Parameters = ["a": 1]
        parameters["b"] = ["x"]
        parameters["a"] = nil
        #expect(try parameters.values == ["b": ["x"]])
    }

    @Test func aDescriptionHidesSecrets() {
        let parameters: Parameters = [
            "password": "canary", "user": ["Token": "canary", "name": "ape"], "l": [["pwd": "canary"]],
        ]
        var text = "\(parameters) \(Request(.get, "/").adding(parameters: parameters))"
        dump(parameters, to: &text)
        dump(Request(.get, "/").adding(parameters: parameters, userInfo: ["k": "canary"]), to: &text)
        #expect(!text.contains("canary"))
        #expect(text.contains("ape"))
    }

    @Test func nestingDepthIsLimited() {
        let deep = (0..<600).reduce(JSONValue.integer(1)) { inner, _ in [inner] }
        let error = #expect(throws: RequestError.self) { try (["a": deep] as Parameters).query() }
        #expect(error?.description.contains("128 levels") == true)
    }
}
