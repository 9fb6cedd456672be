import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct RequestTests {
    @Test func addingToARequestLeavesTheOriginalUnchanged() throws {  // F-67
        let first = RequestBuilder(.get, "http://api.test/").header("A", "1").parameters(["page": 1, "size": 2]).build()
        let second = first.adding(headers: ["a": "2", "B": "3"], parameters: ["page": 2], queryParameters: ["q": "x"])
        #expect(try first.prepared().description == "GET http://api.test/?page=1&size=2")
        #expect(try first.prepared().headers == ["A": "1"])
        #expect(try second.prepared().description == "GET http://api.test/?page=2&q=x&size=2")
        #expect(try second.prepared().headers == ["a": "2", "B": "3"])
    }

    @Test func copiesOfARequestAreIndependent() {  // F-67
        let first = RequestBuilder(.get, "/").userInfo("id", 1).build()
        var second = first
        second.userInfo["id"] = 2
        second.parameters["a"] = 1
        second.configuration.maxRetries = 3
        #expect(first.userInfo["id"] as? Int == 1)
        #expect(first.parameters.isEmpty)
        #expect(first.configuration.maxRetries == nil)
        #expect(second.adding(userInfo: ["k": "v"]).userInfo["id"] as? Int == 2)
    }

    @Test func everyEventCarriesTheUserInfo() {  // F-67
        let virtual = VirtualNetwork(.failure(.connectionLost), .status(.ok))
        let log = virtual.log()
        virtual.network.send(RequestBuilder(.get, "http://api.test/").userInfo("id", 7).build()).start()
        virtual.clock.advance(by: .seconds(1))
        let ids = log.value.map { $0.request.userInfo["id"] as? Int }
        #expect(ids.count > 4)
        #expect(ids.allSatisfy { $0 == 7 })
        #expect(virtual.isQuiet)
    }

    @Test func logEventsHaveTheWholeURL() throws {  // F-02
        let clock = TestScheduler()
        let environment = Network.Environment(
            "http://api.test/v1",
            configuration: Network.Configuration(parameters: ["token": "canary"], authorization: .bearer("canary"))
        )
        let network = Network(
            environment: environment,
            transport: StubTransport(.status(.notFound), clock: clock),
            clock: clock
        )
        let log = Locked<[Network.Event]>([])
        network.events.observeValues { event in log.withLock { $0.append(event) } }
        network.send(Route(.get, "/todos")).start()
        #expect(log.value.first?.request.url == "http://api.test/v1/todos")
        var text = log.value.map { "\($0)" }.joined()
        dump(log.value, to: &text)
        #expect(!text.contains("canary"))
        let resent = try #require(log.value.first?.request).prepared()
        #expect(resent.url.absoluteString == "http://api.test/v1/todos?token=canary")
    }
}
