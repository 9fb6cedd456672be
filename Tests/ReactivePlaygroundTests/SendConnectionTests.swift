import Foundation
import ReactiveTesting
import Testing

/// Tests of the credentials, redirects and proxies of `Playground send`, and of what it prints about them.
struct SendConnectionTests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
    }

    @Test func credentialsAndParametersArriveAsGiven() async throws {
        server.on("/echo", .text("ok"))
        let basic = try await Transcript.of(
            "send",
            server.url("/echo?p=1"),
            "--user",
            "ape:group",
            "--query",
            "q=a b&c"
        )
        #expect(basic.exitCode == 0)
        #expect(server.requests.last?.header("Authorization") == "Basic YXBlOmdyb3Vw")
        #expect(server.requests.last?.query == "p=1&q=a%20b%26c")
        let bearer = try await Transcript.of("send", server.url("/echo"), "--bearer", "tok")
        #expect(bearer.exitCode == 0)
        #expect(server.requests.last?.header("Authorization") == "Bearer tok")
        let url = server.url("/echo").replacing("http://", with: "http://ape:group@")
        #expect(try await Transcript.of("send", url).exitCode == 0)
        #expect(server.requests.last?.header("Authorization") == "Basic YXBlOmdyb3Vw")
    }

    @Test func redirectsAreFollowedUnlessDisabled() async throws {
        server.on("/old", .redirect(to: "/new"))
        server.on("/new", .text("here"))
        #expect(try await Transcript.of("send", server.url("/old")).output == "here")
        let kept = try await Transcript.of("send", server.url("/old"), "--no-follow")
        #expect(kept.exitCode == 0)
        #expect(kept.output.isEmpty)
        #expect(kept.errors.hasPrefix("302 Found\nLocation: /new\n"))
        #expect(server.requestCount(to: "/new") == 1)
    }

    @Test func aProxyIsUsedIfOneIsNamed() async throws {
        server.on("/x", .text("by proxy"))
        let proxy = server.url("").replacing("http://", with: "http://ape:s3cret@")
        let transcript = try await Transcript.of("send", "http://origin.test/x", "--proxy", proxy, "--verbose")
        #expect(transcript.output == "by proxy")
        #expect(server.requests.first?.target == "http://origin.test/x")
        #expect(server.requests.first?.header("Proxy-Authorization") == "Basic YXBlOnMzY3JldA==")
        #expect(!transcript.errors.contains("s3cret"))
    }

    @Test func theErrorNamesAMissingFileOfCertificateAuthorities() async throws {
        let transcript = try await Transcript.of("send", server.url("/x"), "--cacert", "/no/such.pem", "--quiet")
        #expect(transcript.exitCode == 1)
        #expect(transcript.errors.hasPrefix("The file /no/such.pem cannot be read: No such file"))
        #expect(server.requestCount == 0)
    }

    @Test func timingPrintsThePhasesOfTheTransfer() async throws {
        server.on("/greet", .text("hello ape"))
        let transcript = try await Transcript.of("send", server.url("/greet"), "--timing", "--quiet", "--http1")
        #expect(transcript.output == "hello ape")
        // An address needs no lookup.
        let table = #/\n  connect +\d\.\d{3} s\n  waiting +\d\.\d{3} s\n  receiving +\d\.\d{3} s\n/#
        #expect(transcript.errors.contains(table))
        #expect(transcript.errors.hasSuffix("  9 bytes received, HTTP/1.1, from 127.0.0.1 port \(server.port)\n"))
    }

    @Test func verboseShowsEveryStepAndNoSecret() async throws {
        server.on("/private", .text("ok"))
        let transcript = try await Transcript.of(
            ["send", server.url("/private"), "--verbose", "--header", "Authorization: Bearer s3cret"]
                + ["--header", "X-A: b"]
        )
        #expect(transcript.exitCode == 0)
        #expect(server.requests.first?.header("Authorization") == "Bearer s3cret")
        #expect(transcript.errors.contains("> GET \(server.url("/private"))\n"))
        #expect(transcript.errors.contains("> Authorization: <redacted>\n"))
        #expect(transcript.errors.contains("> X-A: b\n"))
        #expect(transcript.errors.contains("attempt 1\n"))
        #expect(transcript.errors.contains("\n* the server answered, without a cache\n"))
        let connection = "127.0.0.1 port \(server.port), no TLS, new connection"
        #expect(transcript.errors.contains("\n* HTTP/1.1, \(connection)\n"))
        #expect(transcript.errors.contains("200 OK\n"))
        #expect(!(transcript.output + transcript.errors).contains("s3cret"))
    }

    @Test func secretsAreHiddenEvenIfTheServerRepeatsThem() async throws {
        server.on("/echo") { request in
            let all = request.headers.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
            return .text("no", status: 400).header("X-Echo", all).header("X-Target", request.target)
        }
        let archive = FileManager.default.temporaryDirectory.appending(path: "SendConnectionTests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: archive) }
        let transcript = try await Transcript.of(
            ["send", server.url("/echo"), "--user", "ape:s3cret-a", "--header", "X-Vault-Token: s3cret-b"]
                + ["--query", "token=s3cret-c", "--verbose", "--har", archive.path, "--timing"]
        )
        #expect(transcript.exitCode == 1)
        #expect(server.requests.first?.header("X-Vault-Token") == "s3cret-b")
        #expect(transcript.errors.contains("X-Echo: "))
        #expect(!transcript.errors.contains("s3cret") && !transcript.errors.contains("YXBlOnMzY3JldC1h"))
        let text = try String(contentsOf: archive, encoding: .utf8)
        #expect(text.contains("X-Echo") && !text.contains("s3cret") && !text.contains("YXBlOnMzY3JldC1h"))
    }
}
