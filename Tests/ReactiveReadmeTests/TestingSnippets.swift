import ReactiveNetworking
import ReactiveTesting
import Testing

@Suite struct VirtualTimeSnippet {
    @Test func tenSecondsPassInNoTime() {
        let clock = TestScheduler()
        let server = StubTransport(.failure(.connectionLost), .json(#"{"id": 1, "title": "Ape"}"#), clock: clock)
        let service = Network(transport: server, clock: clock)

        let events = service.send(TodoEndpoint(id: 1), as: Todo.self).map(\.parsedData.title).record(on: clock)
        clock.advance(by: .seconds(10))

        #expect(events.all == [.value(at: .seconds(1), "Ape"), .completed(at: .seconds(1))])
        #expect(server.times == [.zero, .seconds(1)])
    }
}
