import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

extension TransportConformanceTests {
    /// The contract of `Transport`, which applies to scripted transports and to those over sockets.
    @Suite struct Contract {
        @Test(arguments: Performer.allCases)
        func eachStartIsOneExchangeAndNothingHappensBefore(performer: Performer) async throws {  // N1
            let stage = try performer.perform(.answer(200, [], ["a"]))
            let exchange = stage.transport.exchange(try stage.prepared())
            #expect(stage.requestCount == 0)
            for count in 1...3 {
                _ = try await exchange.collect().firstValue()
                #expect(stage.requestCount == count)
            }
        }

        @Test(arguments: Performer.allCases, [200, 204, 302, 401, 404, 503, 599])
        func anyStatusIsASuccess(performer: Performer, status: Int) async throws {
            let chunks = status == 204 ? [] : ["body"]
            let stage = try performer.perform(.answer(status, [("Location", "/elsewhere")], chunks))
            let heard = try await stage.transport.hear(.get(stage.url))
            #expect(heard.isWhole && heard.status == status && heard.text == chunks.joined())
            #expect(stage.requestCount == 1)
        }

        @Test(arguments: Performer.allCases)
        func headersKeepTheirOrderAndDuplicates(performer: Performer) async throws {  // N14
            let fields = [("X-B", "1"), ("Set-Cookie", "a=1"), ("X-A", "2"), ("Set-Cookie", "b=2")]
            let stage = try performer.perform(.answer(200, fields, ["body"]))
            let heard = try await stage.transport.hear(.get(stage.url))
            #expect(heard.headers.values(for: "Set-Cookie") == ["a=1", "b=2"])
            // FoundationNetworking stores headers in a dictionary.
            if case .wire(.urlSession) = performer { return }
            #expect(heard.headers.compactMap { ["X-B", "X-A"].contains($0.name) ? $0.name : nil } == ["X-B", "X-A"])
        }

        @Test(arguments: Performer.allCases) func theRequestIsNotChanged(performer: Performer) async throws {
            let stage = try performer.perform(.answer(200, [], ["a"]))
            let request = try stage.prepared { $0.headers = ["X-One": "1", "Accept": "text/plain"] }
            _ = try await stage.transport.exchange(request).collect().firstValue()
            #expect(stage.lastHeaders?["X-One"] == "1")
            #expect(stage.lastHeaders?["Accept"] == "text/plain")
            #expect(stage.lastHeaders?["Authorization"] == nil)
        }

        @Test(arguments: Performer.allCases)
        func aTruncatedBodyFailsOnceAfterTheReceivedBytes(performer: Performer) async throws {
            let stage = try performer.perform(.cut(after: "half"))
            let heard = try await stage.transport.hear(.get(stage.url))
            #expect(heard.error?.kind == .truncatedResponse)
            #expect(heard.status == 200 && heard.metrics == nil)
        }

        @Test(arguments: Performer.allCases, [false, true])
        func disposalCancelsTheExchange(performer: Performer, afterHead: Bool) async throws {  // N3
            let stage = try performer.perform(afterHead ? .stall : .silence)
            let record = Locked(Heard())
            let handle = stage.transport.exchange(try stage.prepared()).start { event in
                record.withLock { $0.note(event) }
            }
            func isReached() -> Bool { afterHead ? record.withLock { $0.head != nil } : stage.requestCount == 1 }
            #expect(await eventually(isReached))
            handle.dispose()
            #expect(await eventually { stage.isIdle })
            let heard = record.withLock { $0 }
            #expect(heard.wasInterrupted && heard.keepsOrder, "\(heard)")
        }

        @Test(arguments: Performer.allCases)
        func nothingArrivesAfterADisposalInsideAnEvent(performer: Performer) async throws {
            let stage = try performer.perform(.answer(200, [], ["a", "b", "c"]))
            let record = Locked(Heard())
            stage.transport.exchange(try stage.prepared()).startWithSignal { signal, interrupter in
                signal.observe { event in
                    record.withLock { $0.note(event) }
                    if case .value(.head) = event { interrupter.dispose() }
                }
            }
            #expect(await eventually { record.withLock { $0.endCount } > 0 })
            let heard = record.withLock { $0 }
            let isCutAtTheHead = heard.endCount == 1 && heard.heads.count == 1 && heard.body.isEmpty
            #expect(heard.wasInterrupted && isCutAtTheHead, "\(heard)")
        }

        @Test(arguments: Performer.allCases) func concurrentExchangesAreIndependent(performer: Performer) async throws {
            let stage = try performer.perform(.answer(200, [], ["a", "b"]))
            let ends = await withTaskGroup(of: Bool.self) { group in
                for _ in 1...50 {
                    group.addTask { (try? await stage.transport.hear(.get(stage.url)))?.text == "ab" }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(ends == 50)
            #expect(stage.requestCount == 50)
        }
    }
}
