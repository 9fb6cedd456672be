import Foundation
import ReactiveNetworking
import Testing

@testable import ReactivePlayground

/// Tests of the command line of `send` as a value.
struct SendOptionsTests {
    private func options(_ arguments: String...) throws -> ReactivePlayground.SendOptions {
        guard case .send(let options) = try SendTask(arguments) else { throw UsageError("nothing to send") }
        return options
    }

    private func request(_ options: ReactivePlayground.SendOptions, input: Data = Data()) throws -> Request {
        try options.draft.request { input }
    }

    @Test func aURLAloneIsAGetWithDefaultOptions() throws {
        let options = try options("https://a.test/x")
        var plain = ReactivePlayground.SendOptions()
        plain.draft.take("https://a.test/x")
        #expect(options == plain)
        #expect(try request(options).method == .get)
        #expect(try request(options).body == nil)
        #expect(options.followsRedirects && options.retries == 10 && options.abortAfter == nil)
    }

    @Test func everyOptionSetsItsField() throws {
        let options = try options(
            "http://a.test/",
            "--no-follow",
            "--http1",
            "--quiet",
            "--timing",
            "--retries",
            "2",
            "--abort-after",
            "1.5",
            "--cacert",
            "ca.pem",
            "--proxy",
            "http://p.test:3128",
            "-o",
            "file",
            "--har",
            "s.har",
            "-X",
            "PUT",
            "-H",
            "X-A: b: c"
        )
        #expect(!options.followsRedirects && options.draft.takesRedirects)
        #expect(options.route.speaksHTTP1Only && options.isQuiet && options.showsTiming && !options.isVerbose)
        #expect(options.retries == 2)
        #expect(options.abortAfter == .milliseconds(1500))
        #expect(options.route.authorities == "ca.pem")
        #expect(options.route.proxy == "http://p.test:3128")
        #expect(options.download?.lastPathComponent == "file")
        #expect(options.archive?.lastPathComponent == "s.har")
        #expect(options.draft.method == .put)
        #expect(options.draft.headers == [RequestDraft.Pair("X-A", "b: c")])
        #expect(try request(options).acceptedResponseCodes.contains(302))
    }

    @Test func anOptionAndItsValueMayBeOneWord() throws {
        #expect(try options("http://a.test/", "--method=PUT", "--query=a=b=c").draft.query == [.init("a", "b=c")])
        #expect(throws: UsageError("--quiet takes no value")) { try options("http://a.test/", "--quiet=yes") }
    }

    @Test func aDashAsTheOutputFileMeansStandardOutput() throws {
        #expect(try options("http://a.test/", "-o", "-").download == nil)
    }

    @Test(arguments: [
        ("a.test", "http://a.test"), ("localhost:8080/x", "http://localhost:8080/x"),
        ("https://a.test", "https://a.test"),
    ])
    func aURLWithoutASchemeUsesHTTP(_ text: String, _ url: String) throws {
        #expect(try request(try options(text)).url == url)
    }

    @Test(arguments: [
        ("http://a.test/", "http://a.test/?q=a%20b&q=%26%3D%3F%23%2F%2B&e=&z%5B%5D=%C3%A4"),
        ("http://a.test/?p=1", "http://a.test/?p=1&q=a%20b&q=%26%3D%3F%23%2F%2B&e=&z%5B%5D=%C3%A4"),
        ("http://a.test/?#end", "http://a.test/?q=a%20b&q=%26%3D%3F%23%2F%2B&e=&z%5B%5D=%C3%A4#end"),
    ])
    func parametersAreEscapedAndKeepTheirOrder(_ url: String, _ whole: String) throws {
        let options = try options(url, "--query", "q=a b", "--query", "q=&=?#/+", "--query", "e=", "--query", "z[]=ä")
        #expect(try request(options).url == whole)
        #expect(throws: Never.self) { try request(options).prepared() }
    }

    @Test func jsonComesFromTheCommandLineAFileOrStandardInput() throws {
        #expect(try options("http://a.test/", "--json", "[1]").draft.json == .text("[1]"))
        #expect(try options("http://a.test/", "--json", "@body.json").draft.json == .file("body.json"))
        let piped = try options("http://a.test/", "--json", "-")
        #expect(piped.draft.json == .standardInput)
        let request = try request(piped, input: Data([0x7B, 0x7D, 0xFF]))
        #expect(request.method == .post)
        #expect(try request.body?.data() == Data([0x7B, 0x7D, 0xFF]))
        #expect(request.body?.contentType == .applicationJson)
    }

    @Test(arguments: ["-", "@-"])
    func dataIsPostedAsAForm(_ dash: String) throws {
        for (argument, source) in [
            ("a=b", RequestDraft.BodySource.text("a=b")), ("@f", .file("f")), (dash, .standardInput),
        ] {
            #expect(try options("http://a.test/", "-d", argument).draft.data == [source])
        }
        let request = try request(options("http://a.test/", "--data", dash), input: Data("a\r\n=\u{0}b\n".utf8))
        #expect(request.method == .post)
        #expect(try request.body?.data() == Data("a\r\n=\u{0}b\n".utf8))
        #expect(request.body?.contentType?.rawValue == "application/x-www-form-urlencoded")
    }

    @Test func piecesOfDataAreJoinedAsByCurl() throws {
        let options = try options("http://a.test/", "-d", "a=1", "-d", "-", "--data=c=3", "-X", "PUT")
        let request = try request(options, input: Data("b=2".utf8))
        #expect(request.method == .put)
        #expect(try request.body?.data() == Data("a=1&b=2&c=3".utf8))
    }

    @Test func anEmptyTextIsABody() throws {
        let request = try request(options("http://a.test/", "-d", ""))
        #expect(request.method == .post)
        #expect(try request.body?.data() == Data())
    }

    @Test func aShortOptionMayContainItsValue() throws {
        let options = try options("http://a.test/", "-XPUT", "-d@note.txt", "-HX-A: b")
        #expect(options.draft.method == .put)
        #expect(options.draft.data == [.file("note.txt")])
        #expect(options.draft.headers == [.init("X-A", "b")])
    }

    @Test func theHeadAloneIsRequestedWithHEAD() throws {
        #expect(try request(options("http://a.test/", "-I")).method == .head)
        #expect(try request(options("http://a.test/", "-I", "-X", "HEAD")).method == .head)
    }

    @Test(arguments: ExplorerCommand.allCases)
    func everyOptionOfACommandIsInItsHelp(_ command: ExplorerCommand) {
        let help = Help.text(of: command)
        for option in CommandOption.all {
            // The letter of a short option also occurs in other words.
            for name in option.names where name.hasPrefix("--") {
                #expect(help.contains(name) == option.commands.contains(command), "\(name)")
            }
        }
        #expect(help.contains("examples:\n  Playground \(command.rawValue) "))
        #expect(help.contains("exit codes: 0 "))
    }

    @Test(arguments: ExplorerCommand.allCases)
    func everyExampleInTheHelpIsACommandLine(_ command: ExplorerCommand) throws {
        #expect(!command.examples.isEmpty)
        for example in command.examples {
            // The examples quote with apostrophes only.
            let words = example.split(separator: "'", omittingEmptySubsequences: false).enumerated().flatMap {
                index,
                part in
                index.isMultiple(of: 2) ? part.split(separator: " ").map(String.init) : [String(part)]
            }
            guard case .send = try SendTask(words, of: command) else {
                Issue.record("\(example)")
                continue
            }
        }
    }

    @Test(arguments: CommandOption.all.flatMap(\.names))
    func anyValueIsAcceptedOrRefusedWithAUsageError(_ name: String) {
        let values = [
            "", " ", "-", "--", "@", "@-", "=", ":", "\u{0}", "-1", "1e400", "nan", "99999999999999999999", "🦍=\n:",
        ]
        for value in values {
            for arguments in [[name, value], [name + value], [name + "=" + value], [value, name]] {
                do {
                    _ = try SendTask(["a.test"] + arguments)
                } catch {
                    #expect(error is UsageError, "\(arguments)")
                }
            }
        }
    }

    @Test func namesOfOptionsAreUnique() {
        let names = CommandOption.all.flatMap(\.names)
        #expect(Set(names).count == names.count)
    }

    @Test func credentialsBecomeTheAuthorizationOfTheRequest() throws {
        func value(_ arguments: String...) throws -> String? {
            guard case .send(let options) = try SendTask(["http://a.test/"] + arguments) else { return nil }
            return try request(options).authorization?.headerValue(for: request(options).prepared())
        }
        #expect(try value("--user", "ape:gr:oup") == "Basic YXBlOmdyOm91cA==")
        #expect(try value("--bearer", "tok") == "Bearer tok")
        #expect(try value() == nil)
    }

    @Test func credentialsInTheURLAreUsedAndHidden() throws {
        let options = try options("http://ape:gr%40up@a.test/x")
        #expect(try request(options).url == "http://a.test/x")
        #expect(options.draft.credentialsOfURL == .basic(user: "ape", password: "gr@up"))
        #expect(options.secrets.texts.contains("gr@up"))
        #expect(try self.options("http://a.test/@b").draft.credentialsOfURL == nil)
    }

    @Test func helpAndVersionNeedNoURL() throws {
        #expect(try SendTask(["--help"]) == .showHelp)
        #expect(try SendTask(["http://a.test/", "-h"]) == .showHelp)
        #expect(try SendTask(["--version"]) == .showVersion)
        #expect(throws: UsageError("--header needs the form \"Name: value\"")) { try SendTask(["--header", "--help"]) }
    }

    @Test(arguments: [
        ["--bearer=s3cret", "--bearer", "s3cret", "http://a.test/"], ["http://a.test/", "--user", "s3cret"],
        ["http://a.test/", "--header", "Bearer s3cret"], ["http://a.test/", "--form", "s3cret"],
        ["http://a.test/", "https://b.test/?token=s3cret"], ["http://a.test/", "--tokem=s3cret"],
        ["http://a.test/", "--query", "s3cret"], ["http://a.test/", "--quiet=s3cret"],
    ])
    func errorsDoNotRepeatValuesOfTheCommandLine(_ arguments: [String]) {
        #expect { try SendTask(arguments) } throws: { !"\($0)".contains("s3cret") }
    }

    @Test func everySecretOfTheCommandLineIsRegisteredForRedaction() throws {
        let texts = try options(
            "http://a.test/",
            "--user",
            "ape:pass-word",
            "--header",
            "Authorization: Bearer head-token",
            "--header",
            "X-Vault-Token: vault",
            "--header",
            "Accept: plain",
            "--query",
            "api_key=query-key",
            "--data",
            "user=ape&password=form%2Dpass",
            "--proxy",
            "http://u:proxy%2Dpass@p.test:1"
        ).secrets.texts
        let known = [
            "pass-word", "YXBlOnBhc3Mtd29yZA==", "head-token", "vault", "query-key", "form%2Dpass", "form-pass",
            "proxy%2Dpass",
            "proxy-pass",
        ]
        #expect(Set(known).isSubset(of: texts))
        #expect(!texts.contains("plain"))
    }
}
