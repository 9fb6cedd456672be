import Foundation
import ReactiveChildProcesses
import ReactiveTesting
import Testing

/// Tests of `Playground ws` against a local server.
struct SocketTests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
        server.on("/echo") { request in .webSocketEcho(to: request) }
    }

    private var url: String { server.url("/echo").replacing("http://", with: "ws://") }

    @Test func inputLinesAreSentAndReceivedMessagesArePrintedAsLines() async throws {  // W1
        let lines = Data("hello\nape\n".utf8)
        let transcript = try await Transcript.of(["ws", url, "--abort-after", "3600"], input: lines)
        #expect(transcript.exitCode == 0)
        #expect(transcript.output == "hello\nape\n")
        #expect(transcript.errors == "open\nclosed: 1000 (normal)\n")
    }

    @Test func anInterruptClosesTheSocket() async throws {  // W8
        let (input, output) = (Pipe(), Pipe())
        let run = ChildProcess(product: "Playground", ["ws", url, "--abort-after", "3600"])
        try run.start(inputFrom: input, output: output, errors: ChildProcess.nowhere)
        try input.fileHandleForWriting.write(contentsOf: Data("hello\n".utf8))
        // The echo shows that the socket is open.
        #expect(output.fileHandleForReading.availableData == Data("hello\n".utf8))
        run.interrupt()
        #expect(await run.exitCode == 130)
        #expect(server.requestCount == 1)
        try input.fileHandleForWriting.close()
    }

    @Test func aResponseThatOpensNothingIsAFailure() async throws {  // W3
        server.on("/page", .text("hello"))
        let page = server.url("/page").replacing("http://", with: "ws://")
        let transcript = try await Transcript.of(["ws", page, "--abort-after", "3600"], input: Data())
        #expect(transcript.exitCode == 1)
        #expect(transcript.errors.contains("The status 200 OK is not accepted"))
        #expect(try await Transcript.of("ws").exitCode == 2)
    }
}
