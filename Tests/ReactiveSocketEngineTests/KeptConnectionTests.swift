#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import Testing

    /// Connections behind a response: used again, or closed. `⏎` stands for CR LF, and `200` for its status line.
    @Suite struct KeptConnectionTests {
        enum Fate: Hashable {
            case usedAgain
            case closed
            case failed(TransportError.Kind)
        }

        /// Expects that body and that fate of the connection, and a right answer to the next request in any case.
        ///
        /// - Parameter ends: true if the server closes the connection behind the bytes.
        private func check(
            _ bytes: [UInt8],
            to method: HTTP.Method = .get,
            ends: Bool = false,
            body: String = "",
            _ fate: Fate,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let server = try RawServer { peer in
                guard peer.number == 1 else { return peer.answer() }
                guard peer.receiveHead() else { return }
                peer.send(bytes)
                if !ends { peer.answer(from: 2) }
            }
            let transport = try SocketTransport.keeping()
            let heard = try await transport.hear(RequestBuilder(method, server.url()).build())
            if case .failed(let kind) = fate {
                #expect(heard.error?.kind == kind, "\(heard)", sourceLocation: sourceLocation)
                #expect(heard.error?.isTransient == (kind != .invalidResponse), sourceLocation: sourceLocation)
            } else {
                #expect(heard.isWhole, "\(heard)", sourceLocation: sourceLocation)
                #expect(heard.text == body, sourceLocation: sourceLocation)
            }
            let next = try await transport.hear(.get(server.url("/next")))
            #expect(next.text == "right", "\(next)", sourceLocation: sourceLocation)
            #expect(next.metrics?.reusedConnection == (fate == .usedAgain), sourceLocation: sourceLocation)
            #expect(server.connectionCount == (fate == .usedAgain ? 1 : 2), sourceLocation: sourceLocation)
            guard fate != .usedAgain else { return }
            #expect(await eventually { server.endedConnections.contains(1) }, sourceLocation: sourceLocation)
        }

        private func check(
            _ text: String,
            to method: HTTP.Method = .get,
            ends: Bool = false,
            body: String = "",
            _ fate: Fate,
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            let bytes = ResponseBytes(text).bytes
            try await check(bytes, to: method, ends: ends, body: body, fate, sourceLocation: sourceLocation)
        }

        @Test func theSlotOfAConnectionThatEndedInIdlenessIsFree() async throws {  // EN10, EN12
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nright")
            }
            let transport = try SocketTransport.keeping { $0.maxConnectionsPerHost = 1 }
            let network = Network(configuration: .patient, transport: transport)
            for _ in 1...200 {
                async let first = network.send(.get(server.url("/first")), decoding: .text()).value()
                async let second = network.send(.get(server.url("/second")), decoding: .text()).value()
                #expect(try await [first.parsedData, second.parsedData] == ["right", "right"])
            }
        }

        @Test func aResponseMayArriveInAnyPieces() async throws {  // EN1, TC-1
            let bytes = ResponseBytes("200 Content-Length: 2⏎⏎OK").bytes
            let server = try RawServer { peer in
                var count = 1
                while peer.receiveHead(count) {
                    let cuts = count < bytes.count ? [count] : Array(1..<bytes.count)
                    for (start, end) in zip([0] + cuts, cuts + [bytes.count]) {
                        peer.send(Array(bytes[start..<end]))
                        peer.pause(milliseconds: 1)
                    }
                    count += 1
                }
            }
            let transport = try SocketTransport.keeping()
            for _ in bytes.indices {
                let heard = try await transport.hear(.get(server.url()))
                #expect(heard.isWhole && heard.status == 200 && heard.text == "OK", "\(heard)")
            }
            #expect(server.connectionCount == 1)
        }

        @Test(arguments: [
            "200 Content-Length: 2, 2⏎⏎OK", "200 Content-Length: 2⏎Content-Length: 2⏎⏎OK", "200 Content-Length: 02⏎⏎OK",
            "HTTP/1.1 200⏎Content-Length: 2⏎⏎OK", "HTTP/1.0 200 OK⏎Connection: keep-alive⏎Content-Length: 2⏎⏎OK",
            "HTTP/1.7 200 OK⏎Content-Length: 2⏎⏎OK", "HTTP/1.1 200 OK\nContent-Length: 2\n\nOK",
            "200 Transfer-Encoding: chunked⏎⏎2;a=b⏎OK⏎0⏎⏎", "200 Transfer-Encoding: chunked⏎⏎2 ⏎OK⏎0⏎⏎",
            "200 Transfer-Encoding: chunked⏎⏎002⏎OK⏎0⏎⏎",
        ])
        func aConnectionIsUsedAgainAfterAnUnusualButValidResponse(text: String) async throws {  // TC-3, TC-15, TC-19
            try await check(text, body: "OK", .usedAgain)
        }

        @Test(arguments: [
            "2, 3", "2⏎Content-Length: 3", "+2", "0x2", "2 2", "2,", "", "18446744073709551618",
        ])
        func aConnectionIsClosedAfterAnInvalidLength(value: String) async throws {  // EN20, TC-5
            try await check("200 Content-Length: \(value)⏎⏎OK", .failed(.invalidResponse))
        }

        @Test(arguments: [
            "Content-Length: 3⏎Transfer-Encoding: chunked", "Transfer-Encoding: chunked⏎Content-Length: 3",
        ])
        func aConnectionIsClosedAfterAResponseWithLengthAndChunks(fields: String) async throws {  // EN20, TC-7
            try await check("200 \(fields)⏎⏎5⏎hello⏎0⏎⏎", body: "hello", .closed)
        }

        @Test(arguments: [
            "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: identity",
            "Transfer-Encoding: xchunked⏎Content-Length: 5", "Transfer-Encoding:⏎ chunked", "Content-Length:⏎ 5",
        ])
        func aConnectionIsClosedAfterAnUnknownTransferCoding(fields: String) async throws {  // EN20, TC-9
            try await check("200 \(fields)⏎⏎5⏎hello⏎0⏎⏎", .failed(.invalidResponse))
        }

        @Test(arguments: [
            "X : y", ": y", "X y: z", "Ü: y", "X", "X: a\rb", "X: a\r⏎", "X\0: y", "X: \0",
        ])
        func aConnectionIsClosedAfterAnInvalidField(line: String) async throws {  // EN19, TC-11
            try await check("200 Y: z⏎\(line)⏎Content-Length: 2⏎⏎OK", .failed(.invalidResponse))
        }

        @Test func foldsAreJoinedByOneSpace() async throws {  // EN18, TC-15
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(ResponseBytes("200 X: a⏎ b⏎\tc⏎Content-Length: 2⏎⏎OK").bytes)
                peer.answer(from: 2)
            }
            let transport = try SocketTransport.keeping()
            #expect(try await transport.hear(.get(server.url())).headers["X"] == "a b c")
            #expect(try await transport.hear(.get(server.url())).metrics?.reusedConnection == true)
        }

        @Test(arguments: [
            "-1⏎", "0x5⏎hello⏎", " 5⏎hello⏎", "⏎hello⏎", "00000000000000005⏎hello⏎", "FFFFFFFFFFFFFFFF⏎hello⏎",
            "5⏎helloX⏎", "5\nhello⏎",
        ])
        func aConnectionIsClosedAfterAnInvalidChunk(chunk: String) async throws {  // EN21, TC-17
            try await check("200 Transfer-Encoding: chunked⏎⏎\(chunk)0⏎⏎", .failed(.invalidResponse))
        }

        @Test func aConnectionIsClosedAfterATooLongChunkExtension() async throws {  // EN21, TC-19
            let chunk = "5;\(String(repeating: "x", count: 17_000))⏎hello⏎"
            try await check("200 Transfer-Encoding: chunked⏎⏎\(chunk)0⏎⏎", .failed(.invalidResponse))
        }

        @Test(arguments: [
            "Transfer-Encoding: chunked⏎⏎5⏎hello⏎", "Transfer-Encoding: chunked⏎⏎5⏎hello⏎0⏎",
            "Content-Length: 9⏎⏎hello",
        ])
        func aTruncatedBodyIsDeliveredAndThenAFailure(rest: String) async throws {  // EN24, TC-21
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(ResponseBytes("200 \(rest)").bytes)
            }
            let heard = try await Wire.sockets.hear(server.url())
            #expect(heard.error?.kind == .truncatedResponse, "\(heard)")
            #expect(heard.error?.phase == .receiving)
            #expect(heard.text == "hello")
            try await check("200 \(rest)", ends: true, .failed(.truncatedResponse))
        }

        @Test func trailersAreDropped() async throws {  // EN21, TC-23
            let trailers = "Content-Length: 9⏎Set-Cookie: a=b⏎"
            try await check("200 Transfer-Encoding: chunked⏎⏎2⏎OK⏎0⏎\(trailers)⏎", body: "OK", .usedAgain)
        }

        @Test(arguments: [
            (HTTP.Method.get, "HTTP/1.1 204 No Content⏎Content-Length: 5⏎⏎hello", Fate.closed),
            (.get, "HTTP/1.1 204 No Content⏎⏎", .usedAgain),
            (.get, "HTTP/1.1 304 Not Modified⏎Content-Length: 5⏎⏎", .usedAgain),
            (.head, "200 Content-Length: 5⏎⏎", .usedAgain), (.head, "200 Content-Length: 5⏎⏎hello", .closed),
        ])
        func aResponseWithoutABodyEndsWithItsHead(method: HTTP.Method, text: String, fate: Fate) async throws {
            try await check(text, to: method, fate)  // EN20, TC-25
        }

        @Test(arguments: ["", "HTTP/1.1 500 X⏎Content-Length: 4⏎⏎evil", "⏎", "x"])
        func aConnectionIsUsedAgainOnlyIfNothingFollowsTheResponse(surplus: String) async throws {  // EN11, TC-27
            for text in ["200 Content-Length: 2⏎⏎OK", "200 Transfer-Encoding: chunked⏎⏎2⏎OK⏎0⏎⏎"] {
                try await check(text + surplus, body: "OK", surplus.isEmpty ? .usedAgain : .closed)
            }
        }

        @Test(arguments: [
            "HTTP/2.0 200 OK", "http/1.1 200 OK", "HTTP/1.1  200 OK", "HTTP/1.1 099 X", "HTTP/1.1 1000 X",
            "⏎HTTP/1.1 200 OK", "ICY 200 OK", "HTTP/1.1 101 Switching Protocols", "HTTP/1.1 200\0OK",
        ])
        func aConnectionIsClosedAfterAnInvalidStatusLine(line: String) async throws {  // EN19, TC-29
            try await check("\(line)⏎Content-Length: 2⏎⏎OK", .failed(.invalidResponse))
        }

        @Test func aThousandInformationalResponsesAreEvents() async throws {  // EN22, TC-31
            let informational = String(repeating: "HTTP/1.1 102 Processing⏎⏎", count: 1_000)
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(ResponseBytes(informational + "HTTP/1.1 200 OK⏎Content-Length: 2⏎⏎OK").bytes)
                peer.answer(from: 2)
            }
            let transport = try SocketTransport.keeping()
            let heard = try await transport.hear(.get(server.url()))
            #expect(heard.informational == Array(repeating: 102, count: 1_000))
            #expect(heard.text == "OK")
            #expect(try await transport.hear(.get(server.url())).metrics?.reusedConnection == true)
        }

        @Test func aConnectionIsClosedAfterATooLargeHead() async throws {  // EN22, TC-31
            let start = "HTTP/1.1 204 No Content⏎X: "
            let padding = String(repeating: "x", count: 262_144 - ResponseBytes(start + "⏎⏎").bytes.count)
            try await check(start + padding + "⏎⏎", .usedAgain)
            try await check(start + padding + "x⏎⏎", .failed(.invalidResponse))
            try await check("HTTP/1.1 204⏎" + String(repeating: "X:⏎", count: 9_998) + "⏎", .usedAgain)
            let lines = "HTTP/1.1 204⏎" + String(repeating: "X:⏎", count: 9_999) + "⏎"
            try await check(lines, .failed(.invalidResponse))
        }

        @Test(arguments: [
            "200 Connection: close⏎Content-Length: 2⏎⏎OK", "HTTP/1.0 200 OK⏎Content-Length: 2⏎⏎OK",
            "HTTP/1.0 200 OK⏎Connection: keep-alive⏎Transfer-Encoding: chunked⏎⏎2⏎OK⏎0⏎⏎",
            "200 Keep-Alive: timeout=1⏎Content-Length: 2⏎⏎OK", "200 Keep-Alive: timeout=0⏎Content-Length: 2⏎⏎OK",
            "200 Keep-Alive: max=0⏎Content-Length: 2⏎⏎OK",
        ])
        func aConnectionIsClosedIfTheServerSaysSo(text: String) async throws {  // EN11, EN20, TC-47
            try await check(text, body: "OK", .closed)
        }

        @Test(arguments: ["200 X: y⏎⏎OK", "200 Connection: keep-alive⏎⏎OK", "200 Connection: close⏎⏎OK"])
        func aBodyWithoutALengthLastsUntilTheEnd(text: String) async throws {  // EN20
            try await check(text, ends: true, body: "OK", .closed)
        }
    }
#endif
