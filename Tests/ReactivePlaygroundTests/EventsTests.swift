import Foundation
import ReactiveChildProcesses
import ReactiveTesting
import Testing

/// Tests of `Playground events` against a local server.
struct EventsTests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
        server.on("/events") { request in
            guard request.header("Last-Event-ID") == nil else { return .status(204) }
            let text = "retry: 100\nid: 1\nevent: add\ndata: {\"n\":1}\n\ndata: a\ndata: b\n\n"
            return LoopbackServer.Reply.cutChunks(sending: [.init(text)]).header("Content-Type", "text/event-stream")
        }
    }

    @Test func aPipeGetsALineForEachEvent() async throws {  // E11
        let transcript = try await Transcript.of("events", server.url("/events"))
        #expect(transcript.exitCode == 0)
        #expect(transcript.output == "{\"n\":1}\na\\nb\n")
        #expect(transcript.errors.contains("connects again in 0.1 s\n"))
    }

    @Test func aTerminalGetsJSONInLines() async throws {
        let transcript = try await Transcript.onTerminal(
            ["events", server.url("/events"), "--quiet"],
            environment: ["NO_COLOR": "1"]
        )
        #expect(transcript.output.contains("add 1  {\r\n  \"n\": 1\r\n}\r\n"))
        #expect(transcript.output.contains("message 1  a\r\nb\r\n"))
    }

    @Test func anInterruptClosesTheStream() async throws {  // E14
        let chunk = LoopbackServer.Reply.Chunk("data: a\n\n", after: .milliseconds(20))
        server.on("/endless", LoopbackServer.Reply.endless(chunk).header("Content-Type", "text/event-stream"))
        let output = Pipe()
        let run = ChildProcess(product: "Playground", ["events", server.url("/endless"), "--abort-after", "3600"])
        try run.start(output: output, errors: ChildProcess.nowhere)
        #expect(output.fileHandleForReading.availableData.starts(with: Data("a\n".utf8)))
        run.interrupt()
        #expect(await run.exitCode == 130)
        #expect(await server.peerClosed(within: .seconds(600)))
    }

    @Test func aResponseThatIsNoStreamIsAFailure() async throws {  // E9
        server.on("/page", .text("hello"))
        let transcript = try await Transcript.of("events", server.url("/page"))
        #expect(transcript.exitCode == 1)
        #expect(transcript.errors.contains("not text/event-stream but text/plain"))
        #expect(try await Transcript.of("events").exitCode == 2)
    }
}
