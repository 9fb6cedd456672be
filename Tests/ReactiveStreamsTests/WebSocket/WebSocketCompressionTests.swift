import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveStreams

/// The agreement on permessage-deflate in the handshake (RFC 7692 §7.1).
@Suite struct WebSocketCompressionTests {
    private func offered(_ compression: WebSocketCompression?) -> String? {
        VirtualSocket { $0.compression = compression }.stub.requests.first?.headers["Sec-WebSocket-Extensions"]
    }

    @Test func theCompressionIsOfferedOnlyIfAskedFor() {  // W12
        #expect(WebSocketOptions().compression == nil)
        #expect(offered(nil) == nil)
        #expect(offered(WebSocketCompression()) == "permessage-deflate; client_max_window_bits")
    }

    @Test func theOfferNamesWhatIsAskedFor() {  // W12
        let full = WebSocketCompression(
            serverNoContextTakeover: true,
            clientNoContextTakeover: true,
            serverMaxWindowBits: 8,
            clientMaxWindowBits: 9
        )
        let expected =
            "permessage-deflate; server_no_context_takeover; client_no_context_takeover; "
            + "server_max_window_bits=8; client_max_window_bits=9"
        #expect(offered(full) == expected)
    }

    @Test(arguments: [(7, 15), (16, 15), (15, 8), (15, 16), (0, 0), (.min, .max)])
    func aWindowOutOfRangeIsRefusedBeforeAnythingIsSent(server: Int, client: Int) {  // W12
        let virtual = VirtualSocket {
            $0.compression = WebSocketCompression(serverMaxWindowBits: server, clientMaxWindowBits: client)
        }
        guard case .unsuitableRequest? = virtual.opening.failure?.cause(as: WebSocketError.self) else {
            Issue.record("the events are \(virtual.opening.descriptions)")
            return
        }
        #expect(virtual.stub.requests.isEmpty && virtual.isQuiet)
    }

    @Test func withoutZlibTheOfferIsUnsupported() {  // W12
        let compression = WebSocketCompression()
        #expect(compression.failure(isAvailable: true) == nil)
        let failure = compression.failure(isAvailable: false)
        #expect(failure?.error.cause(as: TransportError.self)?.kind == .unsupported)
    }

    private func agreed(
        _ members: String...,
        to offer: WebSocketCompression = WebSocketCompression()
    ) throws(WebSocketError) -> WebSocketCompression? {
        try offer.agreed(in: members)
    }

    @Test func theServerMayDecline() throws {  // W12
        #expect(try WebSocketCompression().agreed(in: []) == nil)
        let virtual = VirtualSocket { $0.compression = WebSocketCompression() }
        #expect(virtual.opening.values == ["open"])
        virtual.socket?.send(.text(String(repeating: "a", count: 1_000))).start()
        #expect(virtual.server.messages == [.text(String(repeating: "a", count: 1_000))])
        virtual.server.send(bytes: [0xC1, 0x01, 0x00])
        #expect(virtual.server.closeCodes == [.protocolError])
    }

    @Test func whatTheServerAnswersHolds() throws {  // W12
        #expect(try agreed("permessage-deflate") == WebSocketCompression())
        let full =
            "permessage-deflate ;server_no_context_takeover; client_no_context_takeover ; "
            + "server_max_window_bits=8; client_max_window_bits=\"8\""
        let expected = WebSocketCompression(
            serverNoContextTakeover: true,
            clientNoContextTakeover: true,
            serverMaxWindowBits: 8,
            clientMaxWindowBits: 8
        )
        #expect(try agreed(full) == expected)
    }

    @Test func whatTheClientOffersOfItselfHoldsWithoutAnAnswer() throws {  // W12
        let offer = WebSocketCompression(clientNoContextTakeover: true, clientMaxWindowBits: 10)
        #expect(try agreed("permessage-deflate", to: offer) == offer)
        #expect(try agreed("permessage-deflate; client_max_window_bits=12", to: offer) == offer)
        #expect(try agreed("permessage-deflate; client_max_window_bits=9", to: offer)?.clientMaxWindowBits == 9)
    }

    @Test func whatTheClientAsksOfTheServerHasToBeAnswered() throws {  // W12
        let window = WebSocketCompression(serverMaxWindowBits: 10)
        let answer = "permessage-deflate; server_max_window_bits="
        #expect(try agreed(answer + "10", to: window) == window)
        #expect(try agreed(answer + "9", to: window)?.serverMaxWindowBits == 9)
        #expect(throws: WebSocketError.self) { try agreed(answer + "11", to: window) }
        #expect(throws: WebSocketError.self) { try agreed("permessage-deflate", to: window) }
        let alone = WebSocketCompression(serverNoContextTakeover: true)
        #expect(try agreed("permessage-deflate; server_no_context_takeover", to: alone) == alone)
        #expect(throws: WebSocketError.self) { try agreed("permessage-deflate", to: alone) }
    }

    @Test(
        arguments: [
            "permessage-bzip2", "x-webkit-deflate-frame", "permessage-deflate, permessage-deflate", ";",
            "permessage-deflate, permessage-bzip2", "permessage-deflate;", "permessage-deflate; unknown",
            "permessage-deflate; server_no_context_takeover; server_no_context_takeover",
            "permessage-deflate; client_max_window_bits=9; client_max_window_bits=9",
            "permessage-deflate; server_no_context_takeover=1", "permessage-deflate; client_no_context_takeover=\"\"",
            "permessage-deflate; server_max_window_bits", "permessage-deflate; client_max_window_bits",
            "permessage-deflate; server_max_window_bits=", "permessage-deflate; server_max_window_bits=7",
            "permessage-deflate; server_max_window_bits=16", "permessage-deflate; client_max_window_bits=16",
            "permessage-deflate; server_max_window_bits=09", "permessage-deflate; server_max_window_bits=+9",
            "permessage-deflate; server_max_window_bits= 9", "permessage-deflate; server_max_window_bits=\"9",
            "permessage-deflate; server_max_window_bits=9=9", "permessage-deflate; =9",
            "permessage-deflate; server_max_window_bits=99999999999999999999",
        ]
    )
    func anAnswerThatDoesNotFitTheOfferIsRefusedBeforeAFrameIsSent(answer: String) {  // W12, W3
        let virtual = VirtualSocket(headers: ["Sec-WebSocket-Extensions": answer]) {
            $0.compression = WebSocketCompression()
        }
        guard case .handshake? = virtual.opening.failure?.cause(as: WebSocketError.self) else {
            Issue.record("the events are \(virtual.opening.descriptions)")
            return
        }
        #expect(virtual.server.frames.isEmpty && !virtual.server.isOpen)
        #expect(virtual.stub.requests.count == 1 && virtual.isQuiet)
    }

    @Test func messagesAreCompressedInBothDirections() throws {  // W12
        let virtual = VirtualSocket(headers: ["Sec-WebSocket-Extensions": "permessage-deflate"]) {
            $0.compression = WebSocketCompression()
        }
        let messages = try #require(virtual.messages())
        virtual.server.send(bytes: [0xC1, 0x07, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00])
        #expect(messages.values == [.text("Hello")])
        virtual.socket?.send(.data(Data(count: 1_000))).start()
        #expect(virtual.server.frames.map(\.opcode) == [2])
        #expect(virtual.server.frames.allSatisfy { $0.payload.count < 20 })
    }
}
