import Foundation
import ReactiveDiagnostics
import ReactiveNetworking
import ReactiveTesting
import Testing

@Suite struct ArchiveBodyTests {
    private func entry(
        _ request: Request,
        _ reply: StubTransport.Reply = .status(.ok),
        keeping byteCount: Int = 10_000,
        _ redaction: Redaction? = .standard
    ) throws -> [String: Any] {
        let world = VirtualNetwork(reply)
        let recorder = SessionRecorder(world.network, keepingBodiesUpTo: byteCount)
        world.network.send(request).start()
        world.clock.run()
        let data = try recorder.record.har(redactedBy: redaction)
        let archive = try JSONSerialization.jsonObject(with: data) as? [String: [String: Any]]
        return try #require((archive?["log"]?["entries"] as? [[String: Any]])?.first)
    }

    private func postData(_ request: Request, _ redaction: Redaction? = .standard) throws -> [String: Any] {
        let message = try entry(request, redaction)["request"] as? [String: Any]
        return try #require(message?["postData"] as? [String: Any])
    }

    private func entry(_ request: Request, _ redaction: Redaction?) throws -> [String: Any] {
        try entry(request, .status(.ok), redaction)
    }

    private func entry(
        _ request: Request,
        _ reply: StubTransport.Reply,
        _ redaction: Redaction?
    ) throws -> [String: Any] {
        try entry(request, reply, keeping: 10_000, redaction)
    }

    private func text(_ reply: StubTransport.Reply, _ redaction: Redaction? = .standard) throws -> String? {
        let response = try entry(.get(), reply, redaction)["response"] as? [String: Any]
        return (response?["content"] as? [String: Any])?["text"] as? String
    }

    @Test func cookiesAreListedSeparately() throws {  // F-51
        let request = RequestBuilder(.get, "http://api.test/").header("Cookie", "a=1; b=\"2\"").build()
        let reply = StubTransport.Reply.status(
            .ok,
            headers: [
                "Set-Cookie": "id=x=y; Path=/a; Domain=api.test; Secure; HttpOnly; Max-Age=9",
                "Set-Cookie": "other=; Expires=Wed, 21 Oct 2026 07:28:00 GMT",
            ]
        )
        let whole = try entry(request, reply, nil)
        let sent = (whole["request"] as? [String: Any])?["cookies"] as? [[String: String]]
        #expect(sent == [["name": "a", "value": "1"], ["name": "b", "value": "\"2\""]])
        let set = try #require((whole["response"] as? [String: Any])?["cookies"] as? [[String: Any]])
        #expect(set.count == 2)
        #expect(
            set.first as NSDictionary? == [
                "name": "id", "value": "x=y", "path": "/a", "domain": "api.test", "secure": true, "httpOnly": true,
            ] as NSDictionary
        )
        #expect(set.last?["expires"] as? String == "2026-10-21T07:28:00Z")
        let hidden = try entry(request, reply, .standard)
        for message in ["request", "response"] {
            let cookies = (hidden[message] as? [String: Any])?["cookies"] as? [[String: Any]]
            #expect(cookies?.count == 2)
            #expect(cookies?.allSatisfy { $0["value"] as? String == Redaction.placeholder } == true)
        }
    }

    @Test func aCookieWithoutANameIsHiddenCompletely() throws {  // N18
        let request = RequestBuilder(.get, "http://api.test/").header("Cookie", "hush").build()
        let whole = try entry(request, .status(.ok, headers: ["Set-Cookie": "hush; Path=/"]), .standard)
        #expect(!"\(whole)".contains("hush"))
    }

    @Test func theFieldsOfAFormAreParams() throws {  // F-51
        let form = RequestBuilder(.post, "http://api.test/").form(["user": "a pe", "password": "hush"]).build()
        let hidden = try postData(form)["params"] as? [[String: String]]
        #expect(hidden == [["name": "password", "value": "<redacted>"], ["name": "user", "value": "a pe"]])
        let shown = try postData(form, nil)["params"] as? [[String: String]]
        #expect(shown == [["name": "password", "value": "hush"], ["name": "user", "value": "a pe"]])
    }

    private static let multipart: Multipart = [
        .value("caption", "hi"), .value("user[key]", "hush"),
        .data("image", Data([0xFF, 0]), fileName: "a.png", contentType: .imagePng),
        .json("meta", ["token": "hush", "id": "1"]),
    ]

    @Test func thePartsOfABodyInMemoryAreParams() throws {  // F-51, N18
        let request = RequestBuilder(.post, "http://api.test/").multipart(Self.multipart).build()
        let hidden = try #require(try postData(request)["params"] as? [[String: String]])
        #expect(hidden.map { $0["name"] } == ["caption", "user[key]", "image", "meta"])
        #expect(hidden.map { $0["value"] }.prefix(3) == ["hi", "<redacted>", nil])
        #expect(hidden[2]["fileName"] == "a.png")
        #expect(hidden[2]["contentType"] == "image/png")
        #expect(hidden[3]["value"]?.contains("<redacted>") == true)
        #expect(try !"\(postData(request))".contains("hush"))
        let shown = try #require(try postData(request, nil)["params"] as? [[String: String]])
        #expect(shown[1]["value"] == "hush")
    }

    @Test func thePartsOfABodyThatIsStreamedAreParamsWithoutTheirContents() throws {  // F-51
        let directory = FileManager.default.temporaryDirectory.appending(path: "archive-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appending(path: "notes.txt")
        try Data("hush".utf8).write(to: file)
        let request = RequestBuilder(.post, "http://api.test/")
            .multipart([.value("caption", "hi"), .value("token", "hush"), .file("notes", file)]).build()
        let params = try #require(try postData(request)["params"] as? [[String: String]])
        #expect(
            params == [
                ["name": "caption", "value": "hi"], ["name": "token", "value": "<redacted>"],
                ["name": "notes", "fileName": "notes.txt", "contentType": "text/plain"],
            ]
        )
    }

    static let bodies: [(String, String)] = [
        (#"{"password":"hush","user":"ape"}"#, #"{"password":"<redacted>","user":"ape"}"#),
        (
            #"{"a": [{"Access-Token" : ["hush", {"b": "hush"}]}, 1.50]}"#,
            #"{"a": [{"Access-Token" : "<redacted>"}, 1.50]}"#
        ),
        (
            #"{"userPassword": 12, "t": {"refresh_token": {"x": "hu}sh"}}}"#,
            #"{"userPassword": "<redacted>", "t": {"refresh_token": "<redacted>"}}"#
        ),
        (#"{"pass\u0077ord": "hush\"", "n": null}"#, #"{"pass\u0077ord": "<redacted>", "n": null}"#),
        (#"{"next": "https:\/\/a.test\/?page=2&token=hush"}"#, #"{"next": "https://a.test/?page=2&token=<redacted>"}"#),
        // After the first invalid character the rest of the text is hidden.
        (#"{"user": "ape", password: "hush"}"#, #"{"user": "ape", <redacted>"#),
        (#"{"password" "hush"}"#, #"{"password" <redacted>"#),
        ("password=hush", "<redacted>"),
        (#"{"user": "ape"} hush"#, #"{"user": "ape"} <redacted>"#),
        (#"["a", 'hush']"#, #"["a", <redacted>"#),
        ("[1, \"a\nhush\"]", "[1, <redacted>"),
    ]

    @Test(arguments: bodies)
    func secretMembersOfJSONAreHidden(body: String, shown: String) throws {  // N18
        #expect(try text(.json(body)) == shown)
        #expect(try text(.json(body), nil) == body)
        let request = RequestBuilder(.post, "http://api.test/")
            .body(.data(Data(body.utf8), contentType: .applicationJson)).build()
        #expect(try postData(request)["text"] as? String == shown)
    }

    @Test func membersWithCustomSecretNamesAreHidden() throws {  // N18
        var redaction = Redaction.standard
        redaction.queryNames.insert("pin")
        #expect(try text(.json(#"{"PIN": 1234}"#), redaction) == #"{"PIN": "<redacted>"}"#)
    }

    @Test func secretsInJSONOfOtherEncodingsAreHidden() throws {  // N18
        for encoding in [String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32BigEndian] {
            let body = try #require(#"{"password":"hüsh"}"#.data(using: encoding))
            let reply = StubTransport.Reply.status(.ok, headers: ["Content-Type": "application/json"], body: body)
            #expect(try text(reply) == #"{"password":"<redacted>"}"#)
        }
        let broken = Data([0x22, 0xFF, 0xFE, 0x22])
        let reply = StubTransport.Reply.status(.ok, headers: ["Content-Type": "application/json"], body: broken)
        #expect(try text(reply) == "<redacted>")
    }

    @Test func aTruncatedBodyHidesPartialSecrets() throws {  // N18
        let body = #"{"user":"ape","password":"hushhush"}"#
        for count in 0...body.utf8.count {
            let whole = try entry(.get(), .json(body), keeping: count, .standard)
            #expect(!"\(whole)".contains("hu"), "\(count)")
        }
    }

    @Test func secretsInJSONOfAnotherContentTypeAreHidden() throws {  // N18
        #expect(try text(.text(#"{"token":"hush"}"#)) == #"{"token":"<redacted>"}"#)
        #expect(try text(.text("{token: hush}")) == "{<redacted>")
        #expect(try text(.text("plain")) == "plain")
        let form = StubTransport.Reply.text(
            "access_token=hush&scope=a",
            headers: ["Content-Type": "application/x-www-form-urlencoded"]
        )
        #expect(try text(form) == "access_token=<redacted>&scope=a")
    }
}
