import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct OutcomeTests {
    /// A delegate that logs its calls.
    private final class Witness: OperationDelegate {
        private let name: String
        private let log: Locked<[String]>

        init(_ name: String, _ log: Locked<[String]>) {
            self.name = name
            self.log = log
        }

        private func note(_ text: String) { log.withLock { $0.append("\(name): \(text)") } }

        func operationBegan(_ request: Request) { note("began") }
        func operationSucceeded(_ outcome: Network.OperationReport) {
            note("succeeded with \((outcome.value as? Network.DataResponse<Todo>)?.parsedData.title ?? "headers")")
        }
        func operationFailed(_ outcome: Network.OperationReport, with error: OperationError) {
            note("failed with \(outcome.status?.rawValue ?? 0)")
        }
        func operationCancelled(_ outcome: Network.OperationReport) { note("canceled") }
    }

    /// A delegate that implements none of the methods.
    private final class Silent: OperationDelegate {}

    private func reports(of network: Network) -> Locked<[Network.OperationReport]> {
        let reports = Locked<[Network.OperationReport]>([])
        network.reports.observeValues { outcome in reports.withLock { $0.append(outcome) } }
        return reports
    }

    @Test func everyOutcomeIsReportedOnceWithItsDetails() throws {  // F-66
        let world = VirtualNetwork(
            .failure(.connectionLost),
            .json(todoJSON).delayed(by: .seconds(1)),
            .status(.notFound)
        )
        let reports = reports(of: world.network)
        world.network.send(.get(), as: Todo.self).start()
        world.clock.advance(by: .seconds(5))
        world.network.send(.post()).start()
        world.clock.advance(by: .seconds(5))
        let all = reports.withLock { $0 }
        #expect(all.count == 2)
        let first = try #require(all.first)
        #expect(first.result == .succeeded)
        #expect(first.attempts == 2)
        #expect(first.duration == .seconds(2))
        #expect(first.status == .ok)
        #expect(first.metrics?.receivedByteCount == Int64(todoJSON.utf8.count))
        #expect((first.value as? Network.DataResponse<Todo>)?.parsedData.title == "Ape")
        let second = try #require(all.last)
        #expect(second.result == .failed(.unexpectedResponseCode(httpCode: .notFound, data: nil)))
        #expect(second.request.method == .post)
        #expect(second.status == .notFound)
    }

    @Test func aReportNamesTheFailuresOfAllAttempts() throws {
        let refusal = Data("please wait".utf8)
        let world = VirtualNetwork(
            .failure(.connectionLost),
            .status(.serviceUnavailable, body: refusal),
            .failure(.connectionLost),
            .status(.notFound)
        )
        let reports = reports(of: world.network)
        world.network.send(.get()).start()
        world.clock.advance(by: .seconds(60))
        let report = try #require(reports.value.first)
        #expect(
            report.earlierFailures == [
                .requestFailure(error: TransportError(.connectionLost)),
                .unexpectedResponseCode(httpCode: .serviceUnavailable, data: nil),
                .requestFailure(error: TransportError(.connectionLost)),
            ]
        )
        #expect(report.result == .failed(.unexpectedResponseCode(httpCode: .notFound, data: nil)))
        let parts = "\(report)".components(separatedBy: "; ")
        #expect(parts.count == 3 && parts[1].hasPrefix("earlier failures: "))
        #expect(parts[2].contains("503") && !parts[2].contains("please wait"))
    }

    @Test func takingTheFirstValueIsNotACancellation() async throws {  // F-66
        let world = VirtualNetwork(.json(todoJSON), .never)
        let reports = reports(of: world.network)
        _ = try await world.network.send(.get(), as: Todo.self).value()
        world.network.send(.get()).start().dispose()
        #expect(reports.withLock { $0.map(\.result) } == [.succeeded, .cancelled])
    }

    @Test func globalOutcomesPrecedeTheObserverOfTheOperation() {  // F-66
        let world = VirtualNetwork(.status(.unauthorized), retryPolicy: .never)
        let order = Locked<[String]>([])
        world.network.reports.filter { $0.status == .unauthorized }.observeValues { _ in
            order.withLock { $0.append("global") }
        }
        world.network.send(.get()).startWithFailed { _ in order.withLock { $0.append("local") } }
        #expect(order.withLock { $0 } == ["global", "local"])
    }

    @Test func theNetworksDelegatesAreCalledBeforeTheRequestsAndTheObserver() {  // F-66
        let world = VirtualNetwork(.json(todoJSON), .status(.notFound), retryPolicy: .never)
        let log = Locked<[String]>([])
        let (first, second, own) = (Witness("first", log), Witness("second", log), Witness("own", log))
        world.network.add(first)
        world.network.add(second)
        world.network.add(first)
        world.network.remove(second)
        world.network.add(second)
        let request = RequestBuilder(.get, "http://api.test").delegate(own).delegate(own).build()
        world.network.send(request, as: Todo.self).startWithResult { _ in log.withLock { $0.append("observer") } }
        #expect(
            log.withLock { $0 } == [
                "first: began", "second: began", "own: began",
                "first: succeeded with Ape", "second: succeeded with Ape", "own: succeeded with Ape", "observer",
            ]
        )
        log.withLock { $0 = [] }
        world.network.remove(first)
        world.network.remove(second)
        world.network.send(request).startWithResult { _ in log.withLock { $0.append("observer") } }
        #expect(log.withLock { $0 } == ["own: began", "own: failed with 404", "observer"])
    }

    @Test func aDelegateOfNetworkAndRequestIsCalledOnce() {  // F-66
        let world = VirtualNetwork(.json(todoJSON))
        let log = Locked<[String]>([])
        let witness = Witness("it", log)
        world.network.add(witness)
        world.network.send(RequestBuilder(.get, "http://api.test").delegate(witness).build(), as: Todo.self).start()
        #expect(log.withLock { $0 } == ["it: began", "it: succeeded with Ape"])
    }

    @Test func aDelegateIsNotifiedOfACancellation() {  // F-44, F-66
        let world = VirtualNetwork(.never)
        let log = Locked<[String]>([])
        let witness = Witness("it", log)
        world.network.add(witness)
        world.network.send(.get()).start().dispose()
        #expect(log.withLock { $0 } == ["it: began", "it: canceled"])
        #expect(world.isQuiet)
    }

    @Test func delegatesAreHeldWeaklyAndTheirMethodsAreOptional() {  // F-66
        let world = VirtualNetwork(.status(.ok))
        let log = Locked<[String]>([])
        var witness: Witness? = Witness("it", log)
        weak let watched = witness
        if let witness { world.network.add(witness) }
        let silent = Silent()
        world.network.add(silent)
        witness = nil
        #expect(watched == nil)
        #expect(world.network.send(.get()).map { _ in 1 }.record().values == [1])
        #expect(log.withLock { $0.isEmpty })
    }

    @Test func outcomesArriveOnTheSchedulerOfTheOperation() {  // F-66, N13
        let clock = TestScheduler()
        let delivery = TestScheduler()
        let network = Network(transport: StubTransport(.status(.ok), clock: clock), clock: clock, scheduler: delivery)
        let reports = reports(of: network)
        network.send(.get()).start()
        #expect(reports.withLock { $0.isEmpty })
        delivery.advance()
        #expect(reports.withLock { $0.map(\.result) } == [.succeeded])
    }

    @Test func anOutcomeHidesSecrets() {
        let world = VirtualNetwork(.text("c4n4ry", headers: ["Set-Cookie": "c4n4ry"]))
        let reports = reports(of: world.network)
        world.network.send(.get("http://a.test/?token=c4n4ry"), decoding: .text()).start()
        for outcome in reports.withLock({ $0 }) {
            var dumped = ""
            dump(outcome, to: &dumped)
            for text in ["\(outcome)", String(reflecting: outcome), dumped] { #expect(!text.contains("c4n4ry")) }
        }
        #expect(reports.withLock { $0.count } == 1)
    }
}
