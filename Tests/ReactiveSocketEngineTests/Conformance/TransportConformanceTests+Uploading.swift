import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

extension TransportConformanceTests {
    /// Request bodies during an upload.
    @Suite struct Uploading {
        private let server: LoopbackServer

        init() throws {
            server = try LoopbackServer()
        }

        private func put(_ path: String, byteCount: Int) -> Request {
            RequestBuilder(.put, server.url(path)).data(Data(count: byteCount)).build()
        }

        @Test(arguments: Wire.all, [0, 1, 65_535, 65_536, 3_000_000])
        func aBodyArrivesCompletelyWithItsLength(wire: Wire, byteCount: Int) async throws {
            server.on("/put", .status(200))
            let body = Data((0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            let heard = try await wire.hear(RequestBuilder(.put, server.url("/put")).data(body).build())
            #expect(heard.isWhole, "\(heard)")
            let received = try #require(server.requests.last)
            #expect(received.body == Array(body))
            #expect(received.headers.values(of: "Content-Length") == ["\(byteCount)"])
            #expect(received.headers.values(of: "Transfer-Encoding") == [])
        }

        @Test(arguments: Wire.all) func aSlicedBodyArrivesCompletely(wire: Wire) async throws {
            server.on("/put", .status(200))
            let slice = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })[70_001..<170_003]
            _ = try await wire.hear(RequestBuilder(.put, server.url("/put")).data(slice).build())
            #expect(server.requests.last?.body == Array(slice))
        }

        @Test(arguments: Wire.all) func progressGrowsToTheWholeBody(wire: Wire) async throws {  // F-15
            server.on("/put", .status(200))
            let heard = try await wire.hear(put("/put", byteCount: 1_000_000))
            let sent = heard.events.compactMap { event in
                if case .uploadProgress(let sent, let total) = event {
                    #expect(total == 1_000_000)
                    return sent
                }
                return nil as Int64?
            }
            #expect(sent == sent.sorted())
            #expect(sent.last == 1_000_000)
        }

        @Test(arguments: Wire.all, [401, 413])
        func anEarlyStatusIsDeliveredBeforeTheBodyIsSent(wire: Wire, status: Int) async throws {
            server.on(
                "/early",
                LoopbackServer.Reply.text("big", status: HTTP.StatusCode(rawValue: status)).closing().requestBody(
                    .leaveUnread
                )
            )
            for _ in 1...10 {
                let heard = try await wire.hear(put("/early", byteCount: 300_000))
                #expect(heard.status == status, "\(String(describing: heard.error))")
                #expect(heard.text == "big")
            }
        }

        @Test(arguments: Wire.sound)
        func anEarlyStatusIsDeliveredForABodyOfAnyLength(wire: Wire) async throws {
            server.on("/early", LoopbackServer.Reply.text("big", status: 413).closing().requestBody(.leaveUnread))
            for _ in 1...20 {
                let heard = try await wire.hear(put("/early", byteCount: 20_000_000))
                #expect(heard.status == 413, "\(String(describing: heard.error))")
                #expect(heard.text == "big")
                #expect(heard.isWhole)
            }
        }

        @Test(arguments: Wire.sound)
        func anEarlyStatusIsDeliveredEvenIfAResetFollows(wire: Wire) async throws {
            let reply = "HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig"
            server.on("/early", LoopbackServer.Reply.raw(reply, then: .keepAlive).requestBody(.leaveUnread))
            for _ in 1...50 {
                let heard = try await wire.hear(put("/early", byteCount: 2_000_000))
                #expect(heard.status == 413, "\(String(describing: heard.error))")
            }
        }

        @Test(arguments: Wire.all) func anInterruptedUploadIsALostConnection(wire: Wire) async throws {
            server.on("/cut", LoopbackServer.Reply.reset.requestBody(.leaveUnread))
            let heard = try await wire.hear(put("/cut", byteCount: 20_000_000))
            #expect(heard.error?.kind == .connectionLost, "\(String(describing: heard.error))")
            #expect(heard.error?.mayHaveReachedServer == true)
        }

        @Test(arguments: Wire.sound) func aMissingContinueResponseIsNotAwaited(wire: Wire) async throws {
            server.on("/put", LoopbackServer.Reply.text("ok").requestBody(.readWithoutContinue))
            let watch = Stopwatch()
            let heard = try await wire.hear(put("/put", byteCount: 3_000_000))
            #expect(heard.text == "ok")
            #expect(server.requests.last?.body.count == 3_000_000)
            #expect(watch.elapsed < watch.atMost(.seconds(5)))
        }

        @Test(arguments: Wire.sound, [1, 3_000_000])
        func anExpectContinueHeaderIsHonored(wire: Wire, byteCount: Int) async throws {
            server.on("/put", .text("ok"))
            let request = RequestBuilder(.put, server.url("/put")).data(Data(count: byteCount))
                .header("Expect", "100-continue").build()
            let heard = try await wire.hear(request)
            #expect(heard.text == "ok")
            #expect(server.requests.last?.header("Expect") == "100-continue")
            #expect(server.requests.last?.body.count == byteCount)
        }

        @Test(arguments: Wire.sound) func aRefusedExpectationIsTheResponse(wire: Wire) async throws {
            server.on("/417", LoopbackServer.Reply.text("no", status: 417).closing().requestBody(.leaveUnread))
            let request = RequestBuilder(.put, server.url("/417")).data(Data(count: 2_000_000))
                .header("Expect", "100-continue").build()
            let heard = try await wire.hear(request)
            #expect(heard.status == 417, "\(String(describing: heard.error))")
            #expect(heard.text == "no")
        }
    }
}

#if os(Linux)
    extension TransportConformanceTests.Uploading {
        @Test(arguments: Wire.sound) func aServerThatStopsReadingTimesOutAndIsDisconnected(wire: Wire) async throws {
            server.on("/stall", LoopbackServer.Reply.silent.requestBody(.leaveUnread))
            let transport = try wire.transport { $0.stallTimeout = .seconds(1) }
            let heard = try await transport.hear(put("/stall", byteCount: 20_000_000))
            #expect(heard.error?.kind == .timedOut, "\(String(describing: heard.error))")
            #expect(heard.error?.phase == .sending)
            #expect(heard.error?.mayHaveReachedServer == true)
            #expect(await server.waitUntil(within: .seconds(600)) { $0.openConnectionCount == 0 })
        }

        /// A body that arrives in pieces, each after a pause.
        private func slowly(_ pieces: [String], byteCount: Int64? = nil, every pause: Duration) -> Body {
            .stream(byteCount: byteCount) {
                let left = Locked(pieces[...])
                return AsyncThrowingStream {
                    try await Task.sleep(for: pause)
                    return left.withLock { $0.popFirst() }.map { Data($0.utf8) }
                }
            }
        }

        private func hear(_ wire: Wire, _ path: String, _ body: Body) async throws -> (Heard, Duration) {
            let transport = try wire.transport { $0.stallTimeout = .seconds(1) }
            let begun = ContinuousClock.now
            let heard = try await transport.hear(RequestBuilder(.put, server.url(path)).body(body).build())
            return (heard, begun.duration(to: .now))
        }

        @Test(arguments: Wire.sound) func aSlowSourceIsNotAStall(wire: Wire) async throws {
            server.on("/put", .text("ok"))
            let body = slowly(["slow", "ly"], every: .milliseconds(2_500))
            let (heard, _) = try await hear(wire, "/put", body)
            #expect(heard.text == "ok", "\(String(describing: heard.error))")
            #expect(server.requests.last?.text == "slowly")
        }

        @Test(arguments: Wire.sound) func aSilentServerAfterASlowSourceIsAStall(wire: Wire) async throws {
            server.on("/silent", .silent)
            let body = slowly(["slow"], every: .milliseconds(1_500))
            let watch = Stopwatch()
            let (heard, elapsed) = try await hear(wire, "/silent", body)
            #expect(heard.error?.kind == .timedOut, "\(String(describing: heard.error))")
            #expect(heard.error?.phase == .waitingForHead)
            #expect(elapsed >= .seconds(4) && elapsed < watch.atMost(.seconds(9)), "\(elapsed)")
        }

        /// A server that has sent a success status may wait for the rest of the request; one that has sent an error
        /// does not.
        @Test(arguments: Wire.sound, [200, 413])
        func aSlowSourcePostponesAStallOnlyIfTheServerMayReadMore(wire: Wire, status: Int) async throws {
            let reply = LoopbackServer.Reply.text("early", status: HTTP.StatusCode(rawValue: status)).cutBody(
                afterBytes: 2
            ).ending(.stall)
            // The reply is delayed until the transport has begun to send the body.
            server.on("/early", reply.delayed(by: .milliseconds(300)).requestBody(.leaveUnread))
            let body = slowly(["one"], byteCount: 3, every: .seconds(4))
            let watch = Stopwatch()
            let (heard, elapsed) = try await hear(wire, "/early", body)
            #expect(heard.error?.kind == .timedOut, "\(String(describing: heard.error))")
            #expect(heard.error?.phase == .receiving)
            #expect(status == 200 ? elapsed >= .seconds(5) : elapsed < watch.atMost(.seconds(4)), "\(elapsed)")
        }
    }
#endif
