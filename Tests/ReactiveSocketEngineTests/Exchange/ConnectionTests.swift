#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Turns of one connection over a stream in memory, at instants of the test.
    @Suite struct ConnectionTests {
        /// A stream that gives what the test has put in, and takes as many bytes as the test allows.
        private final class MemoryStream: SocketStream {
            struct State: Sendable {
                var arriving: [[UInt8]] = []
                var room = Int.max
                var failure: StreamFailure?
                var takenByteCount = 0
            }

            let state = Locked(State())

            var applicationProtocol: String? { nil }

            func shakeHands() -> Handshake { .done }

            func read(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
                state.withLock { state in
                    guard !state.arriving.isEmpty else { return .blocked }
                    let bytes = state.arriving.removeFirst()
                    buffer.copyBytes(from: bytes)
                    return .bytes(bytes.count)
                }
            }

            func write(_ bytes: UnsafeRawBufferPointer) -> Writing {
                state.withLock { state in
                    if let failure = state.failure { return .failed(failure) }
                    let count = min(bytes.count, state.room)
                    guard count > 0 else { return .blocked }
                    state.room -= count
                    state.takenByteCount += count
                    return .bytes(count)
                }
            }

            func isQuiet() -> Bool { state.withLock { $0.arriving.isEmpty } }

            func sayGoodbye() {}

            func arrive(_ text: String) { state.withLock { $0.arriving.append(ResponseBytes(text).bytes) } }
        }

        /// A receiver that has got nothing yet: its exchange's items stay in the outbox.
        private final class Receiver: ExchangeReceiver {
            let events = Locked<[TransportEvent]>([])

            func keep(_ work: any Disposable, of exchange: Int) {}
            func needs(_ exchange: Int) -> Bool { true }
            func receive(_ event: TransportEvent, of exchange: Int) { events.withLock { $0.append(event) } }
            func receive(_ response: RawResponse, of exchange: Int) {}
            func end(_ termination: Termination<TransportError>, of exchange: Int) {}
        }

        /// An exchange on a connection.
        private final class Bench {
            let stream = MemoryStream()
            let receiver = Receiver()
            let engine: Engine
            let exchange: SocketExchange
            let connection: Connection
            let start = Moment.now
            private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

            init(
                _ request: Request = .get("http://x.test/"),
                _ change: (inout SocketTransport.Configuration) -> Void = { _ in }
            ) throws {
                var configuration = SocketTransport.Configuration()
                change(&configuration)
                engine = try Engine(configuration)
                let prepared = try request.prepared()
                exchange = try SocketExchange(prepared, ExchangeOutput(to: receiver, 0), over: engine)
                connection = Connection(-1, to: exchange.server, over: stream, ConnectionFacts(), engine)
                _ = exchange.move(to: .connection(connection))
            }

            deinit {
                memory.deallocate()
                engine.post(.retire)
            }

            func begin() -> Bool? { connection.start(exchange, isOnLoop: true, .outbox) }

            func serve(hasEnded: Bool = false, after time: Duration? = nil) -> Connection.Turn {
                take(
                    connection.serve(memory, isReadable: time == nil, hasEnded: hasEnded, at: time.map { start + $0 })
                )
            }

            /// Adds the items of a turn to the exchange, as the engine does.
            private func take(_ turn: Connection.Turn) -> Connection.Turn {
                if !turn.items.isEmpty { exchange.append(turn.items) }
                return turn
            }

            func stall(after time: Duration) -> TransportError.Kind? {
                guard let turn = connection.checkStall(atMost: .seconds(10), at: start + time) else { return nil }
                _ = take(turn)
                return error
            }

            /// The error at the end of the outbox, which is emptied.
            var error: TransportError.Kind? {
                guard case .end(let error)? = exchange.nextItems()?.last else { return nil }
                return error?.kind
            }
        }

        private static let whole = "200 Content-Length: 2⏎⏎OK"

        private func upload(_ byteCount: Int) -> Request {
            RequestBuilder(.put, "http://x.test/").data(Data(count: byteCount)).build()
        }

        private func isKept(_ turn: Connection.Turn) -> Bool {
            if case .kept = turn.outcome { true } else { false }
        }

        private func isClosed(_ turn: Connection.Turn) -> Bool {
            if case .closed = turn.outcome { true } else { false }
        }

        private func isAgain(_ turn: Connection.Turn) -> Bool {
            if case .again = turn.outcome { true } else { false }
        }

        @Test(arguments: [false, true])
        func aConnectionThatEndsWithItsResponseIsNotKept(hasEnded: Bool) throws {  // EN11, EN12
            let bench = try Bench()
            #expect(bench.begin() == false)
            bench.stream.arrive(Self.whole)
            let turn = bench.serve(hasEnded: hasEnded)
            #expect(isKept(turn) == !hasEnded)
            #expect(isClosed(turn) == hasEnded)
        }

        @Test func nothingIsReadBeforeAByteOfTheRequestWentOut() throws {  // EN12
            let bench = try Bench()
            bench.stream.state.withLock { $0.room = 0 }
            #expect(bench.begin() == false)
            bench.stream.arrive(Self.whole)
            #expect(bench.serve().items.isEmpty)
            bench.stream.state.withLock { $0.room = .max }
            #expect(isKept(bench.serve()))
        }

        @Test func aBodyInMemoryIsWrittenInTurns() throws {  // EN2
            let bench = try Bench(upload(3 << 20))
            #expect(bench.begin() == true)
            var taken: [Int] = []
            repeat {
                taken.append(bench.stream.state.withLock { $0.takenByteCount } >> 20)
            } while isAgain(bench.serve())
            #expect(taken == [1, 2], "\(taken)")
            #expect(bench.stream.state.withLock { $0.takenByteCount } >> 20 == 3)
        }

        @Test func aWriteThatFailsWithoutAnEndOfTheConnectionEndsTheExchange() throws {  // EN24
            let bench = try Bench(upload(100_000))
            bench.stream.state.withLock {
                $0.room = 1_000
            }
            #expect(bench.begin() == false)
            bench.stream.state.withLock { $0.failure = StreamFailure(kind: .connectionLost, text: "broken") }
            let turn = bench.serve()
            #expect(!isClosed(turn) && turn.due != nil)
            #expect(isClosed(bench.serve(after: .seconds(60))))
            #expect(bench.error == .connectionLost)
        }

        @Test func aResponseBehindAFailedWriteIsStillRead() throws {  // EN17
            let bench = try Bench(upload(100_000))
            bench.stream.state.withLock { $0.room = 1_000 }
            _ = bench.begin()
            bench.stream.state.withLock { $0.failure = StreamFailure(kind: .connectionLost, text: "broken") }
            _ = bench.serve()
            bench.stream.arrive("HTTP/1.1 413 X⏎Content-Length: 2⏎⏎OK")
            #expect(isClosed(bench.serve()))
            #expect(bench.error == nil)
        }

        @Test func theTimeInWhichTheObserverWasBehindIsNoStall() throws {
            let bench = try Bench { $0.bufferByteCount = 1 << 16 }
            _ = bench.begin()
            bench.stream.arrive("200 Content-Length: 1000000⏎⏎")
            for _ in 1...3 { bench.stream.state.withLock { $0.arriving.append([UInt8](repeating: 7, count: 50_000)) } }
            _ = bench.serve()
            #expect(bench.exchange.isPaused)
            #expect(bench.stall(after: .seconds(9)) == nil)
            #expect(bench.stall(after: .seconds(100)) == nil)
            bench.stream.state.withLock { $0.arriving = [] }
            bench.exchange.release(100_000)
            #expect(!bench.exchange.isPaused)
            #expect(bench.stall(after: .seconds(109)) == nil)
            #expect(bench.stall(after: .seconds(110)) == .timedOut)
        }

        @Test func piecesOfOneByteTakeNoItemEach() throws {  // EN23
            let bench = try Bench()
            _ = bench.begin()
            bench.stream.arrive("200 Content-Length: 100000⏎⏎")
            _ = bench.serve()
            for _ in 0..<100_000 {
                bench.stream.arrive("x")
                _ = bench.serve()
            }
            let items = bench.exchange.nextItems() ?? []
            let pieces = items.compactMap { if case .event(.body(let data)) = $0 { data.count } else { nil } }
            #expect(pieces == [65_536, 34_464])
        }
    }
#endif
