import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Tests of the text of a printed failure, which must be sufficient by itself.
@Suite struct FailureTextTests {
    private static let url = "http://api.test/todos?token=hush"
    private static let line = "GET http://api.test/todos?token=<redacted>"

    private func failure(_ replies: StubTransport.Reply..., of request: Request = .get(url)) -> OperationError? {
        let clock = TestScheduler()
        let network = Network(transport: StubTransport(script: replies, clock: clock), clock: clock)
        let record = network.send(request, as: Todo.self).record(on: clock)
        clock.run()
        return record.all.last?.event.error
    }

    @Test func aTransportErrorNamesTheRequest() throws {  // F-43
        let error = try #require(failure(.failure(.invalidResponse)))
        #expect("\(error)" == "\(Self.line): The response is not valid HTTP")
        #expect("\(try #require(error.cause(as: TransportError.self)))" == "\(error)")
        #expect(error.localizedDescription == "\(error)")
    }

    @Test func aDecodingFailureNamesTheRequest() throws {  // F-43
        let error = try #require(failure(.json(#"{"id": "x"}"#)))
        #expect("\(error)".hasPrefix("\(Self.line): The response could not be parsed: Todo: id: expected Int"))
        #expect(error.cause(as: DecodingFailure.self)?.request == Self.line)
        #expect(error.cause(as: DecodingFailure.self)?.description.hasPrefix("Todo: id: expected Int") == true)
    }

    @Test func aRejectedResponseNamesTheRequest() throws {  // F-43
        let request = RequestBuilder(.get, Self.url).validating(.json).build()
        let error = try #require(failure(.text("<p>"), of: request))
        #expect("\(error)".hasPrefix("\(Self.line): The response (200 OK) was rejected"))
    }

    @Test func aDeadlineAfterAFailureNamesTheRequestOnce() throws {  // F-43, N11
        let error = try #require(failure(.failure(.connectionLost), .never))
        #expect("\(error)".hasPrefix("\(Self.line): No result within 10.0 seconds"))
        #expect("\(error)".hasSuffix("the previous attempt failed: The connection was lost"))
    }

    @Test func theNamedRequestDoesNotAffectEquality() throws {  // F-43
        let error = try #require(failure(.failure(.invalidResponse)))
        #expect(error == .requestFailure(error: TransportError.invalidResponse))
        let set: Set<TransportError> = [.invalidResponse, try #require(error.cause(as: TransportError.self))]
        #expect(set.count == 1)
    }

    static let bodies: [(String, String?)] = [
        ("no such\r\n todo\u{1B}[31m", "no such todo[31m"),
        (#"{"code": 7, "message": "no such\ntodo"}"#, "no such todo"),
        (#"{"error": {"code": 7, "message": "no such todo"}}"#, "no such todo"),
        (#"{"error": "no such todo"}"#, "no such todo"),
        (#"{"type": "about:blank", "title": "Not there", "detail": "no such todo"}"#, "no such todo"),
        (#"{"title": "no such todo"}"#, "no such todo"),
        (#"{"errors": [{"detail": "no such todo"}]}"#, "no such todo"),
        (#""no such todo""#, "no such todo"),
        ("<html>\n<head><title>502 Bad\nGateway</title></head></html>", "502 Bad Gateway"),
        ("the token=hush is not known", "the token=<redacted>"),
        (#"{"message": "ask http://a.test/?token=hush"}"#, "ask http://a.test/?token=<redacted>"),
        ("no key sk-hush5678901234567890 here", "no key <redacted> here"),
        ("not Bearer hush, go", "not Bearer <redacted> go"),
        ("bad header 'Bearer hush'", "bad header 'Bearer <redacted>"),
        ("(Bearer aHVzaDpodXNo/aHVzaDpodXNo/abc)", "(Bearer <redacted>"),
        ("aHVzaDpo/dXNoaHVz/aDpodXNo1 is no key", "<redacted> is no key"),
        ("no route for /api/v2/customers/1234567", "no route for /api/v2/customers/1234567"),
        ("Basic authentication needed", "Basic authentication needed"),
        (
            "/api/v1/todos/12 of 123e4567-e89b-12d3-a456-426614174000",
            "/api/v1/todos/12 of 123e4567-e89b-12d3-a456-426614174000"
        ),
        (String(repeating: "long ", count: 200), String(repeating: "long ", count: 200).prefix(119) + "…"),
        (#"{"password": "hush"}"#, nil), (#"{"message": hush}"#, nil), (#"{"message": {"password": "hush"}}"#, nil),
        ("<p>hush</p>", nil), ("\u{0}hush", nil), ("", nil), ("  \n ", nil),
    ]

    @Test(arguments: bodies)
    func anUnacceptedStatusQuotesTheServersMessage(body: String, words: String?) {  // F-43, N18
        let data = Data(body.utf8)
        let text = "\(OperationError.unexpectedResponseCode(httpCode: .notFound, data: data))"
        let begin = "The status 404 Not Found is not accepted"
        let end = " (\(data.count) bytes of body)"
        #expect(text == begin + (words.map { ": \($0)" } ?? "") + end)
        #expect(!text.contains("hush"))
    }

    @Test func binaryBodiesAreNotQuoted() {
        let error = OperationError.unexpectedResponseCode(httpCode: .notFound, data: Data([0xFF, 0xFE, 0x41]))
        #expect("\(error)" == "The status 404 Not Found is not accepted (3 bytes of body)")
    }

    @Test func everyLineOfAFailureNamesTheRequest() {  // F-50, F-66
        let world = VirtualNetwork(.text("no such todo", status: .notFound, headers: ["X-Request-Id": "r-1"]))
        let log = world.log()
        let reports = Locked<[Network.OperationReport]>([])
        world.network.reports.observeValues { outcome in reports.modify { $0.append(outcome) } }
        world.network.send(.get(Self.url)).start()
        let failures = log.value.filter { $0.level == .error }.map { "\($0)" }
        #expect(failures.count == 2)
        for text in failures + reports.value.map({ "\($0)" }) {
            #expect(text.contains(Self.line) && text.contains("no such todo"), "\(text)")
            #expect(text.components(separatedBy: Self.line).count == 2, "\(text)")
        }
        #expect(reports.value.map { $0.response?.headers["X-Request-Id"] } == ["r-1"])
        #expect(reports.value.map(\.status) == [.notFound])
    }

    @Test func anExplainedErrorNamesTheRequestAndTheRejectedResponse() throws {  // F-41, F-43
        let world = VirtualNetwork(.text("no such todo", status: .notFound, headers: ["X-Request-Id": "r-1"]), .never)
        let first = world.network.send(.get(Self.url), decoding: .json(Todo.self), failingWith: .data).record(
            on: world.clock
        )
        let refused = try #require(first.all.last?.event.error)
        #expect(refused.request.map { "\($0)" } == Self.line)
        #expect(refused.response?.headers["X-Request-Id"] == "r-1")
        let text = "The status 404 Not Found is not accepted: no such todo (12 bytes of body)"
        #expect("\(refused)" == "\(Self.line): \(text) (with Data)")
        let made = Network.ErrorWithBody<Data>(refused.error, body: Data("no such todo".utf8))
        #expect(refused == made)
        let second = world.network.send(.get(Self.url), decoding: .json(Todo.self), failingWith: .data).record(
            on: world.clock
        )
        world.clock.run()
        let silent = try #require(second.all.last?.event.error)
        #expect("\(silent)".hasPrefix("\(Self.line): No result within 10.0 seconds"))
        #expect(silent.response == nil)
    }

    @Test func anErrorOfAHookNamesTheRequest() throws {  // F-21, F-43
        struct Closed: Error {}
        let hooks = Hooks().gate(producing: { _ in SignalProducer<Void, Closed>(error: Closed()) })
        let gated = VirtualNetwork(script: [.status(.ok)], hooks: hooks).network.send(.get(Self.url)).immediateFailure
        #expect("\(try #require(gated))" == "\(Self.line): the gate before sending ended the operation (Closed)")
        #expect(gated == .requestFailure(error: HookError(.gate, cause: Closed())))
        let parsed = VirtualNetwork(.text("x")).network.send(.get(Self.url)) { _ -> Int? in nil }.immediateFailure
        let reason = "The response could not be parsed: the parse closure returned nil"
        #expect("\(try #require(parsed))" == "\(Self.line): \(reason)")
        #expect(parsed == .parseFailure(cause: NilParseResultError()))
    }

    @Test func theErrorSaysThatAFileIsMissing() throws {  // F-14
        let file = URL(filePath: "/nowhere/notes.txt")
        let missing = "the file /nowhere/notes.txt cannot be sent (there is no such file)"
        #expect("\(requestError(RequestBuilder(.post, Self.url).file(file)))" == missing)
        #expect("\(requestError(RequestBuilder(.post, Self.url).multipart([.file("a", file)])))" == missing)
    }

    @Test func theErrorNamesAURLThatIsNotAFile() throws {  // F-11
        let url = try #require(URL(string: "http://a.test/notes.txt?token=hush"))
        for builder in [
            RequestBuilder(.post, Self.url).multipart([.file("a", url)]), RequestBuilder(.post, Self.url).file(url),
        ] {
            let text = "\(requestError(builder))"
            #expect(text.contains("http://a.test/notes.txt?token=<redacted>"), "\(text)")
            #expect(text.contains("not a file URL"), "\(text)")
        }
    }

    private func requestError(_ builder: RequestBuilder) -> any Error {
        failure(.status(.ok), of: builder.build())?.cause(as: RequestError.self) ?? OperationError.missingData
    }
}
