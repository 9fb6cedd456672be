#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct ExitGateTests {
        @Test func threadsEnterAndLeaveAnOpenGate() {
            let gate = ExitGate()
            #expect(gate.enter())
            #expect(gate.enter())
            #expect(gate.count == 2)
            gate.leave()
            gate.leave()
            #expect(gate.count == 0)
        }

        @Test func theThreadThatHasClosedTheGateIsRefused() {  // EN6
            let gate = ExitGate()
            gate.close(waitingAtMost: .zero)
            #expect(!gate.enter())
            #expect(gate.count == 0)
        }

        @Test func closingTheGateWaitsForThreadsInside() async {  // EN6
            let gate = ExitGate()
            let isInside = DispatchSemaphore(value: 0)
            let mayLeave = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                _ = gate.enter()
                isInside.signal()
                mayLeave.wait()
                gate.leave()
            }
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    isInside.wait()
                    gate.close(waitingAtMost: .milliseconds(1))
                    #expect(gate.count == 1)
                    mayLeave.signal()
                    gate.close(waitingAtMost: .seconds(600))
                    #expect(gate.count == 0)
                    continuation.resume()
                }
            }
        }

        @Test(arguments: 1...5) func exitingWhileOtherThreadsUseOpenSSLDoesNotCrash(round: Int) async throws {  // EN6
            let certificates = try await Certificates.made()
            let (server, authority) = (certificates["server"].path, certificates.authority.certificate)
            await #expect(processExitsWith: .success) {
                [server = server as String, authority = authority as String, round = round as Int] in
                // Registered before OpenSSL is loaded, it runs after the gate is closed, on the thread that exits.
                atexit {
                    if let library = try? OpenSSL.loaded.get(), library.inside({ true }) != nil { _exit(1) }
                }
                let begun = DispatchSemaphore(value: 0)
                for _ in 1...4 {
                    Thread.detachNewThread {
                        while true {
                            guard
                                let context = try? TLSContext(.trusting(authority), offersHTTP2: true),
                                let server = try? TLSTestServer(Certificates.Identity(path: server)),
                                let connection = try? TLSConnection(context, to: server)
                            else { _exit(2) }
                            connection.shakeHands()
                            begun.signal()
                        }
                    }
                }
                for _ in 0..<round * 4 { begun.wait() }
                exit(0)
            }
        }
    }
#endif
