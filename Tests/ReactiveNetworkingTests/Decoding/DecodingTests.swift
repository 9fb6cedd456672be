import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct DecodingTests {
    @Test func aDecodableValueIsDecoded() {  // F-38
        #expect(decoded(.json(todoJSON), by: .json(Todo.self)) == .success(Todo(id: 1, title: "Ape")))
    }

    @Test func aCustomDecoderCanBeUsed() {  // F-38
        struct User: Decodable, Sendable, Equatable { var firstName: String }
        let decoding = Decoding<User>.json(User.self) {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return decoder
        }
        #expect(decoded(.json(#"{"first_name": "Ape"}"#), by: decoding) == .success(User(firstName: "Ape")))
    }

    @Test func aTransformerProducesTheDomainModel() {  // F-40
        let decoding: Decoding<String> = .json(Todo.self).map { "#\($0.id) \($0.title)" }
        #expect(decoded(.json(todoJSON), by: decoding) == .success("#1 Ape"))
    }

    @Test func anErrorOfATransformerIsTheCause() {  // F-40, F-43
        struct Unfit: Error, Equatable {}
        let decoding: Decoding<Int> = .json(Todo.self).map { _ in throw Unfit() }
        #expect(decoded(.json(todoJSON), by: decoding) == .failure(.parseFailure(cause: Unfit())))
    }

    @Test func aCustomMapperReceivesBytesAndHead() {  // F-39
        #expect(decoded(.text("abc"), by: .custom { $0.count }) == .success(3))
        let withHead: Decoding<String> = .custom { data, head in "\(head.status.rawValue) \(data.count)" }
        #expect(decoded(.text("abc", status: .created), by: withHead) == .success("201 3"))
    }

    @Test func anEmptyResponseDecodesAsAnEmptyUntypedValue() {  // C-39, F-36
        let reply = StubTransport.Reply.status(.noContent)
        #expect(decoded(reply, by: .data) == .success(Data()))
        #expect(decoded(reply, by: .text()) == .success(""))
        #expect(decoded(reply, by: .array) == .success([]))
        #expect(decoded(reply, by: .dictionary) == .success([:]))
        #expect(decoded(reply, by: .jsonValue) == .success(.null))
    }

    @Test(arguments: [204, 205, 304] as [HTTP.StatusCode]) func statusesWithoutABodyDecodeAsNull(
        status: HTTP.StatusCode
    ) {  // F-42
        for (method, status) in [(HTTP.Method.get, status), (.head, .ok)] {
            let world = VirtualNetwork(.status(status))
            let request = RequestBuilder(method, "http://api.test/").acceptedCodes(.any).build()
            #expect(world.network.send(request, decoding: .jsonValue).record().values.map(\.parsedData) == [.null])
            let model = world.network.send(request, decoding: .json(Todo.self)).record()
            #expect(model.all == [.failed(at: .zero, .missingData)])
        }
        let created = VirtualNetwork(.status(.created)).network.send(.get(), decoding: .jsonValue).record()
        #expect(created.all == [.failed(at: .zero, .missingData)])
    }

    @Test func anEmptyBodyWithContentIsMissingData() {  // F-36, F-42, N4
        let reply = StubTransport.Reply.status(.ok)
        #expect(decoded(reply, by: .text()) == .failure(.missingData))
        #expect(decoded(reply, by: .array) == .failure(.missingData))
        #expect(decoded(reply, by: .dictionary) == .failure(.missingData))
        #expect(decoded(reply, by: .jsonValue) == .failure(.missingData))
        #expect(decoded(reply, by: .json(Todo.self)) == .failure(.missingData))
        #expect(decoded(.status(.noContent), by: .json(Todo.self)) == .failure(.missingData))
        #expect(decoded(reply, by: .data) == .success(Data()))
    }

    @Test func anOptionalIsNilForAnEmptyResponse() {  // F-42
        #expect(decoded(.status(.noContent), by: .json(Todo?.self)) == .success(nil))
        #expect(decoded(.status(.ok), by: .json(Todo?.self)) == .failure(.missingData))
        #expect(decoded(.json("null"), by: .json(Todo?.self)) == .success(nil))
    }

    @Test func theResponseToAHeadRequestMayBeEmpty() {  // F-42
        let world = VirtualNetwork(.status(.ok))
        let request = RequestBuilder(.head, "http://api.test").build()
        #expect(world.network.send(request, decoding: .text()).record().values.map(\.parsedData) == [""])
    }

    @Test func theValueForAnEmptyBodyIsConfigurable() {  // F-42
        let empty = StubTransport.Reply.status(.ok)
        #expect(decoded(empty, by: .json([Todo].self).emptyBody(as: [])) == .success([]))
        #expect(decoded(.json("[]"), by: .json([Int].self).emptyBody(as: [1])) == .success([]))
        #expect(decoded(empty, by: .text().emptyBody(.allowed)) == .success(""))
        #expect(decoded(.status(.noContent), by: .text().emptyBody(.missing)) == .failure(.missingData))
    }

    @Test func arrayAndDictionaryRequireTheMatchingRoot() {  // C-43
        let object = StubTransport.Reply.json(#"{"name":"Taylor"}"#)
        let array = StubTransport.Reply.json(#"[{"name":"Taylor"}]"#)
        #expect(decoded(array, by: .array) == .success([["name": "Taylor"]]))
        #expect(decoded(object, by: .dictionary) == .success(["name": "Taylor"]))
        let noArray = failure(of: object, by: .array)
        #expect(noArray?.reason == .mismatch(expected: "an array", found: "an object"))
        #expect(noArray?.excerpt == #"{"name":"Taylor"}"#)
        #expect(failure(of: array, by: .dictionary)?.reason == .mismatch(expected: "an object", found: "an array"))
    }

    @Test func invalidJSONIsATypedFailure() {  // C-43
        let reply = StubTransport.Reply.text("ff^%^$")
        for failure in [
            failure(of: reply, by: .jsonValue), failure(of: reply, by: .array),
            failure(of: reply, by: .json(Todo.self)),
        ] {
            guard case .malformed? = failure?.reason else {
                Issue.record("\(failure as Any)")
                continue
            }
            #expect(failure?.excerpt == "ff^%^$")
        }
    }

    @Test func aSharedResponseIsDecodedOnce() {  // F-68
        let count = Locked(0)
        let world = VirtualNetwork(.json(todoJSON).delayed(by: .seconds(1)))
        let todo = world.network.send(
            .get(),
            decoding: .json(Todo.self).map { todo in
                count.withLock { $0 += 1 }
                return todo
            }
        )
        .map(\.parsedData)
        .replayLazily(upTo: 1)
        let early = todo.record(on: world.clock)
        world.clock.advance(by: .seconds(1))
        let late = todo.record(on: world.clock)
        #expect(early.values == [Todo(id: 1, title: "Ape")])
        #expect(late.values == early.values)
        #expect(count.withLock { $0 } == 1)
        #expect(world.stub.requests.count == 1)
    }

    @Test func aDecodingCanBeReusedForEndpointsAndStarts() {
        struct Todos: Endpoint {
            var httpMethod = HTTP.Method.get
            var absoluteUrl = "http://api.test/todos"
        }
        let world = VirtualNetwork(.json("[1, 2]"))
        let producer = world.network.send(Todos(), decoding: .json([Int].self))
        #expect(producer.record().values.map(\.parsedData) == [[1, 2]])
        #expect(producer.record().values.map(\.rawData) == [Data("[1, 2]".utf8)])
    }
}

/// Returns the result of decoding a reply.
func decoded<Value>(
    _ reply: StubTransport.Reply,
    by decoding: Decoding<Value>
) -> Result<Value, OperationError> {
    let world = VirtualNetwork(reply)
    let events = world.network.send(.get(), decoding: decoding).record(on: world.clock)
    guard let value = events.values.first else {
        guard case .failed(let error)? = events.all.first?.event else { return .failure(.invalidResponseType) }
        return .failure(error)
    }
    return .success(value.parsedData)
}

/// Returns the failure of decoding a reply.
func failure<Value>(of reply: StubTransport.Reply, by decoding: Decoding<Value>) -> DecodingFailure? {
    if case .failure(let error) = decoded(reply, by: decoding) { error.cause(as: DecodingFailure.self) } else { nil }
}
