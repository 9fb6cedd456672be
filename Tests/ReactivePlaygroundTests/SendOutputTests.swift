import Foundation
import ReactiveChildProcesses
import ReactiveTesting
import Testing

/// Tests of the output of `Playground send` to pipes and to a terminal.
struct SendOutputTests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
    }

    @Test func aBinaryBodyPassesAPipeByteForByte() async throws {
        let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        server.on("/file", .bytes(bytes))
        let transcript = try await Transcript.of("send", server.url("/file"))
        #expect(transcript.exitCode == 0)
        #expect(transcript.outputBytes == Data(bytes))
    }

    @Test func jsonPassesAPipeUnchanged() async throws {
        server.on("/json", .json("{ \"a\" :\r\n1}"))
        let transcript = try await Transcript.of("send", server.url("/json"), "--quiet")
        #expect(transcript.exitCode == 0)
        #expect(transcript.outputBytes == Data("{ \"a\" :\r\n1}".utf8))
        #expect(transcript.errors.isEmpty)
    }

    @Test func aQuietFailureIsOneLine() async throws {
        server.on("/missing", .text("no such ape", status: 404))
        let transcript = try await Transcript.of("send", server.url("/missing"), "--quiet")
        #expect(transcript.exitCode == 1)
        #expect(transcript.output == "no such ape")
        #expect(transcript.errors == "The status 404 Not Found is not accepted\n")
    }

    @Test func jsonOnATerminalIsFormattedAndColored() async throws {
        server.on("/json", .json(#"{"name":"Kong","tags":[]}"#))
        let arguments = ["send", server.url("/json"), "--quiet"]
        let colored = try await Transcript.onTerminal(arguments)
        #expect(
            colored.output
                == "{\r\n  \u{1B}[36m\"name\"\u{1B}[0m: \u{1B}[32m\"Kong\"\u{1B}[0m,\r\n  \u{1B}[36m\"tags\"\u{1B}[0m: []\r\n}\r\n"
        )
        let plain = try await Transcript.onTerminal(arguments, environment: ["NO_COLOR": "1"])
        #expect(plain.output == "{\r\n  \"name\": \"Kong\",\r\n  \"tags\": []\r\n}\r\n")
    }

    @Test func controlCharactersFromAServerDoNotReachATerminal() async throws {
        let evil = "\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}"
        let reply = LoopbackServer.Reply.text("body \(evil) \u{8}end", status: 404)
            .reason("No\(evil)").header("X-Evil", "a\(evil)b")
        server.on("/evil", reply)
        server.on("/name", reply.header("X\(evil)", "c"))
        server.on("/redirect", .redirect(to: "http://\(evil)/"))
        server.on("/garbage", .garbage(Array("\(evil)\r\n\r\n".utf8)))
        for path in ["/evil", "/name", "/redirect", "/garbage"] {
            let shown = try await Transcript.onTerminal(
                ["send", server.url(path), "--verbose", "--retries", "0"],
                environment: ["NO_COLOR": "1"]
            )
            #expect(shown.exitCode == 1)
            let unsafe = shown.output.unicodeScalars.filter { scalar in
                scalar != "\n" && scalar != "\r" && [.control, .format].contains(scalar.properties.generalCategory)
            }
            #expect(unsafe.isEmpty, "\(path)")
        }
        let body = try await Transcript.onTerminal(["send", server.url("/evil"), "--quiet"])
        #expect(body.output.hasPrefix("body \\u{1B}]0;owned\\u{7}\\u{9B}31m\\u{202E} \\u{8}end\r\n"))
    }

    @Test func aBinaryBodyIsKeptFromATerminal() async throws {
        server.on("/image", .bytes([0x89, 0x50, 0x4E, 0x47, 0, 1], type: "image/png"))
        let shown = try await Transcript.onTerminal(
            ["send", server.url("/image"), "--quiet"],
            environment: ["NO_COLOR": "1"]
        )
        #expect(shown.exitCode == 1)
        #expect(
            shown.output == "The body is binary (image/png): save it with -o <file>, or send it through a pipe\r\n"
        )
    }

    #if os(Linux)
        @Test func anEndlessBodyTakesLittleMemoryAndEndsQuietlyWhenTheReaderLeaves() async throws {
            let chunk = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
            server.on("/endless", .endless(.init(chunk)))
            let (output, errors) = (Pipe(), Pipe())
            let run = ChildProcess(product: "Playground", ["send", server.url("/endless")])
            try run.start(output: output, errors: errors)
            var count = 0
            while count < 256 << 20 {
                guard let data = try output.fileHandleForReading.read(upToCount: 1 << 20), !data.isEmpty else { break }
                count += data.count
            }
            #expect(count >= 256 << 20)
            let status = try String(contentsOfFile: "/proc/\(run.identifier)/status", encoding: .utf8)
            let peak = try #require(status.firstMatch(of: #/VmHWM:\s+(\d+) kB/#)?.output.1)
            #expect(try #require(Int(peak)) < 128 << 10)

            try output.fileHandleForReading.close()
            #expect(await run.exitCode == 0)
            let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(said == "200 OK\nTransfer-Encoding: chunked\n\n")
            #expect(await server.peerClosed(within: .seconds(600)))
        }

        @Test func anOutputThatCannotBeWrittenIsAFailure() async throws {
            server.on("/greet", .text("hello ape"))
            let errors = Pipe()
            let run = ChildProcess(product: "Playground", ["send", server.url("/greet"), "--quiet"])
            try run.start(output: try #require(FileHandle(forWritingAtPath: "/dev/full")), errors: errors)
            #expect(await run.exitCode == 1)
            let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            #expect(said == "The output cannot be written: No space left on device\n")
        }
    #endif

    @Test(arguments: ["/silent", "/endless"])
    func anInterruptCancelsTheTransfer(_ path: String) async throws {
        server.on("/silent", .silent)
        server.on("/endless", .endless(.init([UInt8](repeating: 1, count: 1_024), after: .milliseconds(20))))
        let errors = Pipe()
        // The command must not time out on a busy machine.
        let run = ChildProcess(product: "Playground", ["send", server.url(path), "--abort-after", "3600"])
        try run.start(output: ChildProcess.nowhere, errors: errors)
        #expect(await server.received(within: .seconds(600)))
        run.interrupt()
        #expect(await run.exitCode == 130)
        let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(said.contains(" s  interrupted\n"))
        #expect(await server.peerClosed(within: .seconds(600)))
    }

    @Test func anInterruptEndsACommandWhoseReaderHasStalled() async throws {
        server.on("/endless", .endless(.init([UInt8](repeating: 1, count: 65_536))))
        let output = Pipe()
        let run = ChildProcess(product: "Playground", ["send", server.url("/endless")])
        try run.start(output: output, errors: ChildProcess.nowhere)
        #expect(await server.received(within: .seconds(600)))
        run.interrupt()
        #expect(await run.exitCode == 130)
        try output.fileHandleForReading.close()
    }
}
