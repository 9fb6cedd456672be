import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct KeyPathTests {
    private struct Entry: Decodable, Sendable, Equatable { var value: Int }

    private static let reply = StubTransport.Reply.json(#"{"json":{"test":[{"value":1},{"value":2},{"value":3}]}}"#)

    @Test func aKeyPathLeadsToTheValue() {  // C-57, F-39
        let entries = decoded(Self.reply, by: .json([Entry].self, at: "json.test"))
        #expect(entries == .success([1, 2, 3].map(Entry.init)))
    }

    @Test func aKeyPathSelectsArrayElementsByNumber() {  // F-39
        #expect(decoded(Self.reply, by: .json(Int.self, at: "json.test.2.value")) == .success(3))
        #expect(decoded(.json("[[1],[2,3]]"), by: .json(Int.self, at: "1.1")) == .success(3))
        #expect(decoded(.json(#"{"0": "key"}"#), by: .json(String.self, at: "0")) == .success("key"))
    }

    @Test func theErrorNamesThePathOfAMissingKey() {  // C-57
        let root = failure(of: Self.reply, by: .json([Entry].self, at: "blah"))
        #expect(root?.reason == .missingKey("blah"))
        #expect(root?.path == "")
        let inner = failure(of: Self.reply, by: .json([Entry].self, at: "json.blah.x"))
        #expect(inner?.reason == .missingKey("blah"))
        #expect(inner?.path == "json")
        #expect(inner?.description.hasPrefix(#"Array<Entry>: json: there is no "blah": {"test""#) == true)
        let element = failure(of: Self.reply, by: .json(Entry.self, at: "json.test.3"))
        #expect(element?.reason == .missingKey("3"))
        #expect(element?.path == "json.test")
    }

    @Test func theErrorNamesThePathOfAMissingKeyOfTheModel() {  // C-57
        struct Other: Decodable, Sendable { var other: Int }
        let failure = failure(of: Self.reply, by: .json([Other].self, at: "json.test"))
        #expect(failure?.reason == .missingKey("other"))
        #expect(failure?.path == "json.test[0]")
        #expect(failure?.excerpt == #"{"value":1}"#)
    }

    @Test func aPathThroughAScalarIsAMismatch() {  // C-57
        let failure = failure(of: Self.reply, by: .json(Int.self, at: "json.test.0.value.deeper"))
        #expect(failure?.path == "json.test[0].value")
        guard case .mismatch(_, "a number")? = failure?.reason else {
            Issue.record("\(failure as Any)")
            return
        }
    }

    @Test func aNumberCanBeAMemberName() {  // C-57, F-39
        let failure = failure(of: .json(#"{"0": {"value": "one"}}"#), by: .json(Entry.self, at: "0"))
        #expect(failure?.reason == .mismatch(expected: "Int", found: "a string"))
        #expect(failure?.excerpt == #""one""#)
    }

    @Test func aBackslashEscapesTheNextCharacter() {  // F-39
        #expect(decoded(.json(#"{"a.b": {"c\\d": 1}}"#), by: .json(Int.self, at: #"a\.b.c\\d"#)) == .success(1))
    }

    @Test func anOptionalAtAKeyPathIsNilForAnEmptyResponse() {  // F-39, F-42
        #expect(decoded(.status(.noContent), by: .json(Entry?.self, at: "json.test.0")) == .success(nil))
        #expect(decoded(.status(.ok), by: .json(Entry?.self, at: "json")) == .failure(.missingData))
        #expect(decoded(.json(#"{"json": null}"#), by: .json(Entry?.self, at: "json")) == .success(nil))
        #expect(failure(of: .json("{}"), by: .json(Entry?.self, at: "json"))?.reason == .missingKey("json"))
    }

    @Test(arguments: [
        ("json.", "json", ""), ("json..test", "json", ""), (".", "", ""), ("json.test.-1", "json.test", "-1"),
        ("json.test.x", "json.test", "x"), ("json.test.99999999999999999999", "json.test", "99999999999999999999"),
    ])
    func aKeyPathThatDoesNotExistIsAFailureWithItsPath(way: String, place: String, step: String) {  // C-57, F-39
        let failure = failure(of: Self.reply, by: .json(Int.self, at: way))
        #expect(failure?.path == place)
        guard place != "json.test" else { return #expect(failure?.description.contains("found an array") == true) }
        #expect(failure?.reason == .missingKey(step))
    }

    @Test func anEmptyKeyIsValid() {  // F-39
        #expect(decoded(.json(#"{"": {"a": {"": 1}}}"#), by: .json(Int.self, at: ".a.")) == .success(1))
    }

    @Test func keysAreThoseOfTheJSONForEveryStrategy() {  // F-38, F-39
        let reply = StubTransport.Reply.json(#"{"outer_box": {"inner_list": [{"the_date": 0}]}}"#)
        struct Dated: Decodable, Sendable, Equatable { var theDate: Date }
        let decoder: @Sendable () -> JSONDecoder = {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            decoder.dateDecodingStrategy = .secondsSince1970
            return decoder
        }
        let dated = Dated(theDate: Date(timeIntervalSince1970: 0))
        #expect(
            decoded(reply, by: .json([Dated].self, at: "outer_box.inner_list", decoder: decoder)) == .success([dated])
        )
        let date: Decoding<Date> = .json(Date.self, at: "outer_box.inner_list.0.the_date", decoder: decoder)
        #expect(decoded(reply, by: date) == .success(dated.theDate))
    }
}
