import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct ExplainedErrorTests {
    private struct StatusCode: Decodable, Sendable, Equatable { var statusCode: String }
    private typealias Failure = Network.ErrorWithBody<StatusCode>

    private static let decoder: @Sendable () -> JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return decoder
    }

    private static let refusal = Data(#"{"status_code":"401"}"#.utf8)

    private func failure(
        of replies: StubTransport.Reply...,
        to request: Request = .get(),
        retryPolicy: RetryPolicy = .never
    ) -> Failure? {
        let clock = TestScheduler()
        let network = Network(
            configuration: Network.Configuration(retryPolicy: retryPolicy),
            transport: StubTransport(script: replies, clock: clock),
            clock: clock
        )
        let events = network.send(request, as: Todo.self, failingWith: .json(StatusCode.self), decoder: Self.decoder)
            .record(on: clock)
        clock.advance(by: .seconds(30))
        guard case .failed(let error)? = events.all.first?.event else { return nil }
        return error
    }

    @Test func theFailureCarriesTheErrorBody() {  // C-65, F-41
        let failure = failure(of: .status(.unauthorized, body: Self.refusal))
        #expect(failure?.error == .unexpectedResponseCode(httpCode: .unauthorized, data: Self.refusal))
        #expect(failure?.body == StatusCode(statusCode: "401"))
        #expect(failure?.bodyFailure == nil)
    }

    @Test func anErrorBodyThatCannotBeDecodedIsStillAFailure() {  // C-65, F-41
        let page = failure(of: .text("<html>", status: .unauthorized))
        #expect(page?.error == .unexpectedResponseCode(httpCode: .unauthorized, data: Data("<html>".utf8)))
        #expect(page?.body == nil)
        #expect(page?.bodyFailure is DecodingFailure)
        let empty = failure(of: .status(.unauthorized))
        #expect(empty == Failure(.unexpectedResponseCode(httpCode: .unauthorized, data: nil)))
    }

    @Test func aSuccessThatCannotBeDecodedIsAParseFailure() {  // C-65
        let failure = failure(of: .json(#"{"other": 1}"#))
        #expect(failure?.error.cause(as: DecodingFailure.self)?.target == "Todo")
        #expect(failure?.error.cause(as: DecodingFailure.self)?.reason == .missingKey("id"))
        #expect(failure?.body == nil)
    }

    @Test func aSuccessIsDecoded() {
        let world = VirtualNetwork(.json(todoJSON))
        let todo = world.network.send(.get(), as: Todo.self, failingWith: .json(StatusCode.self)).map(\.parsedData)
        #expect(todo.record().values == [Todo(id: 1, title: "Ape")])
    }

    @Test func failuresWithoutARejectedResponseHaveNoBody() {  // F-41
        #expect(
            failure(of: .failure(.connectionLost)) == Failure(.requestFailure(error: TransportError.connectionLost))
        )
        let later = failure(
            of: .status(.serviceUnavailable, body: Self.refusal),
            .failure(TransportError(.notHTTP)),
            retryPolicy: .standard
        )
        #expect(later == Failure(.invalidResponseType))
    }

    @Test func theErrorBodyIsThatOfTheLastAttempt() {  // F-41, N7
        let first = StubTransport.Reply.status(.serviceUnavailable, body: Data(#"{"status_code":"first"}"#.utf8))
        let last = StubTransport.Reply.status(.unauthorized, body: Data(#"{"status_code":"last"}"#.utf8))
        #expect(failure(of: first, last, retryPolicy: .standard)?.body == StatusCode(statusCode: "last"))
    }

    @Test func aResponseThatAValidatorRejectsHasItsErrorBody() {  // F-32, F-41
        struct Unfit: Error {}
        let request = RequestBuilder(.get, "http://api.test").validating { _ in throw Unfit() }.build()
        let failure = failure(of: .status(.ok, body: Self.refusal), to: request)
        #expect(failure?.error.cause(as: ResponseValidationError.self)?.cause is Unfit)
        #expect(failure?.body == StatusCode(statusCode: "401"))
    }

    @Test func anyDecodingCanReadTheErrorBody() {  // F-41
        let world = VirtualNetwork(
            .status(.notFound, headers: ["Content-Type": "text/plain; charset=iso-8859-1"], body: Data([0xE9])),
            retryPolicy: .never
        )
        let events = world.network.send(.get(), decoding: .data, failingWith: .text()).record()
        guard case .failed(let error)? = events.all.first?.event else {
            Issue.record("\(events.all)")
            return
        }
        #expect(error.body == "é")
    }

    @Test func theTextsOfTheErrorHideTheBody() throws {
        let world = VirtualNetwork(.json(#"{"status_code":"c4n4ry"}"#, status: .notFound), retryPolicy: .never)
        let events = world.network.send(
            .get(),
            as: Todo.self,
            failingWith: .json(StatusCode.self),
            decoder: Self.decoder
        )
        .record()
        guard case .failed(let error)? = events.all.first?.event else {
            Issue.record("\(events.all)")
            return
        }
        #expect(error.body?.statusCode == "c4n4ry")
        var dumped = ""
        dump(error, to: &dumped)
        for text in ["\(error)", String(reflecting: error), error.localizedDescription, dumped] {
            #expect(!text.contains("c4n4ry"))
        }
    }
}
