import Foundation
import ReactiveCache
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct UpdatesTests {
    private func reply(_ control: String, _ id: Int, _ headers: HTTP.Headers = [:]) -> StubTransport.Reply {
        .cached(control, #"{"id": \#(id), "title": "Ape"}"#, headers)
    }

    private func updates(_ world: CacheWorld) -> [Int] {
        let request = RequestBuilder(.get, "http://cache.test/a").build()
        let events = world.network.updates(of: request, as: Todo.self).record(on: world.clock)
        world.clock.run()
        #expect(events.isTerminated)
        return events.values.map(\.parsedData.id) + (events.failure == nil ? [] : [-1])
    }

    @Test func withoutAStoredResponseTheNetworkAnswers() {  // H28
        #expect(updates(CacheWorld(reply("max-age=60", 1))) == [1])
    }

    @Test func aFreshResponseIsTheOnlyValue() {  // H28
        let world = CacheWorld(reply("max-age=60", 1))
        world.get()
        #expect(updates(world) == [1])
        #expect(world.count == 1)
    }

    @Test(arguments: ["max-age=1", "no-cache", "max-age=1, must-revalidate", "max-age=1, stale-while-revalidate=60"])
    func anOldResponseComesFirstAndThenTheNewOne(control: String) {  // H28
        let world = CacheWorld(reply(control, 1), reply("max-age=60", 2))
        world.get()
        world.at(5)
        #expect(updates(world) == [1, 2])
        #expect(world.count == 2)
    }

    @Test func aStaleResponseConfirmedByA304IsSentOnce() {  // H28
        let world = CacheWorld(reply("max-age=1", 1, ["ETag": #""a""#]), .status(.notModified))
        world.get()
        world.at(5)
        #expect(updates(world) == [1])
        #expect(world.conditions == [#""a""#, nil])
    }

    @Test func aFailureAfterTheFirstValueIsAFailure() {  // H28
        let world = CacheWorld(reply("max-age=1, stale-if-error=60", 1), .status(.badRequest))
        world.get()
        world.at(5)
        #expect(updates(world) == [1, -1])
    }

    @Test func aStoredErrorIsSkipped() {  // H28
        let world = CacheWorld(.status(.notFound, headers: ["Cache-Control": "max-age=1"]), reply("max-age=60", 2))
        world.get()
        world.at(5)
        #expect(updates(world) == [2])
    }

    @Test func aStoredFailureIsSkippedAfterOneWait() {  // H28, H34
        let world = CacheWorld(
            .status(.serviceUnavailable, headers: ["Cache-Control": "max-age=3600"]),
            reply("max-age=60", 2)
        )
        world.get()
        #expect(updates(world) == [2])
        #expect(world.clock.now == SchedulerInstant(offset: .seconds(1)))
    }

    @Test func updatesWithoutACacheAreAnOrdinaryRequest() {  // H28
        let clock = TestScheduler()
        let stub = StubTransport(script: [.json(todoJSON), .status(.badRequest)], clock: clock)
        let network = Network(transport: stub, clock: clock)
        let first = network.updates(of: .get(), as: Todo.self).record(on: clock)
        clock.run()
        #expect(first.values.map(\.parsedData.id) == [1])
        #expect(stub.requests.count == 1)
        let second = network.updates(of: .get(), as: Todo.self).record(on: clock)
        clock.run()
        #expect(second.failure != nil)
        #expect(stub.requests.count == 2)
    }
}
