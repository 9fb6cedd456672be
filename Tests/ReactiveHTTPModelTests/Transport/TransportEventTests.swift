import ReactiveNetworking
import Testing

@Suite struct TransportEventTests {
    @Test func theTextOfTrailersHidesSecrets() {  // AD17, N18
        let event = TransportEvent.trailers(["Digest": "x", "Set-Cookie": "a=canary", "X-Token": "canary"])
        var dumped = ""
        dump(event, to: &dumped)
        for text in ["\(event)", String(reflecting: event), dumped] {
            #expect(text.contains("Digest") && !text.contains("canary"), "\(text)")
        }
    }
}
