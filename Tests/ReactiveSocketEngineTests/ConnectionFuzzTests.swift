#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Requests over kept connections to an unpredictable server. Each request gets its own answer or none, and no part
    /// of one request becomes part of another.
    @Suite struct ConnectionFuzzTests {
        private static let unasked = [
            "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil", "HTTP/1.1 408 Evil\r\nConnection: close\r\n\r\n",
            "\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nevil\r\n", "evil",
            "HTTP/1.1 100 Continue\r\n\r\n",
        ]

        /// The state of the server's current exchange.
        private struct Progress: Sendable {
            var begun = 0
            var ended = 0
            var isQuiet: Bool { begun == ended }
        }

        /// Serves one connection with random behavior.
        private static func serve(_ peer: RawServer.Peer, _ random: SplitMix, _ progress: Locked<Progress>) {
            var random = random
            var position = 0
            while let head = peer.head(from: position) {
                progress.withLock { $0.begun += 1 }
                defer { progress.withLock { $0.ended += 1 } }
                position += head.utf8.count
                let path = head.split(separator: " ")[1]
                let answer = "HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)"
                let byteCount = head.bodyByteCount
                if byteCount > 0 {
                    if head.contains("Expect:"), Bool.random(using: &random) {
                        peer.send(answer)
                        continue
                    }
                    if head.contains("Expect:") { peer.send("HTTP/1.1 100 Continue\r\n\r\n") }
                    position += byteCount
                    guard peer.receive(upTo: position) else { return }
                }
                let more = Self.unasked.randomElement(using: &random) ?? ""
                switch Int.random(in: 0..<6, using: &random) {
                case 0: peer.send(answer + more)
                case 1:
                    peer.send(answer)
                    poll(nil, 0, Int32.random(in: 1...10, using: &random))
                    peer.send(more)
                case 2:
                    peer.send(String(answer.dropLast()))
                    return
                case 3:
                    peer.send(answer)
                    return
                default: peer.send(answer)
                }
            }
        }

        private static func request(_ number: Int, _ server: RawServer, _ random: inout SplitMix) -> Request {
            let url = server.url("/\(number)")
            let canary = "c4n4ry-\(number)"
            let body = Data(repeating: UInt8(ascii: "b"), count: Int.random(in: 1...100_000, using: &random))
            return switch Int.random(in: 0..<4, using: &random) {
            case 0: RequestBuilder(.put, url).data(body).header("Expect", "100-continue").header("X-C", canary).build()
            case 1: RequestBuilder(.post, url).data(body).header("X-C", canary).build()
            case 2: RequestBuilder(.post, url).header("X-C", canary).build()
            default: RequestBuilder(.get, url).header("X-C", canary).build()
            }
        }

        @Test(arguments: Wire.sound, 0..<40)
        func eachRequestReceivesItsOwnResponseOrNone(wire: Wire, seed: UInt64) async throws {
            let progress = Locked(Progress())
            let server = try RawServer { peer in
                Self.serve(peer, SplitMix(state: seed &* 1_000 &+ UInt64(peer.number)), progress)
            }
            let transport = try wire.newTransport()
            var random = SplitMix(state: seed)
            for number in 1...12 {
                let heard = try await transport.hear(Self.request(number, server, &random))
                #expect("/\(number)".hasPrefix(heard.text), "\(heard)")
                #expect(heard.text == "/\(number)" || heard.error != nil, "\(heard)")
                #expect(heard.status == 200 || heard.error != nil, "\(heard)")
                // The unsolicited bytes have arrived before the next request.
                #expect(await eventually { progress.withLock { $0.isQuiet } })
            }
            for bytes in server.received.values {
                #expect(bytes.isRowOfRequests, "\(String(decoding: bytes, as: UTF8.self))")
            }
        }
    }

    extension RawServer.Peer {
        /// Returns the head that begins at an offset, or `nil` if there are no more heads.
        fileprivate func head(from offset: Int) -> String? {
            let end = Data("\r\n\r\n".utf8)
            while true {
                let rest = received.dropFirst(offset)
                if let range = rest.range(of: end) {
                    return String(decoding: rest[..<range.upperBound], as: UTF8.self)
                }
                if !receive() { return nil }
            }
        }
    }

    extension String {
        fileprivate var bodyByteCount: Int {
            split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }.flatMap { Int($0.dropFirst(16)) } ?? 0
        }
    }

    extension Data {
        /// A Boolean value that indicates whether the data is a sequence of complete requests. Only the last one may
        /// lack a part of its body, and bodies contain nothing but their own letters.
        fileprivate var isRowOfRequests: Bool {
            var rest = self
            while !rest.isEmpty {
                guard let end = rest.range(of: Data("\r\n\r\n".utf8)) else { return false }
                let head = String(decoding: rest[..<end.upperBound], as: UTF8.self)
                guard head.contains("c4n4ry-") else { return false }
                let body = rest[end.upperBound...].prefix(head.bodyByteCount)
                guard body.allSatisfy({ $0 == UInt8(ascii: "b") }) else { return false }
                rest = rest[body.endIndex...]
            }
            return true
        }
    }
#endif
