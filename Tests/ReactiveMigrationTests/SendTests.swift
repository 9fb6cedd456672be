import Foundation
import ReactiveNetworking
import ReactiveURLSession
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct SendTests {
    private let json = #"{"id": 1, "title": "Ape"}"#
    private let request = ApeRequestBuilder(endpoint: GetTodos(absoluteUrl: "http://migration.test/todos/1")).build()

    private func network(_ transport: Answering) -> Network {
        Network(transport: transport, scheduler: ImmediateScheduler())
    }

    @Test func networksAreCreatedAsBefore() {
        let networks = [Network(), Network(session: URLSession(configuration: .default))]
        let producers: [SignalProducer<Http.ResponseHeaders, Network.OperationError>] = networks.map { network in
            network.send(ApeRequestBuilder(endpoint: GetTodos(absoluteUrl: "")).build())
        }
        #expect(producers.count == 2)
    }

    @Test func sendWithoutAParseBlockReturnsTheHeaders() async throws {
        let producer: SignalProducer<Http.ResponseHeaders, Network.OperationError> = network(Answering("")).send(
            request
        )
        #expect(try await producer.value()["X-A"] == "1")
        let hasty = network(Answering("")).send(request, abortAfter: 5)
        #expect(try await hasty.value()["x-a"] == "1")
        let seconds: TimeInterval = 0.25
        let scheduler: SchedulerProtocol = QueueScheduler()
        let full = network(Answering("")).send(request, scheduler: scheduler, abortAfter: seconds, maxRetries: 2)
        #expect(try await full.value()["x-a"] == "1")
    }

    @Test func aParseBlockProducesTheValue() async throws {
        let network = network(Answering(json))
        let labeled: SignalProducer<NetworkDataResponse<Todo>, Network.OperationError> = network.send(
            request,
            scheduler: UIScheduler(),
            abortAfter: 10.0,
            maxRetries: 3,
            parseDataBlock: { (data: Data) -> Todo? in try? JSONDecoder().decode(Todo.self, from: data) }
        )
        let response = try await labeled.value()
        #expect(response.parsedData == Todo(id: 1, title: "Ape"))
        #expect(response.rawData == Data(json.utf8))
        #expect(response.responseHeaders["X-A"] == "1")
        let short = network.send(request, parseDataBlock: { (data: Data) -> Int? in data.count })
        #expect(try await short.value().parsedData == json.utf8.count)
        let throwing = network.send(
            request,
            abortAfter: 5,
            parseDataBlock: { try JSONDecoder().decode(Todo.self, from: $0) }
        )
        #expect(try await throwing.value().parsedData.id == 1)
    }

    @Test func aParseBlockMayBeATrailingClosure() async throws {
        let network = network(Answering(json))
        let plain = network.send(request) { (data: Data) -> Todo? in
            try? JSONDecoder().decode(Todo.self, from: data)
        }
        #expect(try await plain.value().parsedData.title == "Ape")
        let model: SignalProducer<NetworkDataResponse<TodoModel>, Network.OperationError> = network.send(
            request,
            abortAfter: 5
        ) { data in
            guard let todo = try? JSONDecoder().decode(Todo.self, from: data) else { return nil }
            return TodoModel(title: todo.title)
        }
        #expect(try await model.value().parsedData.title == "Ape")
        let full = network.send(request, scheduler: QueueScheduler(), abortAfter: 2.5, maxRetries: 1) {
            (data: Data) -> TodoModel? in TodoModel(title: "\(data.count)")
        }
        #expect(try await full.value().parsedData.title == "\(json.utf8.count)")
    }

    @Test func sideEffectsAndStartsAreSpelledAsBefore() {
        let seen = Locked<[String]>([])
        let note: @Sendable (String) -> Void = { text in seen.withLock { $0.append(text) } }
        network(Answering("")).send(request)
            .on(
                value: { note("value \($0["X-A"] ?? "")") }
            ).start()
        network(Answering("")).send(request)
            .on(failed: { note("\($0)") }, completed: { note("completed") }, value: { _ in note("value") })
            .start()
        network(Answering("")).send(request).startWithResult { result in
            if case .success = result { note("result") }
        }
        #expect(seen.withLock { $0 } == ["value 1", "value", "completed", "result"])
    }

    @Test func aSwitchOverTheSixErrorsIsExhaustive() async throws {
        func name(_ error: Network.OperationError) -> String {
            switch error {
            case .parseFailure: "parseFailure"
            case .missingData: "missingData"
            case .invalidResponseType: "invalidResponseType"
            // swift-format-ignore: UseLetInEveryBoundCaseVariable
            case .unexpectedResponseCode(let code, let data): "\(code.rawValue) \(data?.count ?? 0)"
            case .requestFailure: "requestFailure"
            case .timedOut: "timedOut"
            }
        }
        func failure<Value>(_ producer: SignalProducer<Value, Network.OperationError>) async -> String? {
            do throws(Network.OperationError) {
                _ = try await producer.firstValue()
                return nil
            } catch {
                return name(error)
            }
        }
        let fine = network(Answering(json))
        let broken = ApeRequestBuilder(endpoint: GetTodos(absoluteUrl: "no URL")).build()
        #expect(await failure(fine.send(request) { (_: Data) -> Todo? in nil }) == "parseFailure")
        #expect(await failure(network(Answering("")).send(request) { (data: Data) -> Data? in data }) == "missingData")
        #expect(await failure(network(Answering("four", status: .notFound)).send(request)) == "404 4")
        #expect(await failure(fine.send(broken)) == "requestFailure")
        #expect(await failure(fine.send(request, abortAfter: 0)) == "timedOut")
        #expect(await failure(fine.send(request, abortAfter: .nan)) == "timedOut")
        #expect(await failure(fine.send(request, abortAfter: -1)) == "timedOut")
        #expect(await failure(fine.send(request, abortAfter: .infinity)) == nil)
        if case .requestFailure(let error) = Network.OperationError.requestFailure(error: TransportError.offline) {
            #expect(error is TransportError)
        }
    }

    @Test func schedulersAreSpelledAsBefore() {
        let scheduler: SchedulerProtocol = QueueScheduler()
        let timed: DateScheduler = QueueScheduler()
        let ui: SchedulerProtocol = UIScheduler()
        #expect([scheduler, timed, ui].count == 3)
    }

    @Test func theCurrentSpellingIsAvailableBesideTheFormerNames() async throws {
        let network = network(Answering(json))
        let decoded = try await network.send(Api.todo(id: 1), as: Todo.self, abortAfter: .seconds(5)).value()
        #expect(decoded.parsedData == Todo(id: 1, title: "Ape"))
        let headers = try await network.send(RequestBuilder(HTTP.Method.get, "http://migration.test/").build()).value()
        #expect(headers["X-A"] == "1")
    }
}
