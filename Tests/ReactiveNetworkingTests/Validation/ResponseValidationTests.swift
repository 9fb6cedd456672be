import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct ResponseValidationTests {
    private enum Shop: Error, Equatable { case unpaid, lie }

    private static let get = RequestBuilder(.get, "http://api.test/")

    private func refusal(of reply: StubTransport.Reply, to builder: RequestBuilder) -> OperationError? {
        let world = VirtualNetwork(reply, retryPolicy: .never)
        let events = world.network.send(builder.build()).record(on: world.clock)
        guard case .failed(let error)? = events.all.first?.event else { return nil }
        return error
    }

    private func passes(_ contentType: String?, accept: String?, _ validation: ResponseValidation = .acceptHeader)
        -> Bool
    {
        var builder = Self.get.validating(validation)
        if let accept { builder = builder.header("Accept", accept) }
        return refusal(of: .text("{}", headers: contentType.map { ["Content-Type": $0] } ?? [:]), to: builder) == nil
    }

    @Test func onlyAcceptedCodesPass() {  // C-45, F-30
        let strict = Self.get.acceptedCodes([.ok])
        #expect(refusal(of: .status(.notFound), to: strict) == .unexpectedResponseCode(httpCode: .notFound, data: nil))
        #expect(refusal(of: .status(.ok), to: strict) == nil)
        #expect(
            refusal(of: .status(.notFound), to: Self.get) == .unexpectedResponseCode(httpCode: .notFound, data: nil)
        )
        #expect(refusal(of: .status(.notFound), to: Self.get.acceptedCodes(.any)) == nil)
    }

    @Test func withoutAValidationAnyContentTypePasses() {  // C-47
        #expect(refusal(of: .text("<html>", headers: ["Content-Type": "text/html"]), to: Self.get) == nil)
    }

    @Test func theContentTypeIsComparedWithTheAcceptHeader() {  // C-47, F-31
        #expect(passes(nil, accept: nil))
        #expect(passes("text/html; charset=utf-8", accept: "text/html; charset=utf-8"))
        #expect(passes("TEXT/HTML", accept: "text/html;level=1"))
        #expect(passes("image/png", accept: "text/html, image/*;q=0.5"))
        #expect(passes("image/png", accept: "application/json, */*;q=0.1"))
        #expect(passes(nil, accept: "*/*"))
        #expect(!passes(nil, accept: "application/json"))
        #expect(!passes("text/html", accept: "application/json"))
        #expect(!passes("text/html", accept: "text/html;q=0, application/json"))
        #expect(!passes("image/png", accept: "*/png"))
    }

    @Test func responsesWithoutABodyAreExempt() {  // C-47, F-31
        let strict = Self.get.header("Accept", "application/json").validating(.acceptHeader)
        #expect(refusal(of: .status(.noContent), to: strict) == nil)
        #expect(refusal(of: .status(.ok, headers: ["Content-Type": "text/html"]), to: strict) == nil)
        let head = RequestBuilder(.head, "http://api.test/").validating(.json)
        #expect(refusal(of: .text("x", headers: ["Content-Type": "text/html"]), to: head) == nil)
    }

    @Test(
        arguments: [
            ("application/json;charset=utf-8", true), ("APPLICATION/JSON", true), ("application/problem+json", true),
            ("text/json", true), ("text/html", false), ("application/jsonp", false), ("application", false),
            ("", false),
            ("application/json, text/html", false), ("application/json, application/json", true), (nil, false),
        ] as [(String?, Bool)]
    )
    func jsonValidationAcceptsJSONContentTypesOnly(contentType: String?, isJSON: Bool) {  // F-31
        #expect(passes(contentType, accept: nil, .json) == isJSON)
    }

    @Test func aPageOfACaptivePortalIsRejected() throws {  // F-31
        let page = StubTransport.Reply.text("<html>Log in</html>", headers: ["Content-Type": "text/html"])
        let error = refusal(of: page, to: Self.get.validating(.contentTypes("application/json")))
        let rejection = try #require(error?.cause(as: ResponseValidationError.self))
        #expect(rejection.reason == .contentType(found: "text/html", acceptable: ["application/json"]))
        #expect(rejection.data == Data("<html>Log in</html>".utf8))
        #expect("\(rejection)".contains("its content type is text/html, but must be one of application/json"))
    }

    @Test func acceptedTypesMayHaveWildcardsAndBeReset() {  // F-30, F-31
        #expect(passes("image/webp", accept: nil, .contentTypes("text/plain", "image/*")))
        #expect(!passes("video/mp4", accept: nil, .contentTypes("text/plain", "image/*")))
        let takenBack = Self.get.validating(.json).validating(.anyContentType)
        #expect(refusal(of: .text("x"), to: takenBack) == nil)
    }

    @Test func aStatusCanBeMappedToACustomError() throws {  // F-30
        let builder = Self.get.validating(.problems([402: Shop.unpaid, .ok: Shop.lie]))
        let unpaid = try #require(
            refusal(of: .text("pay", status: 402), to: builder)?.cause(as: ResponseValidationError.self)
        )
        #expect(unpaid.reason == .problem)
        #expect(unpaid.cause as? Shop == .unpaid)
        #expect(unpaid.head.status == 402)
        #expect(unpaid.data == Data("pay".utf8))
        #expect(refusal(of: .status(.ok), to: builder)?.cause(as: ResponseValidationError.self)?.cause as? Shop == .lie)
        #expect(refusal(of: .status(.notFound), to: builder) == .unexpectedResponseCode(httpCode: .notFound, data: nil))
    }

    @Test func aMappedTransientStatusIsRetried() {  // F-30, N7
        let world = VirtualNetwork(.status(.serviceUnavailable), .status(.ok))
        let request = Self.get.validating(.problems([.serviceUnavailable: Shop.unpaid])).build()
        let events = world.network.send(request).map { _ in true }.record(on: world.clock)
        world.clock.advance(by: .seconds(1))
        #expect(events.values == [true])
    }

    @Test func aValidatorCanAcceptA401() {  // F-32, C-55
        let builder = Self.get.validating { $0.head.status == .unauthorized ? .accepted : .standard }
        #expect(
            refusal(of: .status(.unauthorized), to: Self.get)
                == .unexpectedResponseCode(httpCode: .unauthorized, data: nil)
        )
        #expect(refusal(of: .status(.unauthorized), to: builder) == nil)
        #expect(refusal(of: .status(.notFound), to: builder) == .unexpectedResponseCode(httpCode: .notFound, data: nil))
        let raw = VirtualNetwork(.status(.unauthorized)).network.send(builder.build(), decoding: .data)
        #expect(raw.record().values.map(\.parsedData) == [Data()])
        let json = VirtualNetwork(.status(.unauthorized)).network.send(builder.build(), as: Todo.self)
        #expect(json.record().all == [.failed(at: .zero, .missingData)])
    }

    @Test func aValidatorCanRejectA200() throws {  // F-32
        let builder = Self.get.validating { response in
            if response.data == Data("error".utf8) { throw Shop.lie }
            return .standard
        }
        let rejection = try #require(refusal(of: .text("error"), to: builder)?.cause(as: ResponseValidationError.self))
        #expect(rejection.reason == .validator)
        #expect(rejection.cause as? Shop == .lie)
        #expect(refusal(of: .text("fine"), to: builder) == nil)
        #expect(
            refusal(of: .text("x"), to: Self.get.validating { _ in throw OperationError.missingData }) == .missingData
        )
    }

    @Test func aValidatorReceivesTheResultOfTheOtherChecks() {  // F-32
        let seen = Locked<[ResponseValidation.Subject]>([])
        let builder = Self.get.validating(.json).validating { subject in
            seen.withLock { $0.append(subject) }
            return .standard
        }
        _ = refusal(of: .text("no", status: .notFound), to: builder)
        _ = refusal(of: .json("{}"), to: builder)
        _ = refusal(of: .text("page"), to: builder)
        let subjects = seen.withLock { $0 }
        #expect(subjects.map(\.head.status) == [.notFound, .ok, .ok])
        #expect(subjects[0].failure == .unexpectedResponseCode(httpCode: .notFound, data: Data("no".utf8)))
        #expect(subjects[1].failure == nil)
        #expect(subjects[2].failure?.cause(as: ResponseValidationError.self) != nil)
        #expect(subjects.map(\.data) == [Data("no".utf8), Data("{}".utf8), Data("page".utf8)])
        #expect(subjects[0].request.url == "http://api.test/")
    }

    @Test func aSuppressedResponseIsNeitherAValueNorAFailure() {  // F-33
        let world = VirtualNetwork(.status(.unauthorized))
        let log = world.log()
        let events = world.network.send(Self.get.validating { _ in .swallowed }.build()).record(on: world.clock)
        #expect(events.all == [.interrupted(at: .zero)])
        #expect(world.stub.requests.count == 1)
        #expect(log.withLock { $0.last?.kind } == .ended(.cancelled, nil))
        #expect(world.isQuiet)
    }

    @Test func aRejectionHidesSecrets() throws {
        let reply = StubTransport.Reply.text(
            "c4n4ry",
            headers: ["Content-Type": "text/html", "Set-Cookie": "a=c4n4ry"]
        )
        let error = try #require(refusal(of: reply, to: Self.get.validating(.json)))
        var dumped = ""
        dump(error, to: &dumped)
        for text in ["\(error)", String(reflecting: error), error.localizedDescription, dumped] {
            #expect(!text.contains("c4n4ry"))
        }
    }

    @Test func validatorsRunOnTheParsingScheduler() {  // N13
        let clock = TestScheduler()
        let worker = TestScheduler()
        let stub = StubTransport(.text("x"), clock: clock)
        let network = Network(transport: stub, clock: clock, parsingScheduler: worker)
        let isAsked = Locked(false)
        let request = Self.get.validating { _ in
            isAsked.withLock { $0 = true }
            return .standard
        }
        let events = network.send(request.build()).map { _ in true }.record(on: clock)
        #expect(!isAsked.withLock { $0 })
        worker.advance()
        #expect(isAsked.withLock { $0 })
        #expect(events.values == [true])
    }
}
