import ReactiveTestSupport
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

@Suite struct PersistenceTests {
    @Test(arguments: [
        ("HTTP/1.1", "", Persistence.keep(idleLimit: nil)), ("HTTP/1.1", "Connection: close⏎", .close),
        ("HTTP/1.1", "connection: x, CLOSE ,y⏎", .close), ("HTTP/1.1", "Connection: x⏎Connection: close⏎", .close),
        ("HTTP/1.1", "Connection: keep-alive, close⏎", .close),
        ("HTTP/1.1", "Connection: closed⏎", .keep(idleLimit: nil)),
        ("HTTP/1.1", "Connection:⏎", .keep(idleLimit: nil)), ("HTTP/1.7", "", .keep(idleLimit: nil)),
        ("HTTP/1.0", "", .close), ("HTTP/1.0", "Connection: Keep-Alive⏎", .keep(idleLimit: nil)),
        ("HTTP/1.0", "Connection: keep-alive, close⏎", .close), ("HTTP/1.0", "Keep-Alive: timeout=5⏎", .close),
    ])
    func aConnectionIsKeptAsTheServerSays(version: String, fields: String, persistence: Persistence) {  // EN11, TC-3
        let parsed = ResponseBytes("\(version) 200 OK⏎\(fields)Content-Length: 2⏎⏎OK").parsedInAllPieces()
        #expect(parsed.end == .complete(persistence))
    }

    @Test(arguments: [
        ("timeout=5", Persistence.keep(idleLimit: .seconds(4))), ("timeout=2", .keep(idleLimit: .seconds(1))),
        ("timeout=1", .close), ("timeout=0", .close), ("timeout=-1", .close), ("timeout=x", .close),
        ("timeout=", .close),
        ("timeout=5, max=100", .keep(idleLimit: .seconds(4))), ("max=100,TIMEOUT = 5", .keep(idleLimit: .seconds(4))),
        ("timeout=5, max=0", .close), ("max=0", .close), ("max=1", .keep(idleLimit: nil)),
        ("300", .keep(idleLimit: nil)),
        ("", .keep(idleLimit: nil)), ("timeout=5, timeout=3", .keep(idleLimit: .seconds(2))),
        ("timeout=5⏎Keep-Alive: timeout=9", .keep(idleLimit: .seconds(4))), ("timeout=5,⏎ max=0", .close),
        ("timeout=99999999999999999999999", .close),
        ("timeout=9223372036854775807", .keep(idleLimit: .seconds(1 << 31 - 1))),
    ])
    func anIdleLimitIsOneSecondLessThanTheServerSays(value: String, persistence: Persistence) {  // EN11, TC-47
        let parsed = ResponseBytes("200 Keep-Alive: \(value)⏎Content-Length: 2⏎⏎OK").parsedInAllPieces()
        #expect(parsed.end == .complete(persistence))
    }

    @Test func aCodingInHTTP10IsDecodedButTheConnectionIsNotKept() {  // EN20
        let text = "HTTP/1.0 200 OK⏎Connection: keep-alive⏎Transfer-Encoding: chunked⏎⏎2⏎OK⏎0⏎⏎"
        let parsed = ResponseBytes(text).parsedInAllPieces()
        #expect(parsed.text == "OK")
        #expect(parsed.end == .complete(.close))
    }

    @Test func aConnectionThatEndsTheBodyIsNotKept() {  // EN11
        let parsed = ResponseBytes("200 Connection: keep-alive⏎⏎OK", ends: true).parsedInAllPieces()
        #expect(parsed.end == .complete(.close))
    }
}
