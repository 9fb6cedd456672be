import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

/// Bodies that have brought decoders down.
@Suite struct OddJSONTests {
    private final class Tree: Decodable, Sendable, Equatable {
        let children: [Tree]
        init(from decoder: any Decoder) throws { children = try [Tree](from: decoder) }
        static func == (left: Tree, right: Tree) -> Bool { left.children == right.children }
    }

    private func nested(_ depth: Int) -> StubTransport.Reply {
        .json(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    }

    @Test(arguments: [129, 512, 100_000]) func nestingBeyondTheLimitIsAFailure(depth: Int) async {  // T26, B61
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

    @Test func nestingUpToTheLimitIsDecodedOnASmallStack() async {  // T26, B61
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
    func whatIsWrongIsATypedFailure(body: String) {  // T26, B61
        guard case .failure(let error) = decoded(.json(body), by: .json(Todo.self)) else {
            Issue.record("\(body) was decoded")
            return
        }
        #expect(body.isEmpty ? error == .missingData : error.decodingFailure != nil)
    }

    @Test func bytesThatAreNoUTF8AreATypedFailure() {  // T26, B61
        let surrogate = StubTransport.Reply.status(.ok, body: Data([0x22, 0xED, 0xA0, 0x80, 0x22]))
        #expect(failure(of: surrogate, by: .json(String.self)) != nil)
        #expect(failure(of: surrogate, by: .jsonValue) != nil)
    }

    @Test(arguments: [
        String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian, .utf32BigEndian,
    ])
    func everyUnicodeFormIsRead(encoding: String.Encoding) {  // B61
        let reply = StubTransport.Reply.status(.ok, body: todoJSON.data(using: encoding) ?? Data())
        #expect(decoded(reply, by: .json(Todo.self)) == .success(Todo(id: 1, title: "Ape")))
        #expect(decoded(reply, by: .jsonValue) == .success(["id": 1, "title": "Ape"]))
    }

    @Test func aByteOrderMarkIsPassedOver() {  // B61
        let reply = StubTransport.Reply.json("\u{FEFF}" + todoJSON)
        #expect(decoded(reply, by: .json(Todo.self)) == .success(Todo(id: 1, title: "Ape")))
        #expect(decoded(reply, by: .jsonValue) == .success(["id": 1, "title": "Ape"]))
    }

    @Test func largeWholeNumbersKeepTheirDigits() {  // B61
        #expect(decoded(.json("9007199254740993"), by: .json(Int.self)) == .success(9_007_199_254_740_993))
        #expect(decoded(.json("9007199254740993"), by: .jsonValue) == .success(.integer(9_007_199_254_740_993)))
    }

    @Test func aKeyGivenTwiceIsNoFailure() {  // B61
        let reply = StubTransport.Reply.json(#"{"id":1,"id":1,"title":"a"}"#)
        #expect(decoded(reply, by: .json(Todo.self)) == .success(Todo(id: 1, title: "a")))
        #expect(decoded(reply, by: .dictionary) == .success(["id": 1, "title": "a"]))
    }
}
