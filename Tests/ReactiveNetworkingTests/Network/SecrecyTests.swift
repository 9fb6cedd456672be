import Foundation
import ReactiveDiagnostics
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Puts a secret in every possible place, and looks for it in every text that the library produces.
@Suite struct SecrecyTests {
    private static let canary = "c4n4ry"

    private static var request: Request {
        RequestBuilder(.get, "http://a.test/path?token=\(canary)&page=2")
            .authorization(.bearer(canary))
            .header("Cookie", "session=\(canary)")
            .header("X-Api-Key", canary)
            .build()
    }

    private static let replies: [StubTransport.Reply] = [
        .never, .status(.ok), .status(.notFound), .status(.ok, headers: ["Set-Cookie": "a=\(canary)"]),
        .failure(.connectionLost), .failure(TransportError(.other, host: "a.test", detail: "odd")),
        .redirect(to: "http://user:\(canary)@b.test/"), .redirect(to: "ftp://b.test/?access_token=\(canary)"),
        .redirect(to: "http://b.test/?token=\(canary)"), .redirect(to: "http://b.test:99999/?token=\(canary)"),
        .events([
            .head(ResponseHead(status: .ok, url: URL(string: "http://a.test/?token=\(canary)"))), .body(Data([1])),
        ]),
        .stall(afterHead: .ok, headers: ["Set-Cookie": "a=\(canary)"]),
    ]

    @Test func textsOfAnOperationContainNoSecret() {  // N18
        for reply in Self.replies {
            let world = VirtualNetwork(reply)
            let log = world.log()
            let texts = Locked<[String]>([])
            world.network.send(Self.request, decoding: .custom { $0 })
                .startWithResult { result in
                    texts.withLock { texts in
                        switch result {
                        case .success(let response): texts += ["\(response)", String(reflecting: response)]
                        case .failure(let error):
                            texts += ["\(error)", error.localizedDescription, String(reflecting: error), dumped(error)]
                        }
                    }
                }
            world.clock.run()
            let all = texts.withLock { $0 } + log.withLock { $0 }.flatMap { ["\($0)", "\($0.kind)", dumped($0)] }
            #expect(!texts.withLock { $0.isEmpty })
            #expect(all.filter { $0.contains(Self.canary) } == [])
        }
    }

    /// A refreshed token, a redirect to another origin, a truncated body, a retry and a cancellation, with all
    /// observers active.
    @Test func recordsOfASessionContainNoSecret() throws {  // N18, F-50, F-51, F-66
        let clock = TestScheduler()
        let stub = StubTransport(
            script: [
                .status(.unauthorized, headers: ["WWW-Authenticate": "Bearer", "Set-Cookie": "a=\(Self.canary)"]),
                .redirect(to: "/next?access_token=\(Self.canary)#id_token=\(Self.canary)"),
                .cut(afterSending: [Data("ab".utf8)], headers: ["Link": "</p?token=\(Self.canary)>; rel=next"]),
                .status(.ok, headers: ["Location": "http://ape:\(Self.canary)@b.test/"], body: Data("ab".utf8)),
                .stall(body: Data("ab".utf8)),
            ],
            clock: clock
        )
        let network = Network(transport: stub, clock: clock)
        var options = TokenRefresher.Options()
        options.clock = clock
        let store = MemoryTokenStore(AccessToken(access: Self.canary + "-old", refresh: Self.canary))
        let refresher = TokenRefresher(store: store, options: options) { _ in
            SignalProducer<AccessToken, Never>(value: AccessToken(access: Self.canary + "-new", refresh: Self.canary))
        }
        let recorder = SessionRecorder(network)
        let texts = Locked<[String]>([])
        network.events.observeValues { event in texts.modify { $0 += ["\(event)", dumped(event)] } }
        network.reports.observeValues { outcome in texts.modify { $0 += ["\(outcome)", dumped(outcome)] } }
        let request = RequestBuilder(.get, "http://a.test/path?token=\(Self.canary)&page=2")
            .authorization(.refreshing(refresher)).header("X-Api-Key", Self.canary).build()
        network.send(request).start()
        clock.advance(by: .seconds(5))
        let second = network.send(request).start()
        clock.advance(by: .seconds(1))
        second.dispose()
        #expect(stub.requests.count == 5)
        let record = recorder.record
        let archive = String(decoding: try record.har(), as: UTF8.self)
        texts.modify { $0 += [record.text(), record.svg(), archive] }
        for exchange in record.operations.flatMap(\.exchanges) {
            texts.modify { $0 += [exchange.request.curlCommand(), dumped(exchange)] }
        }
        #expect(texts.value.count > 20)
        #expect(texts.value.filter { $0.contains(Self.canary) } == [])
    }

    @Test func textsOfTransportEventsContainNoSecret() throws {  // N18
        let head = ResponseHead(
            status: .ok,
            headers: ["Set-Cookie": "a=\(Self.canary)", "X-Plain": "seen"],
            url: URL(string: "http://a.test/?token=\(Self.canary)")
        )
        let prepared = try Self.request.prepared()
        let failure = RetryPolicy.Failure(request: Self.request, error: .missingData, response: head)
        let values: [Any] = [head, TransportEvent.head(head), TransportEvent.informational(head), prepared, failure]
        for value in values {
            for text in ["\(value)", String(reflecting: value), dumped(value)] {
                #expect(!text.contains(Self.canary), "\(type(of: value))")
            }
        }
        #expect("\(head)".contains("seen"))
    }
}

private func dumped(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
}
