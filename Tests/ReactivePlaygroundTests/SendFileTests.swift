import Foundation
import ReactiveChildProcesses
import ReactiveTesting
import Testing

/// Tests of the files that `Playground send` reads and writes.
final class SendFileTests {
    private let server: LoopbackServer
    private let folder = FileManager.default.temporaryDirectory.appending(path: "SendFileTests-\(UUID().uuidString)")
    private let bytes = Array("0123456789".utf8)

    init() throws {
        server = try LoopbackServer()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    private func file(_ name: String) -> URL { folder.appending(path: name) }

    @Test func partsAreValuesAndFiles() async throws {  // F-11
        server.on("POST", "/posts", .text("ok"))
        try Data("a,b".utf8).write(to: file("table.csv"))
        let transcript = try await Transcript.of(
            ["send", server.url("/posts"), "--part", "caption=hi", "--part", "table=@\(file("table.csv").path)"]
        )
        #expect(transcript.exitCode == 0)
        let request = try #require(server.requests.first)
        #expect(request.header("Content-Type")?.hasPrefix("multipart/form-data; boundary=") == true)
        #expect(request.text.contains("name=\"caption\"\r\n\r\nhi\r\n"))
        #expect(request.text.contains("name=\"table\"; filename=\"table.csv\"\r\nContent-Type: text/csv"))
        #expect(request.text.contains("\r\n\r\na,b\r\n"))
    }

    @Test func theErrorNamesThePartWhoseFileIsMissing() async throws {
        let path = file("missing").path
        let transcript = try await Transcript.of("send", server.url("/posts"), "--part", "table=@\(path)")
        #expect(transcript.exitCode == 1)
        #expect(transcript.errors.contains(path))
        #expect(server.requestCount == 0)
    }

    @Test func aDownloadWritesItsFileAndDoesNotOverwrite() async throws {  // F-16
        server.on("/file", .bytes(bytes))
        let arguments = ["send", server.url("/file"), "-o", file("copy").path]
        let first = try await Transcript.of(arguments)
        #expect(first.exitCode == 0)
        #expect(first.output.isEmpty)
        #expect(first.errors.contains("   ████████████████████████ 100 %  10 of 10 bytes\n200 OK\n"))
        #expect(!first.errors.contains("0123456789"))
        #expect(!first.errors.utf8.contains(0x1B))
        #expect(try Data(contentsOf: file("copy")) == Data(bytes))

        let second = try await Transcript.of(arguments)
        #expect(second.exitCode == 1)
        let sentence = "There is already a file at \(file("copy").path)"
        #expect(second.errors == "\(sentence)\nHint: --force replaces the file\n")
        #expect(server.requestCount == 1)

        server.on("/file", .text("newer"))
        let third = try await Transcript.of(arguments + ["--force"])
        #expect(third.exitCode == 0)
        #expect(try Data(contentsOf: file("copy")) == Data("newer".utf8))
    }

    @Test(arguments: [[], ["--force"]])
    func anInterruptedDownloadLeavesNoHalfFile(_ force: [String]) async throws {  // F-16
        server.on("/file", .endless(.init([UInt8](repeating: 1, count: 65_536), after: .milliseconds(1))))
        if !force.isEmpty { try Data("older".utf8).write(to: file("copy")) }
        let errors = Pipe()
        let arguments = ["send", server.url("/file"), "-o", file("copy").path, "--abort-after", "3600"] + force
        let run = ChildProcess(product: "Playground", arguments)
        try run.start(output: ChildProcess.nowhere, errors: errors)
        // The progress shows that the file has begun.
        #expect(!errors.fileHandleForReading.availableData.isEmpty)
        run.interrupt()
        #expect(await run.exitCode == 130)
        #expect((try? String(contentsOf: file("copy"), encoding: .utf8)) == (force.isEmpty ? nil : "older"))
    }

    @Test func theSameCommandResumesADownload() async throws {  // F-17
        let bytes = bytes
        server.on("/file") { request in
            if request.header("Range") == nil { return .bytes(bytes).header("ETag", "\"v1\"").cutBody(afterBytes: 6) }
            return .bytes(bytes[6...], status: 206).header("ETag", "\"v1\"").header("Content-Range", "bytes 6-9/10")
        }
        let arguments = ["send", server.url("/file"), "-o", file("copy").path, "--retries", "0"]
        let broken = try await Transcript.of(arguments)
        #expect(broken.exitCode == 1)
        #expect(!FileManager.default.fileExists(atPath: file("copy").path))
        let whole = try await Transcript.of(arguments)
        #expect(whole.exitCode == 0)
        #expect(server.requests.last?.header("Range") == "bytes=6-")
        #expect(server.requests.last?.header("If-Range") == "\"v1\"")
        #expect(try Data(contentsOf: file("copy")) == Data(bytes))
    }

    @Test func aCacheDirectoryAnswersTheNextCommand() async throws {  // F-54
        server.on("/cached", .text("hello ape").header("Cache-Control", "max-age=86400"))
        let arguments = ["send", server.url("/cached"), "--cache", file("cache").path]
        let first = try await Transcript.of(arguments)
        let second = try await Transcript.of(arguments + ["--verbose"])
        #expect([first, second].map(\.exitCode) == [0, 0])
        #expect([first, second].map(\.output) == ["hello ape", "hello ape"])
        #expect(first.errors.contains("(ReactiveNetworking; fwd=uri-miss; fwd-status=200; stored)\n"))
        #expect(second.errors.contains(#/\n\* the cache answered: ReactiveNetworking; hit; ttl=\d+\n/#))
        #expect(server.requestCount == 1)
    }

    @Test func progressOnATerminalIsOneLine() async throws {  // F-15
        server.on("/file", .bytes(bytes))
        let arguments = ["send", server.url("/file"), "-o", file("copy").path]
        let errors = try await Transcript.onTerminal(arguments, errorsOnly: true).output
        #expect(errors.hasPrefix("\r   ░") || errors.hasPrefix("\r   █"))
        #expect(errors.contains("\r   ████████████████████████ 100 %  10 of 10 bytes\u{1B}[K\r\n"))
        let progress = errors.prefix(upTo: try #require(errors.firstRange(of: "200 OK")).lowerBound)
        #expect(progress.count { $0 == "\n" || $0 == "\r\n" } == 1)
    }

    @Test func aQuietDownloadPrintsNothing() async throws {
        server.on("/file", .bytes(bytes))
        let transcript = try await Transcript.of("send", server.url("/file"), "-o", file("copy").path, "--quiet")
        #expect(transcript.exitCode == 0)
        #expect(transcript.output.isEmpty && transcript.errors.isEmpty)
        #expect(try Data(contentsOf: file("copy")) == Data(bytes))
    }

    @Test func jsonIsTakenFromAFileAndFromTheInput() async throws {
        server.on("POST", "/echo", .text("ok"))
        try Data(#"{"a": 1}"#.utf8).write(to: file("body.json"))
        let sent = try await Transcript.of("send", server.url("/echo"), "--json", "@\(file("body.json").path)")
        #expect(sent.exitCode == 0)
        let piped = try await Transcript.of(["send", server.url("/echo"), "--json", "-"], input: Data("[\"ä\"]".utf8))
        #expect(piped.exitCode == 0)
        #expect(server.requests.map(\.text) == [#"{"a": 1}"#, "[\"ä\"]"])
        #expect(server.requests.allSatisfy { $0.header("Content-Type") == "application/json; charset=utf-8" })
        let missing = try await Transcript.of("send", server.url("/echo"), "--json", "@\(file("missing").path)")
        #expect(missing.exitCode == 1)
        #expect(missing.errors.contains(file("missing").path))
        #expect(server.requestCount == 2)
    }

    @Test func theArchiveHoldsTheExchangesAndNoSecret() async throws {  // N18
        server.on("/flaky", .status(503).header("Retry-After", "0"), .text("hello ape"))
        let transcript = try await Transcript.of(
            ["send", server.url("/flaky"), "--har", file("session.har").path, "--header", "Authorization: s3cret"]
        )
        #expect(transcript.exitCode == 0)
        let data = try Data(contentsOf: file("session.har"))
        struct Archive: Decodable {
            struct Log: Decodable {
                struct Entry: Decodable {
                    struct Response: Decodable {
                        struct Content: Decodable { var text: String? }
                        var status: Int
                        var content: Content
                    }
                    var response: Response
                }
                var entries: [Entry]
            }
            var log: Log
        }
        let entries = try JSONDecoder().decode(Archive.self, from: data).log.entries
        #expect(entries.map(\.response.status) == [503, 200])
        #expect(entries.last?.response.content.text == "hello ape")
        #expect(!String(decoding: data, as: UTF8.self).contains("s3cret"))
    }

    @Test func anUnwritableArchiveIsASeparateFailure() async throws {
        server.on("/missing", .status(404))
        let path = file("nowhere/session.har").path
        let transcript = try await Transcript.of("send", server.url("/missing"), "--har", path)
        #expect(transcript.exitCode == 1)
        #expect(transcript.errors.contains("The status 404 Not Found is not accepted"))
        #expect(transcript.errors.contains("The archive cannot be written to \(path): "))
    }
}
