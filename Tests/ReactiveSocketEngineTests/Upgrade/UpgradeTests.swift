#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import ReactiveURLSession
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Connections of the engine that change their protocol.
    @Suite struct UpgradeTests {
        /// Collects what a connection passes on, and asks for more while the test wants it.
        private final class Collector: ByteDuplexReceiver {
            struct State: Sendable {
                var bytes: [UInt8] = []
                var answerCount = 0
                var wroteCount = 0
                var failure: TransportError?
                var end: TransportError??
                var readsOn = true
            }

            let state = Locked(State())
            private let duplex: any ByteDuplex
            /// Written whenever something was received.
            private let answer: [UInt8]

            init(_ duplex: any ByteDuplex, answering answer: String = "") {
                self.duplex = duplex
                self.answer = Array(answer.utf8)
                duplex.open(to: self)
            }

            func received(_ bytes: [UInt8]) {
                let readsOn = state.withLock { state in
                    state.bytes += bytes
                    return state.readsOn
                }
                if readsOn { duplex.read() }
                guard !answer.isEmpty, duplex.write(answer) else { return }
                state.withLock { $0.answerCount += 1 }
            }

            func wrote() { state.withLock { $0.wroteCount += 1 } }
            func writeFailed(_ error: TransportError) { state.withLock { $0.failure = error } }
            func ended(_ error: TransportError?) { state.withLock { $0.end = .some(error) } }

            var text: String { String(decoding: state.withLock { $0.bytes }, as: UTF8.self) }
        }

        private static let agreement = "HTTP/1.1 101 Switching\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\n"

        private func exchange(
            _ url: String,
            over transport: any Transport
        ) async -> (events: [TransportEvent], error: TransportError?, duplex: (any ByteDuplex)?) {
            let upgrade = Upgrade(to: "echo", adding: [], namedFrom: "echo-")
            guard let request = try? Request(.get, url).prepared().upgrading(by: upgrade) else { return ([], nil, nil) }
            let events = Locked<[TransportEvent]>([])
            var error: TransportError?
            do throws(TransportError) {
                _ = try await transport.exchange(request).on(value: { event in events.withLock { $0.append(event) } })
                    .collect().firstValue()
            } catch let failure {
                error = failure
            }
            guard case .bytes(let duplex)? = upgrade.take() else { return (events.withLock { $0 }, error, nil) }
            return (events.withLock { $0 }, error, duplex)
        }

        @Test func bytesReceivedWithTheHeadAreDeliveredFirst() async throws {  // EN40
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(Self.agreement + "early, ")
                guard peer.receive(upTo: peer.received.count + 4) else { return }
                peer.send("late")
                peer.end()
                peer.drain()
            }
            let transport = try SocketTransport.keeping()
            let (events, error, duplex) = await exchange(server.url(), over: transport)
            #expect(error == nil)
            #expect(events.compactMap { if case .head(let head) = $0 { head.status.rawValue } else { nil } } == [101])
            let connection = try #require(duplex)
            let collector = Collector(connection)
            connection.read()
            #expect(await eventually { collector.text == "early, " })
            #expect(connection.write(Array("more".utf8)))
            #expect(await eventually { collector.state.withLock { $0.end != nil } })
            #expect(collector.text == "early, late")
            #expect(collector.state.withLock { $0.end } == .some(nil))
            connection.close()
            #expect(await eventually { server.endedConnections == [1] })
            let head = String(decoding: server.received[1] ?? Data(), as: UTF8.self)
            #expect(head.contains("\r\nConnection: Upgrade\r\nUpgrade: echo\r\n"))
        }

        @Test func aStatusOtherThan101IsAnOrdinaryResponseAndKeepsTheConnection() async throws {  // EN40
            let server = try RawServer { $0.answer(with: "no") }
            let transport = try SocketTransport.keeping()
            for _ in 1...2 {
                let (events, error, duplex) = await exchange(server.url(), over: transport)
                #expect(error == nil && duplex == nil)
                #expect(events.contains(.body(Data("no".utf8))))
            }
            #expect(server.connectionCount == 1)
        }

        @Test func anUpgradeToAnUnrequestedProtocolIsRefused() async throws {  // EN19, EN40
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send("HTTP/1.1 101 Switching\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n")
                peer.drain()
            }
            let (_, error, duplex) = await exchange(server.url(), over: try SocketTransport.keeping())
            #expect(error?.kind == .invalidResponse && duplex == nil)
            #expect(await eventually { server.endedConnections == [1] })
        }

        @Test func anUpgradedConnectionIsReadOnDemandOnly() async throws {  // EN40, W9
            let sent = Locked(0)
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(Self.agreement)
                let piece = [UInt8](repeating: 1, count: 65_536)
                for _ in 0..<1_024 {
                    guard peer.send(piece) else { return }
                    sent.withLock { $0 += piece.count }
                }
                peer.end()
                peer.drain()
            }
            let transport = try SocketTransport.keeping()
            let (_, _, duplex) = await exchange(server.url(), over: transport)
            let connection = try #require(duplex)
            let collector = Collector(connection)
            collector.state.withLock { $0.readsOn = false }
            connection.read()
            #expect(await eventually { !collector.text.isEmpty })
            // One piece was asked for, and no other one is read: the server is stuck.
            let received = collector.state.withLock { $0.bytes.count }
            #expect(received <= 2 * 65_536)
            collector.state.withLock { $0.readsOn = true }
            connection.read()
            #expect(await eventually { collector.state.withLock { $0.end != nil } })
            #expect(collector.state.withLock { $0.bytes.count } == 65_536 * 1_024)
            #expect(sent.withLock { $0 } == 65_536 * 1_024)
            connection.close()
        }

        @Test func aServerThatReadsNothingHoldsUpTheWriter() async throws {  // EN40, W4
            let isReading = Locked(false)
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(Self.agreement)
                while !isReading.withLock({ $0 }) { peer.pause(milliseconds: 1) }
                peer.drain()
            }
            let transport = try SocketTransport.keeping()
            let (_, _, duplex) = await exchange(server.url(), over: transport)
            let connection = try #require(duplex)
            let collector = Collector(connection)
            let piece = [UInt8](repeating: 1, count: 1 << 20)
            var count = 1
            while connection.write(piece) { count += 1 }
            #expect(collector.state.withLock { $0.wroteCount } == 0)
            isReading.withLock { $0 = true }
            #expect(await eventually { collector.state.withLock { $0.wroteCount } == 1 })
            connection.close()
            #expect(await eventually { server.endedConnections == [1] })
            #expect((server.received[1] ?? Data()).afterHead.count == count * piece.count)
        }

        @Test func aWriteThatFailsHasTheFirstReason() async throws {  // EN40, EN24
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(Self.agreement)
                peer.reset()
            }
            let (_, _, duplex) = await exchange(server.url(), over: try SocketTransport.keeping())
            let connection = try #require(duplex as? UpgradedConnection)
            let collector = Collector(connection)
            #expect(
                await eventually {
                    var entry = pollfd(fd: connection.socket, events: 0, revents: 0)
                    return poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLERR) != 0
                }
            )
            #expect(!connection.write([1]))
            #expect(await eventually { collector.state.withLock { $0.failure } != nil })
            #expect(collector.state.withLock { $0.failure?.underlyingCode } == Int(ECONNRESET))
            connection.close()
        }

        @Test func theEndOfTheConnectionIsNoticedBehindUnreadBytes() async throws {  // EN40
            for _ in 0..<50 {
                let server = try RawServer { peer in
                    guard peer.receiveHead() else { return }
                    peer.send(Self.agreement)
                    guard peer.receive(upTo: peer.received.count + 1) else { return }
                    peer.send("late")
                    peer.end()
                    peer.drain()
                }
                let (_, _, duplex) = await exchange(server.url(), over: try SocketTransport.keeping())
                let connection = try #require(duplex)
                let collector = Collector(connection)
                connection.read()
                #expect(connection.write([1]))
                #expect(await eventually { collector.state.withLock { $0.end != nil } })
                #expect(collector.text == "late")
                connection.close()
            }
        }

        @Test(arguments: [0, 3]) func aLongConversationLosesNoBytes(milliseconds: Int) async throws {  // EN40
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                let head = peer.received.count
                peer.send(Self.agreement)
                for number in 1...200 {
                    // Some answers come at once, and some after nobody has waited for them any more.
                    if number % 10 == 0 { peer.pause(milliseconds: milliseconds) }
                    peer.send("question, ")
                    guard peer.receive(upTo: head + 8 * number) else { return }
                }
                peer.send("end")
                peer.end()
                peer.drain()
            }
            let (_, _, duplex) = await exchange(server.url(), over: try SocketTransport.keeping())
            let connection = try #require(duplex)
            let collector = Collector(connection, answering: "answer, ")
            connection.read()
            #expect(await eventually { collector.state.withLock { $0.end != nil } })
            #expect(collector.text == String(repeating: "question, ", count: 200) + "end")
            connection.close()
            #expect(await eventually { server.endedConnections == [1] })
            let answers = String(repeating: "answer, ", count: 201)
            #expect(String(decoding: (server.received[1] ?? Data()).afterHead, as: UTF8.self) == answers)
        }

        @Test(arguments: [true, false]) func anAwaitedAnswerDelaysNoClosing(isAborted: Bool) async throws {  // EN40
            for _ in 0..<20 {
                let server = try RawServer { peer in
                    guard peer.receiveHead() else { return }
                    peer.send(Self.agreement)
                    peer.send("question")
                    peer.drain()
                }
                let (_, _, duplex) = await exchange(server.url(), over: try SocketTransport.keeping())
                let connection = try #require(duplex)
                let collector = Collector(connection, answering: "answer")
                connection.read()
                #expect(await eventually { !collector.text.isEmpty })
                if isAborted { connection.abort() } else { connection.close() }
                #expect(await eventually { server.endedConnections == [1] })
                #expect(collector.state.withLock { $0.end } == nil)
            }
        }

        @Test func waitingForAnAnswerDoesNotDelayWrites() async throws {  // EN40, W4
            let isReading = Locked(false)
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(Self.agreement)
                peer.send("question")
                while !isReading.withLock({ $0 }) { peer.pause(milliseconds: 1) }
                peer.drain()
            }
            let (_, _, duplex) = await exchange(server.url(), over: try SocketTransport.keeping())
            let connection = try #require(duplex)
            let collector = Collector(connection, answering: "answer")
            connection.read()
            #expect(await eventually { collector.state.withLock { $0.answerCount } == 1 })
            let piece = [UInt8](repeating: 1, count: 1 << 20)
            var count = 1
            while connection.write(piece) { count += 1 }
            isReading.withLock { $0 = true }
            #expect(await eventually { collector.state.withLock { $0.wroteCount } == 1 })
            connection.close()
            #expect(await eventually { server.endedConnections == [1] })
            #expect((server.received[1] ?? Data()).afterHead.count == 6 + count * piece.count)
        }

        @Test func anAbortedConnectionEndsAtOnce() async throws {  // EN40
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send(Self.agreement)
                peer.drain()
            }
            let (_, _, duplex) = await exchange(server.url(), over: try SocketTransport.keeping())
            let connection = try #require(duplex)
            connection.abort()
            connection.close()
            #expect(!connection.write([1]))
            #expect(await eventually { server.endedConnections == [1] })
        }

        @Test func anUpgradedConnectionDoesNotCountTowardThePoolLimit() async throws {  // EN40
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                guard String(decoding: peer.received, as: UTF8.self).contains("Upgrade") else {
                    peer.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
                    return peer.drain()
                }
                peer.send(Self.agreement)
                peer.drain()
            }
            let transport = try SocketTransport.keeping { $0.maxConnectionsPerHost = 1 }
            let (_, _, first) = await exchange(server.url(), over: transport)
            let (_, _, second) = await exchange(server.url(), over: transport)
            let events = try await transport.exchange(try Request(.get, server.url()).prepared()).collect().firstValue()
            #expect(events?.contains(.body(Data("ok".utf8))) == true)
            first?.close()
            second?.close()
        }

        @Test func aURLSessionDoesNotSupportUpgrades() async throws {  // EN40, W3
            let server = try RawServer { $0.answer() }
            let (_, error, duplex) = await exchange(server.url(), over: URLSessionTransport.shared)
            #expect(error?.kind == .unsupported && duplex == nil)
            #expect(server.connectionCount == 0)
        }
    }
#endif
