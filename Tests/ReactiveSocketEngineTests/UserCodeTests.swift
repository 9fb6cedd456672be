#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// The thread of a transport's sockets runs no code of the user.
    @Suite struct UserCodeTests {
        /// A body that never ends and notes the thread on which its source is canceled.
        private func body(_ canceler: Locked<String?>) -> Body {
            .stream {
                AsyncStream { continuation in
                    continuation.onTermination = { _ in
                        let name = Thread.current.name ?? ""
                        canceler.withLock { $0 = name }
                    }
                    continuation.yield(Data(count: 100_000))
                }
            }
        }

        @Test(arguments: ["HTTP/1.1 413 X\r\nContent-Length: 0\r\n\r\n", "broken\r\n\r\n", ""])
        func theSourceOfABodyIsCanceledOnAnotherThread(response: String) async throws {  // EN4
            let server = try RawServer { peer in
                guard peer.receive(upTo: 100_000) else { return }
                peer.send(response)
                if response.isEmpty { peer.reset() } else { peer.drain() }
            }
            let transport = try SocketTransport.keeping()
            let canceler = Locked<String?>(nil)
            _ = try await transport.hear(RequestBuilder(.put, server.url()).body(body(canceler)).build())
            #expect(await eventually { canceler.withLock { $0 } != nil })
            #expect(canceler.withLock { $0 } != "SocketTransport")
        }

        /// Notes the name of the thread that releases it.
        private final class Probe: Sendable {
            private let note: @Sendable (String?) -> Void

            init(_ note: @escaping @Sendable (String?) -> Void) {
                self.note = note
            }

            deinit { note(Thread.current.name) }
        }

        @Test func valuesOfTheUserAreReleasedOnOtherThreads() async throws {  // EN4
            let server = try RawServer { peer in
                if peer.number.isMultiple(of: 3) { return peer.drain() }
                if peer.number.isMultiple(of: 5) { return peer.reset() }
                peer.answer()
            }
            let transport = try SocketTransport.keeping()
            let threads = Locked<[String?]>([])
            var generator = SplitMix(state: 7)
            for number in 1...300 {
                let probe = Probe { name in threads.withLock { $0.append(name) } }
                let request = try RequestBuilder(.get, server.url("/\(number)")).build().prepared()
                let isOver = Locked(false)
                var handle: (any Disposable)? = transport.exchange(request).start { [probe] event in
                    withExtendedLifetime(probe) {}
                    if event.isTerminating { isOver.withLock { $0 = true } }
                }
                let disposesAtOnce = Bool.random(using: &generator)
                for _ in 1...20 where !disposesAtOnce && !isOver.withLock({ $0 }) {
                    try await Task.sleep(for: .milliseconds(1))
                }
                handle?.dispose()
                handle = nil
            }
            #expect(await eventually { threads.withLock { $0.count } == 300 })
            #expect(!threads.withLock { $0 }.contains("SocketTransport"))
        }
    }
#endif
