import Foundation
import ReactiveChildProcesses
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct CurlCommandTests {
    @Test func secretsInsideStringsAreHidden() throws {  // N18
        let marked = RequestBuilder(.post, "http://api.test/")
            .data(Data("\u{FEFF}{\"password\":\"hush\"}".utf8), contentType: .textPlain)
        let nested = RequestBuilder(.post, "http://api.test/").json(["payload": #"{"password":"hush"}"#])
        let link = RequestBuilder(.post, "http://api.test/").json(["next": "/cb?access_token=hush"])
        for builder in [marked, nested, link] {
            #expect(try !builder.build().curlCommand().contains("hush"))
        }
    }

    @Test func aPostIsFormattedWithOneArgumentPerLine() throws {  // C-59
        let request = RequestBuilder(.post, "https://myweb.com/api/todos")
            .header("x-auth", "abcdef1234")
            .body(.data(Data("title=Go%20shopping.".utf8), contentType: .formURLEncoded))
            .build()
        let lines = [
            "curl https://myweb.com/api/todos", "-X POST", "-H 'x-auth: abcdef1234'", "-d 'title=Go%20shopping.'",
        ]
        #expect(try request.curlCommand() == lines.joined(separator: " \\\n\t"))
    }

    @Test(arguments: [(HTTP.Method.get, "curl http://u.test/"), (.head, "curl http://u.test/ --head")])
    func commandsHaveOnlyTheNecessaryArguments(method: HTTP.Method, command: String) throws {  // C-59
        #expect(try RequestBuilder(method, "http://u.test/").build().curlCommand() == command)
    }

    @Test func secretsAreHiddenUnlessAskedFor() throws {  // N18
        let request = RequestBuilder(.get, "http://u.test/?token=hush&page=2")
            .authorization(.bearer("hush")).header("Cookie", "hush").build()
        let shown = try request.curlCommand()
        #expect(!shown.contains("hush"))
        #expect(shown.contains("page=2"))
        #expect(try request.curlCommand(redactedBy: nil).contains("-H 'Authorization: Bearer hush'"))
    }

    @Test func markedSecretFieldsAreHidden() throws {  // N18
        var request = RequestBuilder(.get, "http://u.test/").header("X-Mine", "hush").build()
        request.headers.markSecret("x-mine")
        #expect(try request.curlCommand().contains("-H 'X-Mine: <redacted>'"))
        #expect(try request.curlCommand(redactedBy: nil).contains("-H 'X-Mine: hush'"))
    }

    @Test func secretsInAFormAreHiddenUnlessAskedFor() throws {  // N18
        let form = RequestBuilder(.post, "http://u.test/").form(["password": "hu?s;h", "user": "ape"]).build()
        #expect(try form.curlCommand().hasSuffix("-d 'password=<redacted>&user=ape'"))
        #expect(try form.curlCommand(redactedBy: nil).hasSuffix("-d 'password=hu?s%3Bh&user=ape'"))
    }

    @Test func secretsInJSONAndInPartsAreHiddenUnlessAskedFor() throws {  // N18
        let json = RequestBuilder(.post, "http://u.test/").json(["password": "hush"]).build()
        #expect(try json.curlCommand().hasSuffix(#"-d '{"password":"<redacted>"}'"#))
        #expect(try json.curlCommand(redactedBy: nil).hasSuffix(#"-d '{"password":"hush"}'"#))
        let bytes = try #require(#"{"password":"hüsh"}"#.data(using: .utf16LittleEndian))
        let wide = RequestBuilder(.post, "http://u.test/").body(.data(bytes, contentType: .applicationJson)).build()
        #expect(try wide.curlCommand().hasSuffix(#"-d '{"password":"<redacted>"}'"#))
        let parts = RequestBuilder(.post, "http://u.test/")
            .multipart([.value("user", "ape"), .value("password", "hush"), .json("m", ["token": "hush"])]).build()
        #expect(try !parts.curlCommand().contains("hush"))
        #expect(try parts.curlCommand().contains("ape"))
        #expect(try parts.curlCommand(redactedBy: nil).contains("hush"))
    }

    @Test func streamsAreOmittedAndFilesAreNamed() throws {
        let stream = RequestBuilder(.put, "http://u.test/").body(.stream { AsyncStream { $0.finish() } }).build()
        #expect(try stream.curlCommand().hasPrefix("# the body is a stream, which is not shown\ncurl http://u.test/"))
        let file = FileManager.default.temporaryDirectory.appending(path: "a b \(UUID()).bin")
        try Data("x".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let command = try RequestBuilder(.put, "http://u.test/").file(file).build().curlCommand()
        #expect(command.hasSuffix("--data-binary '@\(file.path)'"))
    }

    /// Sends a request by a shell and by a network, and compares what arrives.
    @Test(.enabled(if: Shell.hasCurl), arguments: Sample.all)
    func theCommandSendsTheSameRequest(sample: Sample) async throws {  // F-51
        let server = try LoopbackServer()
        server.on("*", .status(200))
        let request = sample.request(server.url(""))
        _ = try await Network(configuration: .patient, scheduler: ImmediateScheduler()).send(request).value()
        let ours = try #require(server.requests.last)
        #expect(try await Shell.run(request.curlCommand(redactedBy: nil)) == 0)
        let theirs = try #require(server.requests.last)
        #expect(server.requests.count == 2)
        #expect(theirs.method == ours.method)
        #expect(theirs.target == ours.target)
        #expect(theirs.body == ours.body)
        let names = Set(request.headers.map { $0.name.lowercased() } + ["content-type"])
        func fields(_ received: LoopbackServer.ReceivedRequest) -> [String] {
            received.headers.filter { names.contains($0.name.lowercased()) }.map {
                "\($0.name.lowercased()): \($0.value)"
            }
        }
        #expect(fields(theirs).sorted() == fields(ours).sorted())
    }
}

/// A request with characters that a shell could misinterpret.
struct Sample: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: @Sendable (String) -> Request

    private init(_ name: String, _ request: @escaping @Sendable (String) -> Request) {
        testDescription = name
        self.request = request
    }

    static let all = [
        Sample("query") { RequestBuilder(.get, $0 + "/a?b=c&d=$HOME&e='f'&g=*&h=[1]").build() },
        Sample("dot segments") { RequestBuilder(.get, $0 + "/a/../b/./c").build() },
        Sample("quotes in fields") {
            RequestBuilder(.get, $0 + "/").header("X-Quotes", #"it's "so" $HOME `id` \n !"#).header("X-Empty", "")
                .build()
        },
        Sample("text") { RequestBuilder(.post, $0 + "/").text("it's\n$HOME `id` \"ü\" 😃 \\ %41 &\r\n").build() },
        Sample("long text") {
            RequestBuilder(.post, $0 + "/").text(String(repeating: "it's 'ü' ", count: 40_000)).build()
        },
        Sample("long bytes") { RequestBuilder(.post, $0 + "/").data(Data(repeating: 0xFF, count: 400_000)).build() },
        Sample("mark of order") { RequestBuilder(.post, $0 + "/").text("\u{FEFF}a\r\rb\n").build() },
        Sample("fields beyond ASCII") { RequestBuilder(.get, $0 + "/").header("X-Name", "Bj\u{F6}rk  \\ %41").build() },
        Sample("at sign") { RequestBuilder(.put, $0 + "/").text("@/etc/hostname").build() },
        Sample("bytes") { RequestBuilder(.patch, $0 + "/").data(Data((0...255).map { UInt8($0) })).build() },
        Sample("no type") { RequestBuilder(.post, $0 + "/").body(.data(Data("x".utf8), contentType: nil)).build() },
        Sample("no body") { RequestBuilder(.post, $0 + "/").build() },
        Sample("json") { RequestBuilder(.post, $0 + "/").json(["it's": 1]).build() },
        Sample("delete") { RequestBuilder(.delete, $0 + "/1").build() },
        Sample("method") { RequestBuilder("PROPFIND", $0 + "/").build() },
    ]
}

enum Shell {
    static let hasCurl = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

    static func run(_ text: String) async throws -> Int32 {
        // Some commands are too long for a command-line argument.
        let script = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sh")
        try Data(text.utf8).write(to: script)
        defer { try? FileManager.default.removeItem(at: script) }
        let shell = ChildProcess(path: "/bin/sh", [script.path])
        try shell.start(output: ChildProcess.nowhere, errors: ChildProcess.nowhere)
        return await shell.exitCode
    }
}
