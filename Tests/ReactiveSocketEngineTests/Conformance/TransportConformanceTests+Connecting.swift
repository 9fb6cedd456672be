import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

extension TransportConformanceTests {
    /// From the host name to the first byte of the response.
    @Suite struct Connecting {
        private static let headByteCount = 79

        @Test(arguments: Wire.all) func aClosedPortRefusesTheConnection(wire: Wire) async throws {  // N7
            let watch = Stopwatch()
            let heard = try await wire.hear(.post("http://127.0.0.1:\(try LoopbackServer.closedPort())/"))
            #expect(heard.error?.kind == .cannotConnect)
            #expect(heard.error?.host == "127.0.0.1")
            #expect(heard.error?.mayHaveReachedServer == false)
            #expect(heard.error?.isTransient == true)
            #expect(watch.elapsed < watch.atMost(.seconds(2)))
        }

        @Test(arguments: Wire.all) func anUnresolvableHostIsATypedFailure(wire: Wire) async throws {  // N7
            let heard = try await wire.hear(.post("http://nothing.invalid/"))
            #expect(heard.error?.kind == .cannotResolveHost)
            #expect(heard.error?.host == "nothing.invalid")
            #expect(heard.error?.mayHaveReachedServer == false)
        }

        @Test(arguments: Wire.all) func aConnectionThatIsResetAtOnceIsLost(wire: Wire) async throws {
            var configuration = LoopbackServer.Configuration()
            configuration.acceptance = .reset
            let server = try LoopbackServer(configuration)
            let heard = try await wire.hear(.post(server.url("/")))
            // The reset may arrive before the client notices the connection.
            let kinds: [TransportError.Kind] = [.connectionLost, .cannotConnect]
            let error = try #require(heard.error)
            #expect(kinds.contains(error.kind), "\(error)")
            #expect(error.mayHaveReachedServer == (error.kind == .connectionLost))
            #expect(error.isTransient)
        }

        @Test(arguments: Wire.all) func aConnectionThatEndsBeforeTheHeadIsLost(wire: Wire) async throws {  // N7
            let server = try LoopbackServer()
            server.on("/close", .closeBeforeHead)
            server.on("/reset", .reset)
            for path in ["/close", "/reset"] {
                for request in [Request.get(server.url(path)), .post(server.url(path))] {
                    let count = server.requestCount
                    let heard = try await wire.hear(request)
                    #expect(heard.error?.kind == .connectionLost, "\(path): \(String(describing: heard.error))")
                    #expect(heard.error?.mayHaveReachedServer == true)
                    #expect(server.requestCount == count + 1)
                }
            }
        }

        @Test(arguments: Wire.sound) func aTruncatedHeadIsNotAResponse(wire: Wire) async throws {
            let server = try LoopbackServer()
            for count in 1..<Self.headByteCount {
                server.on("/cut", .cutHead(afterBytes: count))
                let heard = try await wire.hear(server.url("/cut"))
                #expect(heard.heads.isEmpty)
                let kind = heard.error?.kind
                #expect(kind == .truncatedResponse || kind == .connectionLost, "\(count): \(String(describing: kind))")
                #expect(heard.error?.mayHaveReachedServer == true)
                #expect(heard.error?.isTransient == true)
            }
            server.on("/cut", .cutHead(afterBytes: 1_000))
            #expect(try await wire.hear(server.url("/cut")).status == 200)
        }

        @Test(arguments: Wire.sound) func anIPv6AddressIsReached(wire: Wire) async throws {
            var configuration = LoopbackServer.Configuration()
            configuration.address = .ipv6
            guard let server = try? LoopbackServer(configuration) else { return }
            server.on("/", .text("six"))
            let heard = try await wire.hear(server.url("/"))
            #expect(heard.text == "six")
            #expect(server.requests.first?.header("Host") == "[::1]:\(server.port)")
            #expect(heard.metrics?.remoteAddress == "::1")
            #expect(heard.metrics?.remotePort == server.port)
        }

        @Test(arguments: Wire.all)
        func aRefusingIPv6AddressIsATypedFailure(wire: Wire) async throws {
            let heard = try await wire.hear("http://[::1]:\(try LoopbackServer.closedPort())/")
            let expected: TransportError.Kind = Wire.sound.contains(wire) ? .cannotConnect : .unsupported
            #expect(heard.error?.kind == expected, "\(String(describing: heard.error))")
            #expect(heard.error?.mayHaveReachedServer == false)
        }

        @Test(arguments: Wire.all) func aServerWithoutTLSFailsTheHandshake(wire: Wire) async throws {
            let server = try LoopbackServer()
            let heard = try await wire.hear("https://127.0.0.1:\(server.port)/")
            #expect(
                [.handshakeFailed, .handshakeRefused].contains(heard.error?.kind),
                "\(String(describing: heard.error))"
            )
            #expect(heard.error?.mayHaveReachedServer == false)
        }
    }
}

#if os(Linux)
    extension TransportConformanceTests.Connecting {
        @Test(arguments: Wire.sound) func aServerThatNeverAcceptsTimesOutTheConnection(wire: Wire) async throws {
            var configuration = LoopbackServer.Configuration()
            configuration.acceptance = .never
            configuration.backlog = 0
            let server = try LoopbackServer(configuration)
            let transport = try wire.transport { $0.connectTimeout = .milliseconds(300) }
            // The system accepts one or two connections for the server; the next one gets no answer.
            let waiting = try (0..<4).map { _ in
                transport.exchange(try Request.get(server.url("/")).prepared()).start { _ in }
            }
            let watch = Stopwatch()
            let heard = try await transport.hear(.post(server.url("/")))
            let elapsed = watch.elapsed
            #expect(heard.error?.kind == .connectTimedOut, "\(String(describing: heard.error))")
            #expect(heard.error?.phase == .connecting)
            #expect(heard.error?.mayHaveReachedServer == false)
            #expect(elapsed >= .milliseconds(290) && elapsed < watch.atMost(.seconds(2)), "\(elapsed)")
            for handle in waiting { handle.dispose() }
        }

        @Test(arguments: Wire.sound) func aUnixSocketIsUsedInsteadOfTheHost(wire: Wire) async throws {
            var configuration = LoopbackServer.Configuration()
            let path = NSTemporaryDirectory() + "reactive-\(UInt32.random(in: 0...UInt32.max)).sock"
            configuration.address = .unixSocket(path: path)
            let server = try LoopbackServer(configuration)
            server.on("/", .text("here"))
            let transport = try wire.transport { $0.unixSocketPath = path }
            #expect(try await transport.hear(.get("http://service.internal/")).text == "here")
            #expect(server.requests.first?.header("Host") == "service.internal")
            server.stop()
            #expect(!FileManager.default.fileExists(atPath: path))
            let heard = try await transport.hear(.post("http://service.internal/"))
            #expect(heard.error?.kind == .cannotConnect)
        }
    }
#endif
