import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct QueueReportTests {
    private func reports(of queue: RequestQueue) -> Locked<[RequestQueue.Report]> {
        let log = Locked<[RequestQueue.Report]>([])
        queue.reports.observeValues { outcome in log.withLock { $0.append(outcome) } }
        return log
    }

    private func request(_ number: Int) -> Request { .get("http://api.test/\(number)") }

    @Test func eachOutcomeNamesItsRequestAndResult() throws {  // F-47
        let world = VirtualNetwork(.json(todoJSON), .status(.notFound), .status(.ok).delayed(by: .seconds(1)))
        let queue = RequestQueue()
        let told = reports(of: queue)
        world.network.send(request(1), as: Todo.self).queued(on: queue).start()
        world.network.send(request(2)).queued(on: queue).start()
        let third = world.network.send(request(3)).queued(on: queue).start()
        world.clock.advance(by: .zero)
        third.dispose()
        world.clock.run()
        #expect(told.value.map(\.number) == [1, 2, 3])
        #expect(told.value.map { $0.request?.url } == (1...3).map { request($0).url })
        #expect(told.value.map(\.result) == [.succeeded, .failed, .cancelled])
        let todo = try #require(told.value[0].value as? Network.DataResponse<Todo>)
        #expect(todo.parsedData == Todo(id: 1, title: "Ape"))
        let refusal = OperationError.unexpectedResponseCode(httpCode: .notFound, data: nil)
        #expect(told.value.map { $0.error as? OperationError } == [nil, refusal, nil])
        #expect(told.value[1].value == nil && told.value[2].value == nil)
        #expect(world.isQuiet)
    }

    @Test func anOutcomeArrivesAfterTheObserversEndAndBeforeTheHook() {  // F-47
        let world = VirtualNetwork(.status(.ok))
        let queue = RequestQueue()
        let log = Locked<[String]>([])
        @Sendable func say(_ text: String) { log.withLock { $0.append(text) } }
        queue.reports.observeValues { say("outcome \($0.number)") }
        queue.events.observeValues { if case .afterEach(let number, _) = $0 { say("after \(number)") } }
        world.network.send(request(1)).queued(on: queue).on(completed: { say("completed") }).start()
        #expect(log.value == ["completed", "outcome 1", "after 1"])
    }

    @Test func aBeginningNamesItsRequestAfterTheHookAndBeforeAnythingIsSent() {  // F-47
        let world = VirtualNetwork(.status(.ok), .status(.ok))
        let queue = RequestQueue()
        let log = Locked<[String]>([])
        let stub = world.stub
        queue.events.observeValues { event in
            if case .beforeEach(let number) = event { log.withLock { $0.append("before \(number)") } }
        }
        queue.beginnings.observeValues { beginning in
            log.withLock { $0.append("\(beginning), \(stub.requests.count) sent") }
        }
        for number in 1...2 { world.network.send(request(number)).queued(on: queue).start() }
        world.clock.run()
        #expect(
            log.value == [
                "before 1", "1 GET http://api.test/1, 0 sent", "before 2", "2 GET http://api.test/2, 1 sent",
            ]
        )
    }

    @Test func anOperationWithoutARequestHasNoBeginning() {  // F-47
        let queue = RequestQueue()
        let count = Locked(0)
        queue.beginnings.observeValues { _ in count.withLock { $0 += 1 } }
        SignalProducer<Int, Never>(value: 1).queued(on: queue).start()
        #expect(count.value == 0)
    }

    @Test func operationsThatAnObserverOfBeginningsStartsAreIndependent() {  // F-47
        let world = VirtualNetwork(.status(.ok), .status(.ok))
        let queue = RequestQueue()
        let told = reports(of: queue)
        let other = world.network.send(request(9))
        let count = Locked(0)
        queue.beginnings.observeValues { _ in
            count.withLock { $0 += 1 }
            other.start()
        }
        world.network.send(request(1)).queued(on: queue).start()
        world.clock.run()
        #expect(count.value == 1)
        #expect(told.value.map { $0.request?.url } == [request(1).url])
    }

    @Test func theOutcomeHasTheRequestWithAllLayersApplied() {  // F-28, F-47
        let world = EnvironmentNetwork(.status(.ok), configuration: Network.Configuration(parameters: ["page": 1]))
        let queue = RequestQueue()
        let told = reports(of: queue)
        world.network.send(Route(.get, "/todos")).filter { _ in false }.queued(on: queue).start()
        #expect(told.value.map { $0.request?.url } == ["http://api.test/todos"])
        #expect(told.value.map { $0.request?.parameters["page"] } == [1])
        #expect(told.value.map { $0.value == nil } == [true])
    }

    @Test func theOutcomeOfAChainHasItsFirstRequestAndItsLastResult() {  // F-47, F-61
        for delay in [Duration.zero, .seconds(1)] {
            let world = VirtualNetwork(.status(.ok).delayed(by: delay), .status(.notFound).delayed(by: delay))
            let queue = RequestQueue()
            let told = reports(of: queue)
            let second = world.network.send(request(2))
            world.network.send(request(1)).flatMap(.concat) { _ in second }.queued(on: queue).start()
            world.clock.run()
            #expect(told.value.map { $0.request?.url } == [request(1).url])
            #expect(told.value.map(\.result) == [.failed])
        }
    }

    @Test func aRequestStartedByAnObserverIsNotThatOfTheOutcome() {  // F-47
        let world = VirtualNetwork(.status(.ok))
        let queue = RequestQueue()
        let told = reports(of: queue)
        SignalProducer<Int, OperationError>(value: 1).queued(on: queue)
            .on(value: { _ in world.network.send(.get()).start() }).start()
        #expect(world.stub.requests.count == 1)
        #expect(told.value.count == 1)
        #expect(told.value.first?.request == nil)
        #expect(told.value.first?.value as? Int == 1)
    }

    @Test func requestsThatNeverBeganHaveNoOutcome() {  // F-46, F-47
        let world = VirtualNetwork(.failure(.cannotResolveHost))
        let queue = RequestQueue(onFailure: .cancelAll)
        let told = reports(of: queue)
        queue.suspend()
        for number in 1...3 { world.network.send(request(number), maxRetries: 0).queued(on: queue).start() }
        queue.resume()
        world.clock.run()
        #expect(told.value.map(\.number) == [1])
    }

    @Test func outcomesAreNotReplayedToLaterObservers() {  // F-47
        let world = VirtualNetwork(.status(.ok))
        let queue = RequestQueue()
        world.network.send(request(1)).queued(on: queue).start()
        let told = reports(of: queue)
        world.network.send(request(2)).queued(on: queue).start()
        #expect(told.value.map(\.number) == [2])
    }

    @Test func theTextOfAnOutcomeHidesSecrets() {  // N18
        let world = VirtualNetwork(.status(.notFound, body: Data("hush".utf8)))
        let queue = RequestQueue()
        let told = reports(of: queue)
        world.network.send(.get("http://api.test/?token=hush")).queued(on: queue).start()
        var text = told.value.map(\.description).joined()
        dump(told.value, to: &text)
        #expect(text.contains("GET http://api.test/?token=<redacted> has failed"))
        #expect(!text.contains("hush"))
    }
}
