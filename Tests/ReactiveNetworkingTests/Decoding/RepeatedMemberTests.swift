import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

/// The last of repeated members counts, whoever reads them (F-36).
@Suite struct RepeatedMemberTests {
    private struct Model: Decodable, Sendable, Equatable {
        var a: Int
        var b: [String: Int]?
    }

    @Test(arguments: [
        #"{"a":1,"a":2}"#, #"{"a":0,"a":1,"a":2}"#, #" { "a" : "x" , "a" : 2 } "#, #"{"a":{"a":1,"a":3},"a":2}"#,
        #"{"a":1,"\u0061":2}"#, #"{"\u0061":1,"a":2}"#, #"{"x":{"a":5},"a":1,"y":[{"a":6}],"a":2}"#,
        "\u{FEFF}{\"a\":1,\"a\":2}",
    ])
    func everyReaderTakesTheLastOfRepeatedMembers(body: String) {  // F-36
        #expect(decoded(.json(body), by: .json(Model.self)).map(\.a) == .success(2))
        #expect(decoded(.json(body), by: .json(Int.self, at: "a")) == .success(2))
        #expect(decoded(.json(body), by: .json([String: JSONValue].self)).map { $0["a"] } == .success(2))
        #expect(decoded(.json(body), by: .json(JSONValue.self)).map { $0["a"] } == .success(2))
        #expect(decoded(.json(body), by: .dictionary).map { $0["a"] } == .success(2))
        #expect(decoded(.json(body), by: .jsonValue).map { $0["a"] } == .success(2))
        #expect((try? JSONValue(parsing: body))?["a"] == 2)
        let wide = StubTransport.Reply.status(.ok, body: body.data(using: .utf16LittleEndian) ?? Data())
        #expect(decoded(wide, by: .json(Model.self)).map(\.a) == .success(2))
    }

    @Test func theLastOfNestedMembersCounts() {  // F-36
        let body = #"{"a":1,"b":{"x":1,"x":2},"b":{"x":3,"y":0,"x":4},"c":[{"x":5,"x":6},{"x":7}]}"#
        #expect(decoded(.json(body), by: .json(Model.self)) == .success(Model(a: 1, b: ["x": 4, "y": 0])))
        #expect(decoded(.json(body), by: .json(Int.self, at: "b.x")) == .success(4))
        #expect(decoded(.json(body), by: .json(Int.self, at: "c.0.x")) == .success(6))
        #expect(decoded(.json(body), by: .json([[String: Int]].self, at: "c")) == .success([["x": 6], ["x": 7]]))
    }

    @Test func theErrorNamesTheValueOfTheLastRepeatedMember() {  // F-36
        let reason = DecodingFailure.Reason.mismatch(expected: "Int", found: "a string")
        #expect(failure(of: .json(#"{"a":1,"a":"x"}"#), by: .json(Model.self))?.reason == reason)
        #expect(failure(of: .json(#"{"a":1,"a":2,}"#), by: .json(Model.self))?.offset == 13)
    }

    @Test(arguments: [1, 2, 31, 32, 33, 34, 1_000]) func anObjectOfAnySizeIsExamined(count: Int) throws {  // F-36
        let members = (0..<count).map { #""the key with the number \#($0) of many":\#($0)"# }
        let unique = "{\(members.joined(separator: ","))}"
        #expect(!examine("[\(unique),\(unique)]"))
        for place in [0, count / 2, count - 1] {
            let body = "{\((members + [#""the key with the number \#(place) of many":-1"#]).joined(separator: ","))}"
            #expect(examine(body))
            guard case .success(let object) = decoded(.json(body), by: .json([String: Int].self)) else {
                Issue.record("\(place)")
                continue
            }
            #expect(object.count == count)
            #expect(object["the key with the number \(place) of many"] == -1)
        }
    }

    private func examine(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBytes { JSONGrammar.examine($0).repeatsKeys }
    }

    @Test(arguments: [
        #"{"a":{"a":1},"b":{"a":1,"b":2}}"#, #"[{"a":1},{"a":1}]"#, #"{"ab":1,"ba":2,"aab":3,"abb":4}"#,
        #"{"12345678x12345678":1,"12345678y12345678":2}"#, #"{"":1,"\u0000":2}"#, #"{"a":"a","b":"a\"a"}"#,
        #"{"\u0061":{"a":1},"b":1,"\"":2,"\\":3}"#,
    ])
    func differentKeysAreNotTakenForRepeatedOnes(body: String) {  // F-36
        #expect(!examine(body))
    }

    @Test func repeatedMembersAreFoundAsByASlowReader() throws {  // F-36
        var random = SplitMix(state: 12)
        let names = ["a", "b", "ab", #"\u0061"#, "12345678a", "12345678b", "é", ""]
        func value(_ depth: Int) -> (text: String, repeats: Bool) {
            guard depth > 0, Int.random(in: 0..<3, using: &random) > 0 else { return ("1", false) }
            var repeats = false
            var seen: Set<String> = []
            let members = (0..<Int.random(in: 0..<5, using: &random)).map { _ in
                let name = names[Int.random(in: 0..<names.count, using: &random)]
                let child = value(depth - 1)
                if !seen.insert(name == #"\u0061"# ? "a" : name).inserted { repeats = true }
                repeats = repeats || child.repeats
                return "\"\(name)\":\(child.text)"
            }
            return ("{\(members.joined(separator: ","))}", repeats)
        }
        for _ in 0..<2_000 {
            let (text, repeats) = value(4)
            #expect(examine(text) == repeats, "\(text)")
            let clean = JSONReader.withoutRepetitions(Data(text.utf8))
            #expect(clean.count == text.utf8.count)
            #expect(!examine(String(decoding: clean, as: UTF8.self)))
            #expect(try JSONValue(parsing: clean) == JSONValue(parsing: text))
        }
    }

    /// Strings are scanned by words of eight bytes.
    @Test func aStringIsScannedCorrectlyWhateverItsLength() {
        for length in 0..<40 {
            let text = String(repeating: "é", count: length / 2) + (length % 2 == 1 ? "x" : "")
            for (end, isValid) in [("", true), (#"\""#, true), (#"\u0041"#, true), ("\u{1F}", false), (#"\x"#, false)] {
                let json = "[\"\(text)\(end)\"]"
                let finding = Array(json.utf8).withUnsafeBytes { JSONGrammar.examine($0) }
                #expect((finding.firstInvalidOffset == nil) == isValid, "\(json)")
                let open = Array(json.utf8.dropLast(2)).withUnsafeBytes { JSONGrammar.examine($0) }
                #expect(open.firstInvalidOffset != nil, "\(json)")
            }
        }
    }
}
