import Foundation
import ReactiveDiagnostics
import ReactiveNetworking
import ReactiveOAuth
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// Tests that nothing that is shown contains a secret.
@Suite struct OAuthSecretTests {
    private static let body =
        #"{"access_token":"canary-access","token_type":"Bearer","refresh_token":"canary-refresh"}"#

    @Test func logsCommandsAndArchivesShowNoSecret() throws {  // N18
        let client = OAuth.Client.confidential(id: "todos", secret: "canary-secret")
        let world = try OAuthWorld(client: client, .json(Self.body))
        let recorder = SessionRecorder(world.network, keepingBodiesUpTo: 10_000)
        let lines = Locked<[String]>([])
        let sink = Log.Sink { line in lines.withLock { $0.append(line) } }
        world.network.log(to: sink, level: .verbose, showing: [.bodies, .curl])
        let response = try #require(try world.exchange().values.first)
        let refreshed = world.oauth.refresh(response.token, over: world.network).record(on: world.clock)
        world.clock.run()
        #expect(refreshed.values.count == 1)

        var shown = lines.value + world.stub.requests.map { $0.curlCommand() }
        shown.append(String(decoding: try recorder.record.har(), as: UTF8.self))
        shown += world.stub.requests.map { "\($0)" }
        #expect(shown.contains { $0.contains("grant_type") })
        #expect(shown.contains { $0.contains("token_type") })
        for text in shown {
            #expect(!text.contains("canary"))
            #expect(!text.contains(OAuthWorld.verifier))
            #expect(!text.contains(Data("todos:canary-secret".utf8).base64EncodedString()))
        }
    }

    @Test func descriptionsAndMirrorsShowNoSecret() throws {  // N18
        let client = OAuth.Client.confidential(id: "todos", secret: "canary-secret")
        let world = try OAuthWorld(client: client, .json(Self.body))
        let login = try world.login(state: "canary-state")
        let code = try login.code(from: world.redirect("code=canary-code&state=canary-state"))
        let response = try #require(try world.exchange().values.first)
        let refused = OAuth.ErrorResponse(code: .init(rawValue: "canary token"), explanation: "canary", uri: "canary")
        let values: [Any] = [
            world.oauth, client, login, login.verifier, code, response, response.token, refused,
            OAuth.RedirectError.refused(refused), OAuth.Failure.refused(refused, status: .badRequest),
            TokenRefreshError.loggedOut(refused),
            OAuth.Failure.failed(.unexpectedResponseCode(httpCode: .badRequest, data: Data(#"{"error":7}"#.utf8))),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains("canary"))
                #expect(!text.contains(OAuthWorld.verifier))
            }
        }
    }

    @Test(arguments: [
        ("code=hush&x=1", "code=<redacted>&x=1"), ("code_verifier=hush", "code_verifier=<redacted>"),
        ("client_secret=hush", "client_secret=<redacted>"), ("client_assertion=hush", "client_assertion=<redacted>"),
        ("refresh_token=hush", "refresh_token=<redacted>"), ("access_token=hush", "access_token=<redacted>"),
        ("code_challenge=shown&state=shown", "code_challenge=shown&state=shown"),
    ])
    func secretFieldsAreHiddenInFormsAndQueries(form: String, shown: String) {  // N18
        let type = "application/x-www-form-urlencoded"
        #expect(Redaction.standard.body(Data(form.utf8), contentType: type, isWhole: true) == shown)
        #expect(Redaction.standard.url("com.example.todos:/login?\(form)") == "com.example.todos:/login?\(shown)")
    }

    @Test(arguments: [
        (
            #"{"code":"hush","code_verifier":"hush","grant_type":"authorization_code"}"#,
            #"{"code":"<redacted>","code_verifier":"<redacted>","grant_type":"authorization_code"}"#
        ),
        (
            #"{"access_token":"hush","refreshToken":"hush","clientSecret":"hush","codeVerifier":"hush"}"#,
            #"{"access_token":"<redacted>","refreshToken":"<redacted>","clientSecret":"<redacted>","#
                + #""codeVerifier":"<redacted>"}"#
        ),
        (#"{"error":{"code":"not_found"}}"#, #"{"error":{"code":"not_found"}}"#),
    ])
    func secretMembersAreHiddenInJSON(json: String, shown: String) {  // N18
        #expect(Redaction.standard.body(Data(json.utf8), contentType: "application/json", isWhole: true) == shown)
    }
}
