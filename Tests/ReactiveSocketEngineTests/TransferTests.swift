#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Tests of one exchange as its observer sees it.
    @Suite struct TransferTests {
        @Test func anExchangeThatWaitedForAConnectionReportsConnecting() async throws {  // N11
            var configuration = LoopbackServer.Configuration()
            configuration.acceptance = .never
            let silent = try LoopbackServer(configuration)
            var settings = SocketTransport.Configuration()
            settings.maxConnectionsPerHost = 1
            settings.connectTimeout = .seconds(600)
            let transport = try SocketTransport(settings)
            let request = try Request.get("https://127.0.0.1:\(silent.port)/").prepared()
            let phases = Locked<[TransferPhase]>([])
            let first = transport.exchange(request).start { _ in }
            let second = transport.exchange(request).start { event in
                guard case .value(.phase(let phase)) = event else { return }
                phases.withLock { $0.append(phase) }
            }
            #expect(await eventually { !phases.withLock { $0.isEmpty } })
            #expect(phases.withLock { $0 } == [.waitingForConnection])
            first.dispose()
            #expect(await eventually { phases.withLock { $0.contains(.connecting) } })
            // It may wait for its turn to connect, and then until the loop has closed the first connection.
            #expect(phases.withLock { $0 } == [.waitingForConnection, .connecting])
            second.dispose()
        }

        @Test func anExchangeReportsItsWaitForAConnectionOnce() throws {  // N11
            let events = EventList()
            let engine = try Engine(SocketTransport.Configuration().bounded)
            defer { engine.post(.retire) }
            let request = try Request.get("http://127.0.0.1/").prepared()
            let exchange = try SocketExchange(request, ExchangeOutput(to: events, 0), over: engine)
            for _ in 1...2 {
                exchange.announceWaiting(.receiver)
                #expect(exchange.move(to: .waiting))
                exchange.announceWaiting(.receiver)
            }
            #expect(events.all == [.phase(.waitingForConnection)])
            #expect(exchange.move(to: .connecting))
            #expect(exchange.move(to: .waiting))
            exchange.announceWaiting(.receiver)
            #expect(events.all == [.phase(.waitingForConnection), .phase(.waitingForConnection)])
        }

        @Test func tinyChunksAreDeliveredTogether() async throws {  // N16
            let count = 50_000
            let server = try LoopbackServer()
            let chunks = String(repeating: "1\r\nx\r\n", count: count)
            server.on("/", .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)0\r\n\r\n"))
            let heard = try await SocketTransport().hear(.get(server.url("/")))
            #expect(heard.body.count == count)
            #expect(heard.events.count < count / 10, "\(heard.events.count)")
        }

        @Test func anExchangeSubmittedAfterTheLoopEndedRetainsNothing() async throws {
            weak var remains: Engine?
            try {
                let engine = try Engine(SocketTransport.Configuration().bounded)
                remains = engine
                engine.post(.retire)
                // Time for the loop to end.
                poll(nil, 0, 300)
                let request = try Request.get("http://127.0.0.1/").prepared()
                let output = ExchangeOutput(to: EventList(), 0)
                engine.start(try SocketExchange(request, output, over: engine))
            }()
            #expect(await eventually { remains == nil })
        }
    }

    private final class EventList: ExchangeReceiver {
        private let events = Locked<[TransportEvent]>([])

        var all: [TransportEvent] { events.withLock { $0 } }

        func keep(_ work: any Disposable, of exchange: Int) {}
        func needs(_ exchange: Int) -> Bool { true }
        func receive(_ event: TransportEvent, of exchange: Int) { events.withLock { $0.append(event) } }
        func receive(_ response: RawResponse, of exchange: Int) {}
        func end(_ termination: Termination<TransportError>, of exchange: Int) {}
    }
#endif
