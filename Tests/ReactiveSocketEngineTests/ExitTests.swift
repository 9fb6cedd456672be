#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// The process may end at any time.
    @Suite(.serialized, .enabled(if: Nginx.isInstalled)) struct ExitTests {
        private let certificates: Certificates

        init() async throws {
            certificates = try await Certificates.made()
        }

        @Test(arguments: Wire.sound, 0..<20)
        func exitingWithRunningRequestsDoesNotCrash(wire: Wire, round: Int) async throws {  // EN6
            let origin = try LoopbackServer()
            origin.on("/origin/silent", .silent)
            origin.on("/origin/endless", .endless(.init("more", after: .milliseconds(1))))
            let location = "location /origin/ { proxy_pass http://127.0.0.1:\(origin.port); proxy_buffering off; }"
            let server = try await Nginx(
                certificates["server"],
                round.isMultiple(of: 2) ? "ssl http2" : "ssl",
                location
            )
            let authority = certificates.authority.certificate
            let port = server.port
            await #expect(processExitsWith: .success) {
                [wire = wire as Wire, authority = authority as String, port = port as Int, round = round as Int] in
                let network = Network(
                    configuration: .patient,
                    transport: try wire.transport { $0.tls.trust = .file(authority) },
                    scheduler: ImmediateScheduler()
                )
                let paths = ["silent", "endless"]
                let handles = (0..<50).map { number in
                    let url = "https://localhost:\(port)/origin/\(paths[number % 2])"
                    return network.send(.get(url), decoding: .custom { $0.count }).start()
                }
                // The exits range from the first handshakes to the middle of the bodies.
                poll(nil, 0, Int32(round * 5))
                withExtendedLifetime(handles) { exit(0) }
            }
        }
    }
#endif
