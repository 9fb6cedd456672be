import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import Testing

@Suite struct BodyTests {
    private struct User: Encodable {
        var name = "Ape"
        var scores: [Double] = [1]
    }

    private final class Thing {}

    private func text(_ body: Body) throws -> String {
        String(decoding: try body.data(), as: UTF8.self)
    }

    private func failure(_ body: Body) -> RequestError? {
        do {
            _ = try body.data()
            return nil
        } catch {
            return error
        }
    }

    @Test func anEncodableValueBecomesJSON() throws {  // F-09
        let body = Body.json(User())
        #expect(body.contentType == .applicationJson)
        let object = try JSONSerialization.jsonObject(with: body.data()) as? [String: Any]
        #expect(object?["name"] as? String == "Ape")
    }

    @Test func theEncoderDeterminesTheFormat() throws {  // F-09
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        struct Person: Encodable { let firstName = "Ape" }
        #expect(try text(.json(Person(), encoder: encoder)) == #"{"first_name":"Ape"}"#)
    }

    @Test func scalarsAtTheTopLevelAreEncodedAsJSON() throws {  // RFC 8259
        #expect(try text(.json("a")) == "\"a\"")
        #expect(try text(.json(1)) == "1")
        #expect(try text(.json(Int?.none)) == "null")
    }

    @Test func anEncodableFailureKeepsPathAndCause() throws {  // F-09
        let error = try #require(failure(.json(["user": User(scores: [1, .nan])])))
        guard case .unencodableBody(let path, let reason, let cause) = error else {
            return #expect(Bool(false), "\(error)")
        }
        #expect(path == "user.scores[1]")
        #expect(reason == "Double cannot be encoded as JSON")
        #expect(cause?.error is EncodingError)
        #expect(error.description == "the body cannot be encoded: user.scores[1]: Double cannot be encoded as JSON")
    }

    @Test func anErrorThrownByTheValueIsTheCause() throws {
        struct Refusal: Error, Equatable { let secret = "canary" }
        struct Stubborn: Encodable {
            func encode(to encoder: any Encoder) throws { throw Refusal() }
        }
        let error = try #require(failure(.json(Stubborn())))
        #expect(error == .unencodableBody(path: "", reason: "encoding failed (Refusal)", cause: .init(Refusal())))
        #expect(!error.description.contains("canary"))
    }

    @Test func untypedValuesBecomeJSONWithSortedKeys() throws {  // C-27, F-09
        let object: [String: Any] = [
            "universities": [1, 2, 3], "coordinate": ["latitude": "42.24", "longitude": "-83.1"],
            "inputted_text": "Hello Kanto!", "url": "http://a/b",
        ]
        let expected =
            #"{"coordinate":{"latitude":"42.24","longitude":"-83.1"},"inputted_text":"Hello Kanto!","#
            + #""universities":[1,2,3],"url":"http://a/b"}"#
        #expect(try text(.json(object)) == expected)
    }

    @Test func untypedValuesCanBePrettyPrinted() throws {  // F-09
        #expect(try text(.json(["a": 1] as [String: Any], format: .pretty)) == "{\n  \"a\": 1\n}")
        #expect(try text(.json([1] as [Any], format: .pretty)) == "[\n  1\n]")
        let request = RequestBuilder(.post, "http://api.test/").json(["a": 1] as [String: Any], format: .pretty)
        #expect(try request.build().prepared().body == Data("{\n  \"a\": 1\n}".utf8))
    }

    @Test func numbersAndNullKeepTheirMeaning() throws {
        let values: [Any] = [
            true, false, 1, 0, -1.5, Float(0.5), Int8(1), Int16(2), Int32(3), Int64.min, UInt8(1), UInt16(2),
            UInt32(3), UInt64.max, UInt(5), CGFloat(1.5), Decimal(string: "1.25") as Any, Substring("s"),
            Int?.none as Any, Int?.some(7) as Any, NSNull(),
        ]
        let expected =
            "[true,false,1,0,-1.5,0.5,1,2,3,-9223372036854775808,1,2,3,18446744073709551615,5,1.5,1.25,\"s\","
            + "null,7,null]"
        #expect(try text(.json(values)) == expected)
    }

    @Test func foundationObjectsKeepTheirMeaning() throws {
        let values: [Any] = [
            NSNumber(value: true), NSNumber(value: 1), NSNumber(value: 1.5), NSNumber(value: UInt64.max),
            NSDecimalNumber(string: "1.25"), NSString(string: "s"), NSArray(array: [1]),
            NSDictionary(dictionary: ["k": false]), NSNumber(value: Int8(5)), NSNumber(value: UInt8(200)),
            NSNumber(value: Int8(1)), NSNumber(value: false),
        ]
        let expected = #"[true,1,1.5,18446744073709551615,1.25,"s",[1],{"k":false},5,200,1,false]"#
        #expect(try text(.json(values)) == expected)
    }

    @Test func parsedJSONIsEncodedUnchanged() throws {
        let json = #"{"a":[1,2.5,true,null,"x",{"b":{}}],"c":false}"#
        let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
        #expect(try text(.json(#require(object))) == json)
    }

    @Test func everyUnicodeScalarSurvivesARoundTrip() throws {
        let scalars = (0...0x2100).compactMap(Unicode.Scalar.init) + ["😀", "\u{10FFFF}"]
        let string = String(String.UnicodeScalarView(scalars))
        let data = try Body.json([string] as [Any]).data()
        #expect(try JSONDecoder().decode([String].self, from: data) == [string])
        #expect(try text(.json(["\"\\/\n\u{1}"] as [Any])) == #"["\"\\/\n\u0001"]"#)
    }

    @Test func numbersOfEverySizeSurviveARoundTrip() throws {
        let numbers = [0, -0.0, 1, 1e16, 1e300, 2.2250738585072014e-308, 0.1, -1.5e-7, .pi, .greatestFiniteMagnitude]
        #expect(try JSONDecoder().decode([Double].self, from: Body.json(numbers as [Any]).data()) == numbers)
    }

    static let unencodable: [(@Sendable () -> [String: Any], String)] = [
        ({ ["user": ["avatar": Data([1])]] }, "user.avatar: Data is not a JSON value"),
        ({ ["at": Date(timeIntervalSince1970: 0)] }, "at: Date is not a JSON value"),
        ({ ["list": [1, [Thing()]]] }, "list[1][0]: Thing is not a JSON value"),
        ({ ["n": Double.nan] }, "n: nan is not a JSON number"),
        ({ ["n": -Double.infinity] }, "n: -inf is not a JSON number"),
        ({ ["n": Float.infinity] }, "n: inf is not a JSON number"),
        ({ ["n": Decimal.nan] }, "n: nan is not a JSON number"),
        ({ ["n": NSNumber(value: Double.nan)] }, "n: nan is not a JSON number"),
        ({ ["keys": [1: "a"]] }, "keys: Dictionary<Int, String> is not a JSON value"),
        ({ ["set": Set([1])] }, "set: Set<Int> is not a JSON value"),
        ({ ["url": URL(fileURLWithPath: "/")] }, "url: URL is not a JSON value"),
        ({ ["f": { () -> Void in }] }, "f: () -> () is not a JSON value"),
        ({ ["t": (1, 2)] }, "t: (Int, Int) is not a JSON value"),
        ({ ["a\r\nb": Data()] }, "a\\u{D}\\u{A}b: Data is not a JSON value"),
    ]

    @Test(arguments: unencodable.indices) func valuesThatAreNotJSONAreNamedWithTheirPath(index: Int) throws {  // N1
        let (object, text) = Self.unencodable[index]
        let error = try #require(failure(.json(object())))
        #expect(error.description == "the body cannot be encoded: " + text)
    }

    @Test func nestingDepthIsLimitedToTheStackOfAWorkerThread() async throws {
        @Sendable func nested(_ levels: Int) -> [Any] { (1..<levels).reduce([]) { inner, _ in [inner] } }
        let bodies = await onSmallStack { [Body.json(nested(128)), .json(nested(1_000))] }
        #expect(try bodies[0].data().count == 256)
        #expect(failure(bodies[1])?.description.hasSuffix("it is nested deeper than 128 levels") == true)
    }

    @Test func textCarriesItsCharset() throws {  // F-10
        #expect(Body.text("é").contentType?.rawValue == "text/plain; charset=utf-8")
        #expect(try Body.text("é").data() == Data([0xC3, 0xA9]))
        #expect(Body.text("é", encoding: .isoLatin1).contentType?.charset == "iso-8859-1")
        #expect(try Body.text("é", encoding: .isoLatin1).data() == Data([0xE9]))
    }

    @Test func textThatItsCharsetCannotEncodeFails() {
        #expect(
            failure(.text("é", encoding: .ascii))
                == .unencodableBody(path: "", reason: "the text has a character that us-ascii lacks")
        )
        #expect(
            failure(.text("é", encoding: .nextstep))
                == .unencodableBody(path: "", reason: "the encoding has no registered charset name")
        )
    }

    @Test func aDescriptionShowsOnlySizeAndType() {
        #expect(Body.text("canary").description == "6 bytes of text/plain; charset=utf-8")
        var dumped = ""
        dump(Body.data(Data("canary".utf8)), to: &dumped)
        #expect(!dumped.contains("canary"))
    }
}
