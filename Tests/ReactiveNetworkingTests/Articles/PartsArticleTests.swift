import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// The code of the articles on multipart bodies, queues and mocks.
@Suite struct PartsArticleTests {
    @Test func theMultipartExampleHasItsParts() throws {  // F-11
        let png = Data("png".utf8)
        let request = RequestBuilder(.post, "https://example.com/posts")
            .multipart([
                .value("caption", "hi"),
                .value("stars", 5),
                .json("meta", ["lens": "50 mm"]),
                .data("image", png, fileName: "image.png", contentType: .imagePng),
            ])
            .build()
        let text = String(decoding: try #require(request.prepared().body), as: UTF8.self)
        #expect(text.contains("name=\"stars\"\r\n\r\n5\r\n"))
        #expect(text.contains("filename=\"image.png\"\r\nContent-Type: image/png\r\n\r\npng\r\n"))
        #expect(text.contains("Content-Type: application/json; charset=utf-8\r\n\r\n{\"lens\":\"50 mm\"}\r\n"))
    }

    @Test func theQueueExampleReportsItsEvents() {  // F-47
        struct Photo {
            var upload: Request
            var isVisible: Bool
        }
        let world = VirtualNetwork(.status(.ok).delayed(by: .seconds(1)))
        let network = world.network
        let photos = (1...6).map { Photo(upload: .get("http://api.test/\($0)"), isVisible: $0 == 6) }
        let lines = Locked<[String]>([])
        @Sendable func print(_ line: String) { lines.withLock { $0.append(line) } }
        let queue = RequestQueue(.limited(4), onFailure: .cancelAll)
        queue.events.observeValues { event in
            switch event {
            case .beforeAll: print("begun")
            case .beforeEach(let number): print("\(number) begins")
            case .afterEach(let number, let outcome): print("\(number) has \(outcome)")
            case .afterAll(let anyFailed): print(anyFailed ? "something failed" : "all is well")
            }
        }
        queue.beginnings.observeValues { print("\($0.number): \($0.request.url)") }
        for photo in photos {
            network.send(photo.upload)
                .queued(on: queue, priority: photo.isVisible ? .high : .normal)
                .start()
        }
        world.clock.run()
        #expect(lines.value.first == "begun")
        #expect(lines.value.filter { $0.hasSuffix("begins") }.map { $0.prefix(1) } == ["1", "2", "3", "4", "6", "5"])
        #expect(lines.value.contains("6 has succeeded"))
        #expect(lines.value.contains("6: http://api.test/6"))
        #expect(lines.value.last == "all is well")
    }

    @Test func theMockExamplesAnswer() async throws {  // F-52
        let clock = TestScheduler()
        try await withFile(Data("[]".utf8), named: "todos.json") { file in
            let fixtures = file.deletingLastPathComponent()
            let network = Network(
                transport: MockingTransport(
                    clock: clock,
                    [
                        .on(.get, "/todos", .file(fixtures.appending(path: "todos.json"))),
                        .on(.get, "/todos/:id") { _, values in .json(["id": values["id"]]) },
                        .on(.post, "/todos", .status(.created).delayed(by: .milliseconds(300) ... .seconds(2))),
                        .on(nil, "/flaky", .sequence([.failure(.connectionLost), .text("ok")])),
                    ]
                ),
                clock: clock
            )
            let requests: [Request] = [
                .get("http://api.test/todos"), .get("http://api.test/todos/7"), .post("http://api.test/todos"),
                .get("http://api.test/flaky"),
            ]
            let records = requests.map { network.send($0, decoding: .custom { $0 }).record(on: clock) }
            clock.run()
            let bodies = records.map { $0.values.first.map { String(decoding: $0.rawData, as: UTF8.self) } }
            // The third response has no body, but `send(_:parse:)` requires one.
            #expect(bodies == ["[]", #"{"id":"7"}"#, nil, "ok"])
            #expect(records[2].all.map(\.event.error) == [.missingData])
        }
    }

    @Test func theMockClosureExampleAnswersKnownRequests() {  // F-52
        let clock = TestScheduler()
        var transport = MockingTransport(clock: clock) { request in
            request.url.path == "/slow" ? .text("at last").delayed(by: .seconds(1) ... .seconds(3)) : nil
        }
        transport.random = { 0.5 }
        let record = Network(transport: transport, clock: clock).send(.get("http://api.test/slow")).record(on: clock)
        clock.run()
        #expect(record.all.last == .completed(at: .seconds(2)))
    }
}
