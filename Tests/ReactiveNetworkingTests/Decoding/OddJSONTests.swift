import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Bodies that have crashed decoders.
@Suite struct OddJSONTests {
    private final class Tree: Decodable, Sendable, Equatable {
        let children: [Tree]
        init(from decoder: any Decoder) throws { children = try [Tree](from: decoder) }
        static func == (left: Tree, right: Tree) -> Bool { left.children == right.children }
    }

    private func nested(_ depth: Int) -> StubTransport.Reply {
        .json(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    }

    @Test(arguments: [129, 512, 100_000]) func nestingBeyondTheLimitIsAFailure(depth: Int) async {
        let failures = await onSmallStack { [self] in
            [
                failure(of: nested(depth), by: .json(Tree.self)), failure(of: nested(depth), by: .jsonValue),
                failure(of: nested(depth), by: .array), failure(of: nested(depth), by: .json(JSONValue.self)),
                failure(of: nested(depth), by: .json(Tree.self, at: "0.0")),
                failure(of: .json(String(repeating: #"{"a":"#, count: depth)), by: .json(Tree.self)),
            ]
        }
        for failure in failures {
            guard case .malformed? = failure?.reason else {
                Issue.record("\(failure as Any)")
                continue
            }
        }
    }

    @Test func nestingUpToTheLimitIsDecodedOnASmallStack() async {
        let isDecoded = await onSmallStack { [self] in
            guard case .success = decoded(nested(128), by: .jsonValue) else { return false }
            guard case .success = decoded(nested(128), by: .json(Tree.self)) else { return false }
            guard case .success = decoded(nested(128), by: .json(JSONValue.self)) else { return false }
            return true
        }
        #expect(isDecoded)
    }

    @Test(arguments: [
        #"{"id":1,"title":"a"#, #"{"id":NaN,"title":"a"}"#, #"{"id":1e999,"title":"a"}"#, #"{"id":1,"title":"\ud800"}"#,
        #"{"id":1.5,"title":"a"}"#, #"{"id":99999999999999999999,"title":"a"}"#, #"[{"id":1,"title":"a"}"#, "", " ",
        "1 2",
        #"{"id":1,,"title":"a"}"#, #"{"id":true,"title":"a"}"#, "\u{FEFF}", #"{"id":"1","title":"a"}"#,
    ])
    func invalidBodiesAreTypedFailures(body: String) {
        guard case .failure(let error) = decoded(.json(body), by: .json(Todo.self)) else {
            Issue.record("\(body) was decoded")
            return
        }
        #expect(body.isEmpty ? error == .missingData : error.cause(as: DecodingFailure.self) != nil)
    }

    @Test func invalidUTF8IsATypedFailure() {
        let surrogate = StubTransport.Reply.status(.ok, body: Data([0x22, 0xED, 0xA0, 0x80, 0x22]))
        #expect(failure(of: surrogate, by: .json(String.self)) != nil)
        #expect(failure(of: surrogate, by: .jsonValue) != nil)
    }

    @Test(arguments: [
        String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian, .utf32BigEndian,
    ])
    func everyUnicodeEncodingIsRead(encoding: String.Encoding) {
        let reply = StubTransport.Reply.status(.ok, body: todoJSON.data(using: encoding) ?? Data())
        #expect(decoded(reply, by: .json(Todo.self)) == .success(Todo(id: 1, title: "Ape")))
        #expect(decoded(reply, by: .jsonValue) == .success(["id": 1, "title": "Ape"]))
    }

    @Test func aByteOrderMarkIsSkipped() {
        let reply = StubTransport.Reply.json("\u{FEFF}" + todoJSON)
        #expect(decoded(reply, by: .json(Todo.self)) == .success(Todo(id: 1, title: "Ape")))
        #expect(decoded(reply, by: .jsonValue) == .success(["id": 1, "title": "Ape"]))
    }

    @Test func largeWholeNumbersKeepTheirDigits() {
        #expect(decoded(.json("9007199254740993"), by: .json(Int.self)) == .success(9_007_199_254_740_993))
        #expect(decoded(.json("9007199254740993"), by: .jsonValue) == .success(.integer(9_007_199_254_740_993)))
    }

    @Test func duplicateKeysAreAllowed() {
        let reply = StubTransport.Reply.json(#"{"id":1,"id":1,"title":"a"}"#)
        #expect(decoded(reply, by: .json(Todo.self)) == .success(Todo(id: 1, title: "a")))
        #expect(decoded(reply, by: .dictionary) == .success(["id": 1, "title": "a"]))
    }

    private struct Indifferent: Decodable, Sendable, Equatable {
        init(from decoder: any Decoder) {}
    }

    @Test(arguments: [
        "[1,]", "[1, \n]", "[[1,],2]", #"{"a":1,}"#, "[,]", "[,1]", "[1,,2]", "{,}", "[1 2]", "[1]x", "[1}",
        #"{"a":1]"#,
        "[01]", "[-01]", "[1.]", "[.5]", "[+1]", "[1e]", "[1e+]", "[-]", "[--1]", "[1.2.3]", "[1-2]", "[0x10]", "[NaN]",
        #"["\x"]"#, #"["\u00zz"]"#, #"["\u12"]"#, "[\"a\tb\"]", "[\"a\u{0}b\"]", "['a']", "{a:1}", #"{"a"}"#,
        #"{"a":}"#, #"{"a" 1}"#, "[tru]", "[True]", "[1]//", "/**/[1]", "[\u{0C}1]", "[1\u{A0}]", "[", "{", #"["a"#,
        "]",
        #"{"a":[1,],"b":2}"#,
    ])
    func invalidJSONIsRejectedByEveryForm(body: String) {
        let failures = [
            failure(of: .json(body), by: .json(Indifferent.self)), failure(of: .json(body), by: .json([Int].self)),
            failure(of: .json(body), by: .json(Int.self, at: "b")), failure(of: .json(body), by: .jsonValue),
        ]
        for failure in failures {
            guard case .malformed? = failure?.reason else {
                Issue.record("\(body): \(failure as Any)")
                continue
            }
        }
    }

    @Test(arguments: [
        "1", "-0", "0.5e-7", "1E+9", #""""#, "true", " null\r\n\t", "[]", "{}", "[[],{}]", #"{"":[]}"#,
        #"{"a":{"b":[1,2,{"c":"\u00e9\"\\\/\b\f\n\r\t"}]},"d":false}"#, "[\"\u{7F}é\"]", "\u{FEFF}[0]",
        #"["\ud83d\ude00"]"#,
    ])
    func validJSONIsAcceptedByEveryForm(body: String) {
        #expect(decoded(.json(body), by: .json(Indifferent.self).map { _ in true }) == .success(true))
        #expect(decoded(.json(body), by: .jsonValue.map { _ in true }) == .success(true))
        #expect(decoded(.json(body), by: .json(JSONValue.self).map { _ in true }) == .success(true))
    }

    @Test func aJSON5DecoderAcceptsJSON5() {
        let decoding = Decoding<[Int]>.json([Int].self) {
            let decoder = JSONDecoder()
            decoder.allowsJSON5 = true
            return decoder
        }
        #expect(decoded(.json("[1, /* two */ 0x2,]"), by: decoding) == .success([1, 2]))
    }

    @Test func untypedFormsTreatNullAsEmpty() {
        #expect(decoded(.json("null"), by: .array) == .success([]))
        #expect(decoded(.json(" null "), by: .dictionary) == .success([:]))
        #expect(failure(of: .json("{}"), by: .array) != nil)
        #expect(failure(of: .json("[]"), by: .dictionary) != nil)
        #expect(failure(of: .json("null"), by: .json([Int].self)) != nil)
    }
}
