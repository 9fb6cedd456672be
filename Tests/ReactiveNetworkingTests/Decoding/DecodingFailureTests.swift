import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct DecodingFailureTests {
    @Test func aMismatchNamesThePathTheExpectedTypeAndTheFoundValue() {  // F-43
        let failure = failure(of: .json(#"[{"id":1,"title":"a"},{"id":"one","title":"b"}]"#), by: .json([Todo].self))
        #expect(failure?.path == "[1].id")
        #expect(failure?.reason == .mismatch(expected: "Int", found: "a string"))
        #expect(failure?.excerpt == #""one""#)
        #expect(failure?.description == #"Array<Todo>: [1].id: expected Int, found a string: "one""#)
        #expect(failure?.cause?.error is DecodingError)
    }

    @Test func nullForARequiredValueIsAMismatch() {
        let failure = failure(of: .json(#"{"id":null,"title":"a"}"#), by: .json(Todo.self))
        #expect(failure?.reason == .mismatch(expected: "Int", found: "null"))
        #expect(failure?.path == "id")
    }

    @Test func malformedJSONIsQuotedAtTheError() {
        let failure = failure(of: .json(#"{"id": 1, "title": "Ape" "done": true}"#), by: .json(Todo.self))
        #expect(failure?.offset == 25)
        #expect(failure?.excerpt == #"{"id": 1, "title": "Ape" "done": true}"#)
        #expect(failure?.description.contains("at byte 25") == true)
    }

    @Test func malformedJSONIsReportedBeforeAMismatch() {
        let failure = failure(of: .json(#"{"id":"one","title":"a",}"#), by: .json(Todo.self))
        #expect(failure?.reason == .malformed("a name in quotes is expected here"))
        #expect(failure?.offset == 24)
    }

    @Test func anHTMLPageIsReportedAsSuch() {
        let page = StubTransport.Reply.text(
            #"<!DOCTYPE html><html><input name="token" value="c4n4ry">"#,
            headers: ["Content-Type": "text/html"]
        )
        let failure = failure(of: page, by: .json(Todo.self))
        #expect(failure?.excerpt == "<!DOCTYPE…")
        #expect(failure?.description.hasSuffix("(the content type of the response is text/html)") == true)
    }

    @Test func theLengthOfAnExcerptIsLimited() {
        let long = String(repeating: "a", count: 5_000)
        for body in [#"{"id":"\#(long)"}"#, #"{"id":{"\#(long)":[\#(long)"#, long, #"{"title":["\#(long)"],"id":1}"#] {
            let failure = failure(of: .json(body), by: .json(Todo.self))
            let length = failure?.excerpt?.count ?? .max
            #expect(length <= DecodingFailure.excerptLimit + 1)
            #expect((failure?.description.count ?? .max) < 400)
        }
    }

    @Test(arguments: [
        #"{"id":{"accessToken":"c4n4ry"},"title":"a"}"#, #"{"id":{"user_password":["c4n4ry"]},"title":"a"}"#,
        #"{"token":{"id":"c4n4ry"},"title":{"a":{"Client-Secret":"c4n4ry"}}}"#,
        #"{"token": "c4n4ry", "id" 1}"#, #"{"token": "c4n4ry"#, #"{"password": {"a": "c4n4ry"}, oops}"#,
        #"{"id":["http://a.test/?token=c4n4ry"]}"#, "token=c4n4ry&id=1", "api_key: c4n4ry", #"{'token': 'c4n4ry'}"#,
        #"{"password": c4n4ry}"#, #"{"cookie": c4n4ry c4n4ry, "id": 1"#,
    ])
    func textsOfAFailureContainNoSecret(body: String) {
        struct Nested: Decodable, Sendable { var token: Todo }
        let request = StubTransport.Reply.json(body)
        let failures = [
            failure(of: request, by: .json(Todo.self)), failure(of: request, by: .json(Nested.self)),
            failure(of: request, by: .json(Int.self, at: "token")),
            failure(of: request, by: .json(Int.self, at: "id.x")),
            failure(of: request, by: .array),
        ]
        for failure in failures.compactMap(\.self) {
            var dumped = ""
            dump(OperationError.parseFailure(cause: failure), to: &dumped)
            for text in ["\(failure)", String(reflecting: failure), failure.localizedDescription, dumped] {
                #expect(!text.contains("c4n4ry"))
            }
        }
        #expect(failures.contains { $0 != nil })
    }

    @Test func aSecretEnumValueIsNotQuoted() {
        enum Kind: String, Decodable, Sendable { case known }
        struct Holder: Decodable, Sendable { var token: Kind }
        let failure = failure(of: .json(#"{"token":"c4n4ry"}"#), by: .json(Holder.self))
        #expect(failure?.reason == .unusable("the value cannot be used"))
        #expect("\(failure as Any)".contains("c4n4ry") == false)
    }

    @Test func anErrorThrownByTheModelIsForwarded() {  // F-43
        struct Odd: Error, Equatable {}
        struct Model: Decodable, Sendable, Equatable { init(from decoder: any Decoder) throws { throw Odd() } }
        #expect(decoded(.json("{}"), by: .json(Model.self)) == .failure(.parseFailure(cause: Odd())))
    }

    @Test func equalFailuresAreEqual() {  // F-43
        let reply = StubTransport.Reply.json(#"{"id": "one"}"#)
        #expect(failure(of: reply, by: .json(Todo.self)) == failure(of: reply, by: .json(Todo.self)))
        #expect(failure(of: reply, by: .json(Todo.self)) != failure(of: reply, by: .json(Int.self)))
    }
}
