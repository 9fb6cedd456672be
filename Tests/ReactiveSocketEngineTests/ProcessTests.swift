#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// The effects of a transport on its process and on the copies of it.
    @Suite(.serialized) struct ProcessTests {
        @Test func aBrokenConnectionRaisesNoSignal() async {  // EN6
            await #expect(processExitsWith: .success) {
                signal(SIGPIPE, SIG_DFL)
                let server = try RawServer { peer in
                    _ = peer.receiveHead()
                    peer.reset()
                }
                let transport = try SocketTransport.keeping()
                for _ in 1...20 {
                    let request = RequestBuilder(.put, server.url()).data(Data(count: 10_000_000)).build()
                    #expect(try await transport.hear(request).error?.kind == .connectionLost)
                }
            }
        }

        @Test(.enabled(if: TicketServer.isPossible))
        func aBrokenTLSConnectionRaisesNoSignal() async throws {  // EN6, EN25
            let certificates = try await Certificates.made()
            let server = try await TicketServer(certificates["server"])
            let (url, authority) = (server.url("/end"), certificates.authority.certificate)
            await #expect(processExitsWith: .success) { [url = url as String, authority = authority as String] in
                signal(SIGPIPE, SIG_DFL)
                let transport = try SocketTransport.keeping { $0.tls.trust = .file(authority) }
                for _ in 1...20 {
                    // The server answers, and closes the connection while the body is being sent.
                    let request = RequestBuilder(.put, url).data(Data(count: 10_000_000)).build()
                    _ = try await transport.hear(request)
                }
            }
        }

        @Test func aTransportIsUnusableInAForkedProcess() async {  // EN6
            await #expect(processExitsWith: .success) {
                let server = try RawServer { $0.answer() }
                let transport = try SocketTransport.keeping()
                #expect(try await transport.hear(.get(server.url())).text == "right")
                let exchange = transport.exchange(try Request.get(server.url("/child")).prepared())
                let kind = Locked<TransportError.Kind?>(nil)
                let child = try fork {
                    exchange.start { event in
                        if case .failed(let error) = event { kind.withLock { $0 = error.kind } }
                    }
                    // No thread but this one exists here.
                    for _ in 1...60_000 where kind.withLock({ $0 }) == nil { poll(nil, 0, 10) }
                    return kind.withLock { $0 } == .unsupported ? 0 : 1
                }
                var status: Int32 = -1
                #expect(waitpid(child, &status, 0) == child)
                #expect(status == 0)
                // The connection still belongs to the parent.
                let heard = try await transport.hear(.get(server.url("/parent")))
                #expect(heard.text == "right" && heard.metrics?.reusedConnection == true, "\(heard)")
                #expect(server.requestLines == ["GET / HTTP/1.1", "GET /parent HTTP/1.1"])
            }
        }

        @Test func aForkedProcessDoesNotEndAnExchangeOfItsParent() async {  // EN6
            await #expect(processExitsWith: .success) {
                let mayAnswer = Locked(false)
                let server = try RawServer { peer in
                    guard peer.receiveHead() else { return }
                    while !mayAnswer.withLock({ $0 }) { peer.pause(milliseconds: 5) }
                    peer.answer()
                }
                let transport = try SocketTransport.keeping()
                let end = Locked<Bool?>(nil)
                let handle = transport.exchange(try Request.get(server.url()).prepared()).start { event in
                    if event.isTerminating { end.withLock { $0 = event == .completed } }
                }
                while server.requestLines.isEmpty { poll(nil, 0, 5) }
                let child = try fork {
                    handle.dispose()
                    return 0
                }
                var status: Int32 = -1
                #expect(waitpid(child, &status, 0) == child)
                #expect(status == 0)
                mayAnswer.withLock { $0 = true }
                #expect(await eventually { end.withLock { $0 } != nil })
                #expect(end.withLock { $0 } == true)
            }
        }
    }

    /// Runs `body` in a copy of this process with this thread alone, and returns the identifier of the copy. It exits
    /// with the result of `body`.
    func fork(_ body: () -> Int32) throws -> pid_t {
        // SAFETY: This is the type of fork(2), which Swift does not offer because threads do not survive it.
        guard let symbol = dlsym(nil, "fork") else { throw POSIXError(.ENOSYS) }
        let fork = unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)
        let process = fork()
        if process == 0 {
            alarm(600)
            _exit(body())
        }
        return process
    }
#endif
