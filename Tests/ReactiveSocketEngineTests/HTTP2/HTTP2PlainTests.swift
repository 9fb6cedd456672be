#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// HTTP/2 over plain connections, with servers that follow a script.
    @Suite(.enabled(if: NGHTTP2.loaded != nil)) struct HTTP2PlainTests {
        private func transport(
            _ change: (inout SocketTransport.Configuration) -> Void = { _ in }
        ) throws -> SocketTransport {
            try .keeping {
                $0.httpVersion = .http2WithPriorKnowledge
                change(&$0)
            }
        }

        private func network(_ transport: SocketTransport) -> Network {
            Network(configuration: .patient, transport: transport, scheduler: ImmediateScheduler())
        }

        // Prior knowledge

        @Test func priorKnowledgeSpeaksHTTP2WithoutANegotiation() async throws {  // EN32
            let server = try RawServer.ofHTTP2 { $0.answer() }
            let transport = try transport()
            for number in 1...3 {
                let heard = try await transport.hear(.get(server.url()))
                #expect(heard.isWhole && heard.text == "ok", "\(heard)")
                #expect(heard.metrics?.protocolVersion == "HTTP/2")
                #expect(heard.metrics?.reusedConnection == (number > 1))
            }
            #expect(server.connectionCount == 1)
        }

        @Test func manyExchangesShareAConnectionWithoutTLS() async throws {  // EN32, EN33
            let server = try RawServer.ofHTTP2 { $0.answer() }
            let transport = try transport()
            let request = try Request.get(server.url()).prepared()
            let heard = try await withThrowingTaskGroup(of: Heard.self) { group in
                for _ in 1...60 { group.addTask { try await transport.hear(request) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(heard.allSatisfy { $0.isWhole && $0.text == "ok" })
            #expect(server.connectionCount == 1)
        }

        @Test func priorKnowledgeOfHTTP2AtAnHTTP1ServerIsAnInvalidResponse() async throws {  // EN32
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
                peer.drain()
            }
            let heard = try await transport().hear(.get(server.url()))
            #expect(heard.error?.kind == .invalidResponse, "\(heard)")
        }

        @Test func anHTTPProxyIsSpokenToOverHTTP1() async throws {  // EN32, EN37
            let proxy = try RawServer { $0.answer() }
            let transport = try transport { $0.proxy = .server(url: proxy.url()) }
            let heard = try await transport.hear(.get("http://origin.test/x"))
            #expect(heard.text == "right", "\(heard)")
            #expect(proxy.requestLines == ["GET http://origin.test/x HTTP/1.1"])
        }

        @Test(arguments: [SocketTransport.HTTPVersion.automatic, .http1])
        func onlyPriorKnowledgeSpeaksHTTP2WithoutTLS(version: SocketTransport.HTTPVersion) async throws {  // EN32
            let server = try RawServer { $0.answer() }
            let heard = try await transport { $0.httpVersion = version }.hear(.get(server.url()))
            #expect(heard.text == "right" && heard.metrics?.protocolVersion == "HTTP/1.1", "\(heard)")
        }

        // Settings

        @Test func aConnectionThatTimesOutBeforeItsSettingsHoldsUpNoRequest() async throws {  // EN35
            let server = try RawServer { peer in
                guard peer.number > 1 else { return peer.drain() }
                let peer = HTTP2Peer(peer)
                if peer.open() { peer.answer() }
            }
            let network = network(try transport())
            let late = network.send(.get(server.url()), abortAfter: .milliseconds(300), maxRetries: 0)
            guard case .failure(.timedOut)? = await result(of: late) else { return #expect(Bool(false)) }
            #expect(await network.failure(.get(server.url())) == nil)
            #expect(server.connectionCount == 2)
        }

        @Test func aConnectionWithoutSettingsCarriesOneExchange() async throws {  // EN33
            let server = try RawServer { peer in
                let peer = HTTP2Peer(peer)
                guard let first = peer.next(.headers), peer.next(.reset)?.stream == first.stream,
                    let second = peer.next(.headers)
                else { return }
                peer.send([.settings()])
                peer.answer(second)
                peer.answer()
            }
            let transport = try transport()
            let request = try Request.get(server.url()).prepared()
            let handle = transport.exchange(request).start { _ in }
            #expect(await eventually { (server.received[1]?.count ?? 0) > 80 })
            handle.dispose()
            for _ in 1...2 { #expect(try await transport.hear(request).text == "ok") }
            #expect(server.connectionCount == 1)
        }

        @Test func theLimitOfStreamsMayChangeDuringUse() async throws {  // EN33
            let early = Locked<[Int]>([])
            let server = try RawServer { peer in
                let peer = HTTP2Peer(peer)
                guard peer.open([(3, 1)]), let first = peer.next(.headers) else { return }
                peer.peer.pause(milliseconds: 50)
                early.withLock { $0.append(peer.peer.pendingByteCount / 20) }
                peer.send([.settings([(3, 3)])])
                guard let second = peer.next(.headers), let third = peer.next(.headers) else { return }
                // Fewer than there are: no other begins before all but one have ended.
                peer.send([.settings([(3, 1)])])
                peer.answer(first)
                peer.answer(second)
                peer.peer.pause(milliseconds: 50)
                peer.answer(third)
                guard let fourth = peer.next(.headers) else { return }
                peer.send([.settings([(3, 100)])])
                peer.answer(fourth)
                peer.answer()
            }
            let transport = try transport { $0.maxConnectionsPerHost = 1 }
            let request = try Request.get(server.url()).prepared()
            let heard = try await withThrowingTaskGroup(of: Heard.self) { group in
                for _ in 1...8 { group.addTask { try await transport.hear(request) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(heard.allSatisfy { $0.isWhole && $0.text == "ok" })
            #expect(early.withLock { $0 }.allSatisfy { $0 < 2 })
            #expect(server.connectionCount == 1)
        }

        // Ends

        @Test(arguments: [[HTTP2Frame.reset(1, 7)], [.informational(103), .reset(1, 7)], [.goaway(0)]])
        func anUnprocessedRequestIsSentOnceMore(frames: [HTTP2Frame]) async throws {  // EN34, TC-71
            let server = try RawServer.ofHTTP2 { peer in
                guard peer.number > 1 else {
                    guard peer.next(.data) != nil else { return }
                    peer.send(frames)
                    return peer.peer.drain()
                }
                while let data = peer.next(.data) { peer.answer(data, String(decoding: data.payload, as: UTF8.self)) }
            }
            let request = RequestBuilder(.post, server.url()).data(Data("body".utf8)).build()
            let heard = try await transport().hear(request)
            #expect(heard.isWhole && heard.text == "body", "\(heard)")
            #expect(server.connectionCount == 2)
        }

        @Test(arguments: [[HTTP2Frame.reset(1, 7)], [.goaway(0)]])
        func aRequestThatTwoConnectionsRefuseIsLost(frames: [HTTP2Frame]) async throws {  // EN34, TC-71
            let server = try RawServer.ofHTTP2 { peer in
                guard peer.next(.headers) != nil else { return }
                peer.send(frames)
                peer.peer.drain()
            }
            let heard = try await transport().hear(.post(server.url()))
            #expect(heard.error?.kind == .connectionLost, "\(heard)")
            #expect(heard.error?.mayHaveReachedServer == false)
            #expect(server.connectionCount == 2)
        }

        @Test(arguments: [[HTTP2Frame.reset(1, 13)], [.goaway(0, 13)]])
        func aServerThatRequiresHTTP11IsAskedAgainOverHTTP11(frames: [HTTP2Frame]) async throws {  // EN34
            let server = try RawServer { peer in
                guard peer.number == 1 else { return peer.answer() }
                let peer = HTTP2Peer(peer)
                guard peer.open(), peer.next(.headers) != nil else { return }
                peer.send(frames)
                peer.peer.drain()
            }
            let transport = try transport()
            for _ in 1...2 {
                let heard = try await transport.hear(.post(server.url()))
                #expect(heard.text == "right" && heard.metrics?.protocolVersion == "HTTP/1.1", "\(heard)")
            }
            #expect(server.connectionCount == 2)
        }

        @Test(arguments: [7, 8] as [UInt32])
        func aResponseWhoseStreamIsResetIsTruncated(code: UInt32) async throws {  // EN34
            let server = try RawServer.ofHTTP2 { peer in
                guard peer.next(.headers) != nil else { return }
                peer.send([.ok(), .data("half"), .reset(code)])
                peer.answer()
            }
            let transport = try transport()
            let heard = try await transport.hear(.post(server.url()))
            #expect(heard.error?.kind == .truncatedResponse && heard.text == "half", "\(heard)")
            // Otherwise a retry would send a request twice that the server has answered.
            #expect(heard.error?.mayHaveReachedServer == true)
        }

        @Test func bytesReceivedBeforeTheEndOfTheConnectionAreDelivered() async throws {  // EN17, EN24
            let server = try RawServer.ofHTTP2 { peer in
                guard let one = peer.next(.headers), let other = peer.next(.headers) else { return }
                peer.answer(one)
                peer.send([.ok(other.stream), .data(other.stream, "half")])
            }
            let transport = try transport()
            let request = try Request.post(server.url()).prepared()
            async let first = transport.hear(request)
            async let second = transport.hear(request)
            let heard = try await [first, second]
            #expect(heard.filter { $0.isWhole && $0.text == "ok" }.count == 1)
            #expect(heard.compactMap(\.error?.kind) == [.truncatedResponse])
        }

        // Floods

        static let floods: [[HTTP2Frame]] = [
            Array(repeating: HTTP2Frame(.ping, [UInt8](repeating: 0, count: 8)), count: 30_000),
            Array(repeating: .settings(), count: 30_000),
            Array(repeating: .unknown(), count: 100_000),
            [.ok()] + Array(repeating: HTTP2Frame(.data, stream: 1), count: 100_000),
            [HTTP2Frame(.headers, stream: 1, [0x88])]
                + Array(
                    repeating: HTTP2Frame(.continuation, stream: 1, HTTP2Frame.block([("a", "b")])),
                    count: 100_000
                ),
        ]

        @Test(arguments: floods.indices)
        func aFloodTakesAtMostAMegabyte(index: Int) async {  // EN35, TC-75
            await #expect(processExitsWith: .success) { [index = index as Int] in
                let bytes = HTTP2PlainTests.floods[index].bytes
                let server = try RawServer.ofHTTP2 { peer in
                    guard peer.next(.headers) != nil else { return }
                    peer.peer.send(bytes)
                    peer.peer.drain()
                }
                let transport = try SocketTransport.keeping { $0.httpVersion = .http2WithPriorKnowledge }
                let request = try Request.post(server.url()).prepared()
                // The first exchanges load what all need.
                for _ in 1...3 { #expect(await transport.failure(request)?.kind == .invalidResponse) }
                try ProcessCounts.resetPeakMemory()
                let before = try ProcessCounts.peakMemoryInKilobytes()
                for _ in 1...3 { #expect(await transport.failure(request)?.kind == .invalidResponse) }
                let growth = try ProcessCounts.peakMemoryInKilobytes() - before
                #expect(growth < (isSanitized ? 8 : 1) * 1_024, "\(growth) kB")
            }
        }
    }

    extension SocketTransport {
        /// Returns the failure of an exchange, whose events are not kept.
        fileprivate func failure(_ request: PreparedRequest) async -> TransportError? {
            let failure = Locked<TransportError?>(nil)
            await withCheckedContinuation { continuation in
                exchange(request).start { event in
                    if case .failed(let error) = event { failure.withLock { $0 = error } }
                    if event.isTerminating { continuation.resume() }
                }
            }
            return failure.withLock { $0 }
        }
    }
#endif
