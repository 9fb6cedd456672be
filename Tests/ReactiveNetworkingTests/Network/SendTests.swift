import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct SendTests {
    @Test func nothingHappensUntilTheStart() {  // N1
        let world = VirtualNetwork(.status(.ok))
        let producer = world.network.send(.get())
        #expect(world.stub.requests.isEmpty)
        producer.start()
        #expect(world.stub.requests.count == 1)
    }

    @Test func theHeadersPrecedeTheCompletion() {  // N2
        let world = VirtualNetwork(.status(.ok, headers: ["X-A": "1"]))
        let events = world.network.send(.get()).record(on: world.clock)
        #expect(events.all == [.value(at: .zero, ["X-A": "1"]), .completed(at: .zero)])
        #expect(world.isQuiet)
    }

    @Test func aResponseIsDecoded() {  // N2, F-38
        let world = VirtualNetwork(.json(todoJSON).delayed(by: .seconds(2)))
        let events = world.network.send(.get(), as: Todo.self).map(\.parsedData).record(on: world.clock)
        world.clock.advance(by: .seconds(5))
        #expect(
            events.all == [.value(at: .seconds(2), Todo(id: 1, title: "Ape")), .completed(at: .seconds(2))]
        )
        #expect(world.isQuiet)
    }

    @Test func theResponseCarriesBodyHeadersAndStatus() throws {  // F-34
        let world = VirtualNetwork(.text("hi", status: .created))
        let events = world.network.send(.get(), decoding: .custom { String(decoding: $0, as: UTF8.self) }).record()
        let response = try #require(events.values.first)
        #expect(response.parsedData == "hi")
        #expect(response.rawData == Data("hi".utf8))
        #expect(response.statusCode == .created)
        #expect(response.responseHeaders["content-type"] == "text/plain")
    }

    @Test func chunksAreJoinedInOrder() {
        let world = VirtualNetwork(.chunks([Data("a".utf8), Data("b".utf8), Data("c".utf8)], every: .seconds(1)))
        let events = world.network.send(.get(), decoding: .custom { String(decoding: $0, as: UTF8.self) })
            .map(\.parsedData).record(on: world.clock)
        world.clock.advance(by: .seconds(3))
        #expect(events.all == [.value(at: .seconds(3), "abc"), .completed(at: .seconds(3))])
    }

    @Test func anUnacceptedStatusFailsWithItsCodeAndBody() {  // N4, N5
        for code in [404, 599, 799, 301] {
            let world = VirtualNetwork(.text("no", status: HTTP.StatusCode(rawValue: code)), retryPolicy: .never)
            let events = world.network.send(.get()).record(on: world.clock)
            let error = OperationError.unexpectedResponseCode(
                httpCode: HTTP.StatusCode(rawValue: code),
                data: Data("no".utf8)
            )
            #expect(events.all == [.failed(at: .zero, error)])
            #expect(world.isQuiet)
        }
    }

    @Test func theAcceptedCodesOfAnEndpointDecide() {  // N5, N7
        let world = VirtualNetwork(.status(.serviceUnavailable))
        let request = RequestBuilder(.get, "http://api.test").acceptedCodes([.serviceUnavailable]).build()
        let events = world.network.send(request).map { _ in true }.record()
        #expect(events.all == [.value(at: .zero, true), .completed(at: .zero)])

        let strict = VirtualNetwork(.status(.ok))
        let refusal = strict.network.send(RequestBuilder(.get, "http://api.test").acceptedCodes([.created]).build())
        #expect(
            refusal.record().all == [.failed(at: .zero, .unexpectedResponseCode(httpCode: .ok, data: nil))]
        )
    }

    @Test func anEmptyResponseIsMissingDataIfDataIsRequired() {  // N4
        let decoded = VirtualNetwork(.status(.ok))
        #expect(decoded.network.send(.get(), as: Todo.self).record().all == [.failed(at: .zero, .missingData)])
        let parsed = VirtualNetwork(.status(.ok))
        #expect(
            parsed.network.send(.get(), decoding: .custom { $0 }).record().all == [.failed(at: .zero, .missingData)]
        )
    }

    @Test func anExchangeHasOneOfFourOutcomes() {  // C-49, N4
        func outcome(_ reply: StubTransport.Reply) -> OperationError? {
            let world = VirtualNetwork(reply, retryPolicy: .never)
            return world.network.send(.get(), as: Todo.self).record(on: world.clock).failure
        }
        #expect(outcome(.failure(.connectionLost)) == .requestFailure(error: TransportError.connectionLost))
        #expect(outcome(.events([])) == .invalidResponseType)
        #expect(outcome(.status(.ok)) == .missingData)
        #expect(outcome(.json(todoJSON)) == nil)
    }

    @Test func responsesThatCannotHaveABodyAreParsedFromEmptyData() {  // F-42
        let noContent = VirtualNetwork(.status(.noContent))
        #expect(noContent.network.send(.get(), decoding: .custom { $0.count }).record().values.map(\.parsedData) == [0])
        let head = VirtualNetwork(.status(.ok))
        let request = RequestBuilder(.head, "http://api.test").build()
        #expect(head.network.send(request, decoding: .custom { $0.count }).record().values.map(\.parsedData) == [0])
    }

    @Test func aParseClosureThatReturnsNilOrThrowsIsAParseFailureWithItsCause() {  // N4
        struct Odd: Error, Equatable {}
        let rejected = VirtualNetwork(.text("x"))
        let refusal: SignalProducer<Network.DataResponse<Int>, OperationError> = rejected.network.send(
            .get(),
            parseDataBlock: { _ in nil }
        )
        #expect(refusal.record().all == [.failed(at: .zero, .parseFailure(cause: NilParseResultError()))])
        let thrown = VirtualNetwork(.text("x"))
        let failure: SignalProducer<Network.DataResponse<Int>, OperationError> = thrown.network.send(
            .get(),
            decoding: .custom { _ in throw Odd() }
        )
        #expect(failure.record().all == [.failed(at: .zero, .parseFailure(cause: Odd()))])
        #expect(thrown.stub.requests.count == 1)  // N7: a parse failure is never retried
    }

    @Test func aDecodingErrorIsTheCause() throws {
        let world = VirtualNetwork(.json(#"{"id": "one"}"#))
        let events = world.network.send(.get(), as: Todo.self).record()
        guard case .failed(.parseFailure(let cause))? = events.all.first?.event else {
            Issue.record("no parse failure: \(events.all)")
            return
        }
        #expect((cause as? DecodingFailure)?.cause?.error is DecodingError)
    }

    @Test func twoStartsAreIndependent() {  // N1
        let world = VirtualNetwork(.failure(.connectionLost), .status(.ok))
        let producer = world.network.send(.get()).map { _ in true }
        let first = producer.record(on: world.clock)
        let second = producer.record(on: world.clock)
        world.clock.advance(by: .seconds(1))
        #expect(second.all == [.value(at: .zero, true), .completed(at: .zero)])
        #expect(first.all == [.value(at: .seconds(1), true), .completed(at: .seconds(1))])
        #expect(world.stub.times == [.zero, .zero, .seconds(1)])
    }

    @Test func aResponseThatIsNotHTTPIsAnInvalidResponseType() {  // N4
        let other = VirtualNetwork(.failure(TransportError(.notHTTP)))
        #expect(other.network.send(.get()).record().all == [.failed(at: .zero, .invalidResponseType)])
        let nothing = VirtualNetwork(.events([]))
        #expect(nothing.network.send(.get()).record().all == [.failed(at: .zero, .invalidResponseType)])
    }

    @Test func aBodyOverTheLimitFailsAndCancelsTheTransfer() {  // N16
        let chunk = Data(repeating: 1, count: 600)
        let world = VirtualNetwork(.chunks([chunk, chunk, chunk], every: .seconds(1)))
        let request = RequestBuilder(.get, "http://api.test").maxBodySize(1_000).build()
        let events = world.network.send(request).record(on: world.clock)
        world.clock.advance(by: .seconds(9))
        guard case .failed(.requestFailure(let error as TransportError))? = events.all.first?.event else {
            Issue.record("no request failure: \(events.all)")
            return
        }
        #expect(error.kind == .bodyTooLarge)
        #expect(events.all.first?.time == .seconds(2))
        #expect(world.stub.cancelledCount == 1)
        #expect(world.isQuiet)
    }

    @Test func anInvalidRequestFailsAndNothingIsSent() {  // N1, N14, C-31
        let broken: [Request] = [
            .get(""), .get("not an URL"), .get("http://"), .get("ftp://a.test/"), .get("http://a.test/\u{1}"),
            RequestBuilder(.get, "http://a.test").header("X-A", "1\r\nX-B: 2").build(),
            RequestBuilder(.get, "http://a.test").header("X A", "1").build(),
            RequestBuilder(HTTP.Method(rawValue: "GE T"), "http://a.test").build(),
            RequestBuilder(.post, "http://a.test").json(["a": Double.nan] as [String: Any]).build(),
            RequestBuilder(.post, "http://a.test").json(["a": ["b": Data()]] as [String: Any]).build(),
        ]
        for request in broken {
            let world = VirtualNetwork(.status(.ok))
            let events = world.network.send(request).record()
            guard case .failed(.requestFailure(let error))? = events.all.first?.event else {
                Issue.record("\(request) was sent")
                continue
            }
            #expect(error is RequestError)
            #expect(events.all.count == 1)
            #expect(world.stub.requests.isEmpty)
            #expect(world.isQuiet)
        }
    }
}
