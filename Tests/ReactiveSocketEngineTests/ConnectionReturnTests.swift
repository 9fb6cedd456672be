#if os(Linux)
    import Dispatch
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// The moment at which a connection is idle again.
    @Suite struct ConnectionReturnTests {
        @Test func aConnectionIsIdleBeforeItsResponseEnds() async throws {  // EN11
            let mayEnd = Locked(false)
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n")
                while !mayEnd.withLock({ $0 }) { peer.pause(milliseconds: 1) }
                peer.send("x")
                peer.drain()
            }
            let transport = try SocketTransport.keeping()
            let (hasHead, hasEnded) = (Locked(false), Locked(false))
            let mayGoOn = DispatchSemaphore(value: 0)
            transport.exchange(try Request.get(server.url()).prepared()).start { event in
                switch event {
                case .value(.head):
                    hasHead.withLock { $0 = true }
                    mayGoOn.wait()
                case .completed: hasEnded.withLock { $0 = true }
                default: break
                }
            }
            #expect(await eventually { hasHead.withLock { $0 } })
            // The body arrives while the connection cannot become idle, and the receiver is ready for the end.
            transport.engine.pool.withLock { pool in
                mayEnd.withLock { $0 = true }
                poll(nil, 0, 100)
                mayGoOn.signal()
                poll(nil, 0, 100)
                #expect(pool.idleCount == 0)
                #expect(!hasEnded.withLock { $0 })
            }
            #expect(await eventually { hasEnded.withLock { $0 } })
            #expect(transport.engine.pool.withLock { $0.idleCount } == 1)
        }
    }
#endif
