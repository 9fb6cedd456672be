import Foundation
import ReactiveTesting
import Testing

/// Tests of `Playground send` against a server that reports what arrived.
struct SendTests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
    }

    @Test func aResponseIsPrintedWithTheTimelineOfItsAttempts() async throws {
        server.on("/greet", .text("hello ape").header("X-Kind", "greeting"))
        let transcript = try await Transcript.of("send", server.url("/greet"))
        #expect(transcript.exitCode == 0)
        #expect(transcript.output == "hello ape")
        #expect(transcript.errors.hasPrefix("200 OK\n"))
        #expect(transcript.errors.contains("\nX-Kind: greeting\n"))
        #expect(transcript.errors.contains(#/\d\.\d{3} s  attempt 1\n.*\d\.\d{3} s  succeeded\n/#))
        #expect(transcript.errors.contains(#/attempts +─*200\n +send +─*●\|\n/#))
        #expect(!transcript.errors.utf8.contains(0x1B))
    }

    @Test func aResponseWithoutABodySucceeds() async throws {
        server.on("/empty", .status(200))
        let transcript = try await Transcript.of("send", server.url("/empty"))
        #expect(transcript.exitCode == 0)
        #expect(transcript.output.isEmpty)
        #expect(transcript.errors.hasPrefix("200 OK\n"))
    }

    @Test func anUnacceptedStatusFailsAndPrintsTheWholeResponse() async throws {  // N4
        server.on("/missing", .text("no such ape", status: 404))
        let transcript = try await Transcript.of("send", server.url("/missing"))
        #expect(transcript.exitCode == 1)
        #expect(transcript.output == "no such ape")
        #expect(transcript.errors.hasPrefix("404 Not Found\n"))
        #expect(transcript.errors.hasSuffix("\n\nThe status 404 Not Found is not accepted\n"))
    }

    @Test func aRefusedConnectionIsAFailureInOneSentence() async throws {
        let port = try LoopbackServer.closedPort()
        let transcript = try await Transcript.of("send", "http://127.0.0.1:\(port)/", "--retries", "0")
        #expect(transcript.exitCode == 1)
        #expect(transcript.output.isEmpty)
        #expect(transcript.errors.hasPrefix("GET http://127.0.0.1:\(port)/: The connection was refused"))
        #expect(transcript.errors.split(separator: "\n").count == 1)
    }

    @Test func theFailureOfSeveralAttemptsIsStatedOnce() async throws {
        let port = try LoopbackServer.closedPort()
        let transcript = try await Transcript.of("send", "http://127.0.0.1:\(port)/", "--retries", "1")
        #expect(transcript.exitCode == 1)
        #expect(transcript.errors.matches(of: #/The connection was refused/#).count == 1)
        #expect(transcript.errors.matches(of: #/ s    failed\n/#).count == 2)
        #expect(transcript.errors.contains("failed for good: no attempts are left\n"))
        #expect(transcript.errors.contains(#/attempts +─*✗ +─*✗\n/#))
    }

    @Test func aServerWithoutTLSIsAnsweredWithAHint() async throws {
        let transcript = try await Transcript.of("send", server.url("/x").replacing("http:", with: "https:"))
        #expect(transcript.exitCode == 1)
        #expect(
            transcript.errors.hasSuffix(
                "\nHint: the server does not seem to speak TLS there; try http instead of https\n"
            )
        )
        #expect(transcript.errors.split(separator: "\n").count == 2)
    }

    @Test(arguments: [
        (["send"], "send needs a URL"),
        (["send", "http://a.test/", "--color"], "Unknown option --color"),
        (["send", "http://a.test/", "--retries", "many"], "--retries needs a number, 0 or more, not \"many\""),
        (["send", "http://a.test/", "--retries", "-1"], "--retries needs a number, 0 or more, not \"-1\""),
        (["send", "http://a.test/", "--abort-after", "soon"], "--abort-after needs seconds, 0 or more, not \"soon\""),
        (["send", "http://a.test/", "--abort-after", "nan"], "--abort-after needs seconds, 0 or more, not \"nan\""),
        (["send", "http://a.test/", "--method"], "--method needs a value"),
        (["send", "http://a.test/", "--header", "X-Client"], "--header needs the form \"Name: value\""),
        (["send", "a.test", "b.test"], "send takes one URL; argument 2 is a second one"),
        (["send", "http://a.test/", "--form", "=1"], "--form needs the form \"name=value\""),
        (["send", "http://a.test/", "--part", "file"], "--part needs the form \"name=value\""),
        (["send", "http://a.test/", "--query", "q"], "--query needs the form \"name=value\""),
        (["send", "http://a.test/", "--user", "ape"], "--user needs the form \"name:password\""),
        (
            ["send", "http://a.test/", "--json", "1", "--form", "a=b"],
            "A request has one body: --data, --json, --form, or --part"
        ),
        (["send", "a.test", "--user", "a:b", "--bearer", "c"], "--user and --bearer cannot be combined or repeated"),
        (["send", "a.test", "--quiet", "--verbose"], "--quiet and --verbose contradict each other"),
        (["send", "a.test", "--reveal"], "--reveal needs --curl"),
        (["send", "a.test", "--proxy", ""], "--proxy needs a value that is not empty"),
        (["send", "http://a.test/", "-o"], "-o needs a value"),
        (["send", "http://a.test/", "-x"], "Unknown option -x; did you mean -X?"),
        (["send", "http://a.test/", "--cacrt", "x"], "Unknown option --cacrt; did you mean --cacert?"),
        (["send", "http://a.test/", "-verbose"], "Unknown option -verbose; did you mean --verbose?"),
        (["send", "a.test", "\u{1B}[2J", "-\u{1B}[2J"], "send takes one URL; argument 2 is a second one"),
        (["send", "a.test", "-\u{1B}[2J"], "Unknown option -\\u{1B}[2J"),
        (["send", "a.test", "-K"], "Unknown option -K; did you mean -k?"),
        (["send", "a.test", "-d", "1", "--json", "1"], "A request has one body: --data, --json, --form, or --part"),
        (["send", "a.test", "-d", "-", "-d", "@-"], "Standard input is read once: one --data - is enough"),
        (["send", "a.test", "-I", "-d", "1"], "-I sends HEAD, which has no other method and no body"),
        (["send", "a.test", "-I", "-X", "GET"], "-I sends HEAD, which has no other method and no body"),
        (["send", "a.test", "-i", "-o", "f"], "-o saves the body alone, without the head of -i or -I"),
        (["send", "a.test", "--force"], "--force needs -o <file>"),

    ])
    func anInvalidCommandLinePrintsOneLineAndPointsToTheHelp(
        _ arguments: [String],
        _ complaint: String
    ) async throws {
        let transcript = try await Transcript.of(arguments)
        #expect(transcript.exitCode == 2)
        #expect(transcript.output.isEmpty)
        #expect(transcript.errors == complaint + "\nHelp: swift run Playground send --help\n")
    }

    @Test(arguments: [
        (["events"], "events needs a URL"),
        (["events", "a.test", "-o", "f"], "-o is an option of send, not of events"),
        (["ws", "a.test", "b.test"], "ws takes one URL; argument 2 is a second one"),
        (["ws", "a.test", "--json", "1"], "--json is an option of send and events, not of ws"),
    ])
    func aCommandLineIsCheckedForItsCommand(_ arguments: [String], _ complaint: String) async throws {
        let transcript = try await Transcript.of(arguments)
        #expect(transcript.exitCode == 2)
        #expect(transcript.output.isEmpty)
        #expect(transcript.errors == complaint + "\nHelp: swift run Playground \(arguments[0]) --help\n")
    }

    @Test(arguments: [
        ["--help"], ["help"], ["-h"], ["send", "--help"], ["send", "http://a.test/", "-h"], ["events", "-h"],
        ["ws", "--help"],
    ])
    func helpIsNotAnError(_ arguments: [String]) async throws {
        let transcript = try await Transcript.of(arguments)
        #expect(transcript.exitCode == 0)
        #expect(transcript.errors.isEmpty)
        #expect(transcript.output.hasPrefix("usage: Playground"))
        #expect(transcript.output.split(separator: "\n").filter { $0.count > 120 } == [])
    }

    @Test(arguments: [["--version"], ["send", "--version"]])
    func theVersionIsOneLine(_ arguments: [String]) async throws {
        let transcript = try await Transcript.of(arguments)
        #expect(transcript.exitCode == 0)
        #expect(transcript.output.hasPrefix("Playground of ReactiveNetworking, "))
        #expect(transcript.output.split(separator: "\n").count == 1)
    }

    @Test func methodHeadersAndBodyArriveAsGiven() async throws {
        server.on("/echo", .text("ok"))
        let transcript = try await Transcript.of(
            ["send", server.url("/echo"), "--method", "PUT", "--header", "X-Client: ape", "--header", "X-Kind:a:b"]
                + ["--json", #"{"name": "Kong"}"#]
        )
        #expect(transcript.exitCode == 0)
        let request = try #require(server.requests.first)
        #expect(request.method == "PUT")
        #expect(request.header("X-Client") == "ape")
        #expect(request.header("X-Kind") == "a:b")
        #expect(request.header("Content-Type") == "application/json; charset=utf-8")
        #expect(request.text == #"{"name": "Kong"}"#)
    }

    @Test func dataArrivesByteForByte() async throws {
        server.on("/echo", .text("ok"))
        let bytes = Data([0, 0xFF, 0x0D, 0x0A, 0x26])
        let posted = try await Transcript.of(["send", server.url("/echo"), "-d", "-"], input: bytes)
        #expect(posted.exitCode == 0)
        let put = try await Transcript.of(
            ["send", server.url("/echo"), "-X", "PUT", "-H", "Content-Type: text/plain", "--data", "a b"]
        )
        #expect(put.exitCode == 0)
        #expect(server.requests.map(\.method) == ["POST", "PUT"])
        #expect(
            server.requests.map { $0.header("Content-Type") } == ["application/x-www-form-urlencoded", "text/plain"]
        )
        #expect(server.requests.map { Data($0.body) } == [bytes, Data("a b".utf8)])
    }

    @Test func theHeadPrecedesTheBodyOnStandardOutput() async throws {
        server.on("/greet", .text("hello ape").header("X-Kind", "greeting"))
        let transcript = try await Transcript.of("send", server.url("/greet"), "-i", "--quiet")
        #expect(transcript.exitCode == 0)
        #expect(transcript.output.hasPrefix("200 OK\n"))
        #expect(transcript.output.contains("\nX-Kind: greeting\n"))
        #expect(transcript.output.hasSuffix("\n\nhello ape"))
        #expect(transcript.errors.isEmpty)
        let missing = try await Transcript.of("send", server.url("/nothing"), "-i", "--quiet")
        #expect(missing.exitCode == 1)
        #expect(missing.output.hasPrefix("404 Not Found\n"))
    }

    @Test func theHeadAloneIsOnStandardOutput() async throws {
        server.on("HEAD", "/greet", .text("hello ape").header("X-Kind", "greeting"))
        let transcript = try await Transcript.of("send", server.url("/greet"), "-I", "--quiet")
        #expect(transcript.exitCode == 0)
        #expect(transcript.output.contains("\nX-Kind: greeting\n"))
        #expect(!transcript.output.contains("hello"))
        #expect(server.requests.map(\.method) == ["HEAD"])
    }

    @Test func aRequestWithJSONButNoMethodIsPosted() async throws {
        server.on("POST", "/echo", .text("ok"))
        let transcript = try await Transcript.of("send", server.url("/echo"), "--json", "[1]")
        #expect(transcript.exitCode == 0)
        #expect(server.requests.first?.method == "POST")
    }

    @Test func formFieldsArePostedURLEncoded() async throws {
        server.on("POST", "/echo", .text("ok"))
        let transcript = try await Transcript.of(
            ["send", server.url("/echo"), "--form", "title=a=b c", "--form", "tags=x", "--form", "tags=y"]
        )
        #expect(transcript.exitCode == 0)
        let request = try #require(server.requests.first)
        #expect(request.header("Content-Type") == "application/x-www-form-urlencoded")
        #expect(request.text == "tags=x&tags=y&title=a%3Db%20c")
    }

    @Test func theCurlOptionPrintsTheCommandAndSendsNothing() async throws {
        let arguments = ["send", server.url("/todos"), "--bearer", "s3cret", "--json", "[1]", "--curl"]
        let transcript = try await Transcript.of(arguments)
        #expect(transcript.exitCode == 0)
        #expect(transcript.output.hasPrefix("curl \(server.url("/todos")) "))
        #expect(transcript.output.contains("-X POST"))
        #expect(transcript.output.contains("-H 'Authorization: <redacted>'"))
        #expect(transcript.output.contains("-d '[1]'"))
        let revealed = try await Transcript.of(arguments + ["--reveal"])
        #expect(revealed.output.contains("-H 'Authorization: Bearer s3cret'"))
        #expect(server.requestCount == 0)
        let refused = try await Transcript.of("send", "no URL", "--curl")
        #expect(refused.exitCode == 1)
        #expect(refused.errors.contains("no URL"))
    }

    @Test func retriesLimitsTheAttempts() async throws {  // N6
        server.on("/down", .status(503))
        let none = try await Transcript.of("send", server.url("/down"), "--retries", "0")
        #expect(none.exitCode == 1)
        #expect(server.requestCount == 1)
        let one = try await Transcript.of("send", server.url("/down"), "--retries", "1")
        #expect(one.exitCode == 1)
        #expect(server.requestCount == 3)
        #expect(one.errors.contains("next attempt in 1 s\n"))
        #expect(one.errors.contains(#/attempts +─*503 +─*503\n/#))
    }

    @Test func abortAfterSetsTheDeadline() async throws {  // N11
        server.on("/silent", .silent)
        let transcript = try await Transcript.of("send", server.url("/silent"), "--abort-after", "0.25")
        #expect(transcript.exitCode == 1)
        #expect(transcript.errors.hasPrefix("No result within 0.25 seconds"))
        #expect(transcript.errors.split(separator: "\n").count == 1)
    }
}
