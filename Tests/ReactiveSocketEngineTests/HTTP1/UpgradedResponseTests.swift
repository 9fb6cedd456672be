import ReactiveTestSupport
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveSocketEngine
@testable import ReactiveStreams

/// Responses after which the connection speaks another protocol.
@Suite struct UpgradedResponseTests {
    private let head = "HTTP/1.1 101 Switching\r\nUpgrade: WebSocket\r\nConnection: upgrade\r\n\r\n"

    private func parse(_ pieces: [[UInt8]], upgrade: String?) -> (events: [String], early: [UInt8]) {
        var parser = ResponseParser(method: .get, url: nil, maxHeadByteCount: 1_024, upgrade: upgrade)
        var events: [String] = []
        var early: [UInt8] = []
        for piece in pieces {
            var position = 0
            while let event = parser.next(in: piece.span, at: &position) {
                switch event {
                case .upgraded(let head): events.append("upgraded \(head.status.rawValue)")
                case .failed(let failure): events.append("failed \(failure.kind)")
                case .informational(let head): events.append("\(head.status.rawValue)")
                default: events.append("other")
                }
            }
            if events.last?.hasPrefix("upgraded") ?? false { early += piece[position...] }
        }
        return (events, early)
    }

    @Test func bytesBehindTheHeadBelongToTheUpgradedProtocol() {  // EN40, W3
        let bytes = Array(("HTTP/1.1 102 Wait\r\n\r\n" + head + "frames").utf8)
        for cut in bytes.indices {
            let result = parse([Array(bytes[..<cut]), Array(bytes[cut...])], upgrade: "websocket")
            #expect(result.events == ["102", "upgraded 101"])
            #expect(result.early == Array("frames".utf8))
        }
        let single = parse(bytes.map { [$0] }, upgrade: "websocket")
        #expect(single.events == ["102", "upgraded 101"] && single.early == Array("frames".utf8))
    }

    @Test func anUpgradeToAnUnrequestedProtocolIsRefused() {  // EN19, EN40
        #expect(parse([Array(head.utf8)], upgrade: nil).events == ["failed invalidResponse"])
        #expect(parse([Array(head.utf8)], upgrade: "h2c").events == ["failed invalidResponse"])
        let without = "HTTP/1.1 101 Switching\r\n\r\n"
        #expect(parse([Array(without.utf8)], upgrade: "websocket").events == ["failed invalidResponse"])
    }

    @Test func aStatusOtherThan101IsAnOrdinaryResponse() {  // EN40
        let bytes = Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8)
        #expect(parse([bytes], upgrade: "websocket").events == ["other", "other"])
    }
}
