import Foundation
import ReactiveDiagnostics
import ReactiveNetworking
import ReactiveTesting
import Testing

@Suite struct HTTPArchiveTests {
    private static let begin = Date(timeIntervalSince1970: 1_700_000_000)

    private func recorded(
        _ script: StubTransport.Reply...,
        bodies: Int = 0,
        asking requests: [Request] = [.get()]
    ) -> (SessionRecorder, VirtualNetwork) {
        let clock = TestScheduler()
        let stub = StubTransport(script: script, clock: clock)
        let world = VirtualNetwork(stub, on: clock)
        let recorder = SessionRecorder(world.network, keepingBodiesUpTo: bodies, startingAt: Self.begin)
        for request in requests { world.network.send(request).start() }
        world.clock.run()
        return (recorder, world)
    }

    private func entries(_ recorder: SessionRecorder, _ redaction: Redaction? = .standard) throws -> [[String: Any]] {
        let archive = try JSONSerialization.jsonObject(with: recorder.record.har(redactedBy: redaction))
        #expect(Schema.flaws(of: archive) == [])
        let log = try #require((archive as? [String: Any])?["log"] as? [String: Any])
        let entries = try #require(log["entries"] as? [[String: Any]])
        for entry in entries {
            let begin = try #require(entry["startedDateTime"] as? String)
            #expect(begin.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
            let timings = try #require(entry["timings"] as? [String: Double])
            // -1 means that a phase did not happen; `ssl` is a part of `connect`.
            let sum = timings.filter { $0.key != "ssl" && $0.value > 0 }.values.reduce(0, +)
            #expect(abs(try #require(entry["time"] as? Double) - sum) < 0.001)
            #expect(timings.values.allSatisfy { $0 >= 0 || $0 == -1 })
        }
        return entries
    }

    @Test func everyExchangeIsAnEntry() throws {  // F-51
        let (recorder, _) = recorded(
            .status(503),
            .redirect(to: "/elsewhere"),
            .json(#"{"id": 1, "title": "Ape"}"#).delayed(by: .milliseconds(250))
        )
        let entries = try entries(recorder)
        let statuses = entries.map { ($0["response"] as? [String: Any])?["status"] as? Int }
        #expect(statuses == [503, 302, 200])
        #expect(
            entries.map { $0["startedDateTime"] as? String } == [
                "2023-11-14T22:13:20.000Z", "2023-11-14T22:13:21.000Z", "2023-11-14T22:13:21.000Z",
            ]
        )
        let urls = entries.map { ($0["request"] as? [String: Any])?["url"] as? String }
        #expect(urls == ["http://api.test/todos/1", "http://api.test/todos/1", "http://api.test/elsewhere"])
    }

    @Test func trailersAreAMemberOfTheirOwn() throws {  // AD17
        let head = ResponseHead(status: .ok, headers: ["X": "1"])
        let (recorder, _) = recorded(
            .events([.head(head), .trailers(["Digest": "x", "X-Token": "canary"]), .completed(TransferMetrics())]),
            .status(.ok),
            asking: [.get(), .get()]
        )
        let responses = try entries(recorder).map { $0["response"] as? [String: Any] }
        let trailers = responses[0]?["_trailers"] as? [[String: String]]
        #expect(trailers?.map { $0["name"] } == ["Digest", "X-Token"])
        #expect(trailers?[0]["value"] == "x")
        #expect(trailers?[1]["value"]?.contains("canary") == false)
        #expect((responses[0]?["headers"] as? [Any])?.count == 1)
        #expect(responses[1]?.keys.contains("_trailers") == false)
    }

    @Test func anExchangeWithoutAResponseHasItsError() throws {
        let (recorder, _) = recorded(.failure(.connectionLost), .never)
        let entries = try entries(recorder)
        #expect(entries.map { ($0["response"] as? [String: Any])?["status"] as? Int } == [0, 0])
        #expect((entries[0]["comment"] as? String)?.contains("connection") == true)
        #expect(entries[1]["comment"] as? String == "cut off")
        #expect(entries[1]["time"] as? Double == 9_000)
    }

    @Test func aDisposedExchangeIsRecordedAsIncomplete() throws {  // F-44
        let clock = TestScheduler()
        let stub = StubTransport(script: [.redirect(to: "/b"), .stall(body: Data("ab".utf8))], clock: clock)
        let network = Network(transport: stub, clock: clock)
        let recorder = SessionRecorder(network, keepingBodiesUpTo: 10, startingAt: Self.begin)
        let start = network.send(.get()).start()
        clock.advance(by: .seconds(2))
        start.dispose()
        let entries = try entries(recorder)
        #expect(entries.map { ($0["response"] as? [String: Any])?["status"] as? Int } == [302, 200])
        #expect(entries.map { $0["comment"] as? String } == [nil, "cut off"])
        #expect(entries[1]["time"] as? Double == 2_000)
    }

    @Test func secretsAreHiddenUnlessAskedFor() throws {  // N18
        var request = RequestBuilder(.get, "http://api.test/?token=hush&page=2")
            .authorization(.bearer("hush")).header("X-Mine", "hush").build()
        request.headers.markSecret("x-mine")
        let (recorder, _) = recorded(.status(.ok, headers: ["Set-Cookie": "hush"]), asking: [request])
        #expect(try !String(decoding: recorder.record.har(), as: UTF8.self).contains("hush"))
        let entry = try #require(try entries(recorder, nil).first)
        let query = (entry["request"] as? [String: Any])?["queryString"] as? [[String: String]]
        #expect(query == [["name": "token", "value": "hush"], ["name": "page", "value": "2"]])
    }

    private func postData(_ request: Request, bodies: Int, _ redaction: Redaction?) throws -> [String: Any]? {
        let (recorder, _) = recorded(.status(.ok), bodies: bodies, asking: [request])
        return (try entries(recorder, redaction)[0]["request"] as? [String: Any])?["postData"] as? [String: Any]
    }

    @Test func secretsInAFormAreHiddenUnlessAskedFor() throws {  // N18
        let parameters: Parameters = ["grant_type": "refresh_token", "refresh_token": "hu?s;h"]
        let form = RequestBuilder(.post, "http://api.test/").form(parameters).build()
        let hidden = try postData(form, bodies: 100, .standard)
        #expect(hidden?["text"] as? String == "grant_type=refresh_token&refresh_token=<redacted>")
        let shown = try postData(form, bodies: 100, nil)
        #expect(shown?["text"] as? String == "grant_type=refresh_token&refresh_token=hu?s%3Bh")
    }

    @Test func requestBodiesAreKeptUpToTheLimit() throws {
        let login = RequestBuilder(.post, "http://api.test/").json(["password": "hush"]).build()
        let none = try postData(login, bodies: 0, .standard)
        #expect(none?["text"] as? String == "")
        #expect(none?["mimeType"] as? String == "application/json; charset=utf-8")
        let part = try postData(login, bodies: 4, .standard)
        #expect(part?["text"] as? String == "{<redacted>")
        #expect(part?["comment"] as? String != nil)
        let whole = try postData(login, bodies: 100, .standard)
        #expect(whole?["text"] as? String == #"{"password":"<redacted>"}"#)
        #expect(whole?["comment"] == nil)
        let plain = try postData(login, bodies: 100, nil)
        #expect(plain?["text"] as? String == #"{"password":"hush"}"#)
    }

    @Test func responseBodiesAreKeptUpToTheLimit() throws {
        let text = StubTransport.Reply.text("0123456789")
        let (kept, _) = recorded(text, bodies: 4)
        let content = try #require((try entries(kept)[0]["response"] as? [String: Any])?["content"] as? [String: Any])
        #expect(content["text"] as? String == "0123")
        #expect(content["size"] as? Int == 10)
        let (bytes, _) = recorded(.status(.ok, body: Data([0xFF, 0])), bodies: 100)
        let coded = try #require((try entries(bytes)[0]["response"] as? [String: Any])?["content"] as? [String: Any])
        #expect(coded["text"] as? String == "/wA=")
        #expect(coded["encoding"] as? String == "base64")
        let (none, _) = recorded(text)
        let empty = try #require((try entries(none)[0]["response"] as? [String: Any])?["content"] as? [String: Any])
        #expect(empty["text"] == nil)
    }

    @Test func exchangesBegunBeforeTheRecordingAreOmitted() {
        let world = VirtualNetwork(.never, .status(.ok))
        world.network.send(.get()).start()
        let recorder = SessionRecorder(world.network)
        world.network.send(.get()).start()
        world.clock.run()
        #expect(recorder.record.operations.count == 1)
        #expect(recorder.record.operations.first?.outcome == .succeeded)
    }
}

/// The members that HAR 1.2 requires, and their types.
private enum Schema {
    private indirect enum Shape: Sendable {
        case number
        case text
        case array(Shape)
        case object([String: Shape])
    }

    private static let pair = Shape.object(["name": .text, "value": .text])
    private static let message: [String: Shape] = [
        "httpVersion": .text, "cookies": .array(pair), "headers": .array(pair), "headersSize": .number,
        "bodySize": .number,
    ]
    private static let archive = Shape.object([
        "log": .object([
            "version": .text, "creator": .object(["name": .text, "version": .text]),
            "entries": .array(
                .object([
                    "startedDateTime": .text, "time": .number, "cache": .object([:]),
                    "request": .object(
                        message.merging(["method": .text, "url": .text, "queryString": .array(pair)]) { $1 }
                    ),
                    "response": .object(
                        message.merging([
                            "status": .number, "statusText": .text, "redirectURL": .text,
                            "content": .object(["size": .number, "mimeType": .text]),
                        ]) { $1 }
                    ),
                    "timings": .object([
                        "blocked": .number, "dns": .number, "connect": .number, "ssl": .number, "send": .number,
                        "wait": .number, "receive": .number,
                    ]),
                ])
            ),
        ])
    ])

    static func flaws(of value: Any) -> [String] { flaws(of: value, as: archive, at: "") }

    private static func flaws(of value: Any?, as shape: Shape, at path: String) -> [String] {
        switch shape {
        case .number: value is NSNumber || value is Int || value is Double ? [] : ["\(path) is no number"]
        case .text: value is String ? [] : ["\(path) is no text"]
        case .array(let element):
            (value as? [Any])?.enumerated().flatMap { flaws(of: $1, as: element, at: "\(path)[\($0)]") }
                ?? ["\(path) is no array"]
        case .object(let members):
            (value as? [String: Any]).map { object in
                members.flatMap { flaws(of: object[$0], as: $1, at: "\(path).\($0)") }
            } ?? ["\(path) is no object"]
        }
    }
}
