import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct LogDetailsTests {
    /// Returns the additional lines of the details, without the number of the operation.
    private func lines(
        _ details: Log.Details,
        _ request: Request = .get("http://api.test/"),
        level: Log.Level = .error,
        _ script: StubTransport.Reply...
    ) -> [String] {
        let clock = TestScheduler()
        let world = VirtualNetwork(StubTransport(script: script, clock: clock), on: clock, retryPolicy: .never)
        let lines = Locked<[String]>([])
        world.network.log(to: Log.Sink { line in lines.withLock { $0.append(line) } }, level: level, showing: details)
        world.network.send(request).start()
        world.clock.run()
        return lines.value.map { $0.replacing(#/^#\d+ /#, with: "") }.filter { $0.contains(#/^[<>$] /#) }
    }

    @Test func bodiesAreLoggedOnlyOnRequest() {  // F-50
        #expect(lines([], .post(), level: .verbose, .json(todoJSON)) == [])
        #expect(
            lines(.bodies, .post(), .json(todoJSON)) == [#"> {"title":"Ape"}"#, #"< {"id":1,"title":"Ape"}"#]
        )
        #expect(lines(.bodies, .get(), .status(.noContent)) == [])
        #expect(lines(.bodies, .post(), level: .none, .json(todoJSON)) == [])
    }

    @Test func jsonIsFormattedOnRequest() {  // F-50
        let shown = lines(.prettyBodies, .get(), .json(#"{"id":1,"tags":["a"]}"#))
        #expect(shown == ["< {", #"<   "id": 1,"#, #"<   "tags": ["#, #"<     "a""#, "<   ]", "< }"])
    }

    @Test(arguments: [Log.Details.bodies, .prettyBodies, .curl])
    func multipartFieldsWithSecretNamesAreHidden(details: Log.Details) {  // N18
        let request = RequestBuilder(.post, "http://api.test/")
            .multipart([.value("user", "ape"), .value("password", "hush"), .json("more", ["token": "hush"])])
            .build()
        let shown = lines(details, request, .json("{}")).joined(separator: "\n")
        #expect(shown.contains("ape"))
        #expect(!shown.contains("hush"))
    }

    @Test func aURLWithAPasswordInATextIsHidden() {  // N18
        #expect(!lines(.bodies, .get(), .text("see https://ape:hush@api.test/x")).joined().contains("hush"))
    }

    @Test func aChunkedBodyIsLoggedAsAWhole() {  // F-50
        let pieces = [#"{"id""#, ":", "1}"].map { Data($0.utf8) }
        #expect(lines(.bodies, .get(), .chunks(pieces)) == [#"< {"id":1}"#])
    }

    @Test func theBodyOfAnErrorResponseIsLogged() {  // F-50
        #expect(lines(.bodies, .get(), .text("no such todo", status: .notFound)) == ["< no such todo"])
    }

    @Test func aBodyCannotForgeALineOfTheLog() {  // N18
        let shown = lines(.bodies, .get(), .text("a\n#9 +0.0 seconds succeeded\u{1B}[2J"))
        #expect(shown == [#"< a\u{A}#9 +0.0 seconds succeeded\u{1B}[2J"#])
    }

    @Test func binaryAndLongBodiesAreLoggedByTheirSize() {  // F-50
        let png = Data([0x89, 0x50, 0xFF])
        let reply = StubTransport.Reply.status(.ok, headers: ["Content-Type": "image/png"], body: png)
        #expect(lines(.bodies, .get(), reply) == ["< 3 bytes of image/png"])
        let long = String(repeating: "a", count: 64 << 10)
        #expect(lines(.bodies, .get(), .text(long)) == ["< " + long])
        let halves = [Data(long.utf8), Data("b".utf8)]
        #expect(lines(.bodies, .get(), .chunks(halves)) == ["< 65537 bytes, too many to show"])
    }

    @Test func aBodyThatIsNotInMemoryIsLoggedByItsKind() throws {  // F-14, F-50
        let folder = try Folder()
        let file = folder.url.appending(path: "a.bin")
        try Data("abc".utf8).write(to: file)
        let request = RequestBuilder(.put, "http://api.test/").file(file).build()
        #expect(lines(.bodies, request, .status(.ok)) == ["> 3 bytes of application/octet-stream"])
    }

    @Test func aTruncatedBodyIsNotMixedWithThatOfTheNextAttempt() {  // F-50
        let clock = TestScheduler()
        let stub = StubTransport(
            script: [.cut(afterSending: [Data("half".utf8)]), .text("whole")],
            clock: clock
        )
        let world = VirtualNetwork(stub, on: clock)
        let lines = Locked<[String]>([])
        world.network.log(to: Log.Sink { line in lines.withLock { $0.append(line) } }, level: .error, showing: .bodies)
        world.network.send(.get()).start()
        world.clock.run()
        #expect(lines.value.filter { $0.contains(" < ") }.map { $0.suffix(7) } == ["< whole"])
    }

    @Test func theCurlCommandOfEachRequestIsLogged() throws {  // F-50, F-51, C-59
        let request = RequestBuilder(.post, "http://api.test/todos").header("X-A", "1").json(["id": 1]).build()
        let shown = lines(.curl, request, .status(.ok))
        let command = try request.curlCommand().split(separator: "\n").map { "$ \($0)" }
        #expect(shown == command)
        #expect(shown.first == #"$ curl http://api.test/todos \"#)
        let long = RequestBuilder(.post, "http://api.test/").text(String(repeating: "a", count: 70_000)).build()
        let left = lines(.curl, long, .status(.ok))
        #expect(left.first == "$ # the body of 70000 bytes is left out")
        #expect(left.joined().count < 300)
    }

    @Test(arguments: [Log.Details.bodies, .prettyBodies, .curl, [.curl, .prettyBodies]])
    func secretsStayHiddenInDetails(details: Log.Details) {  // N18
        let bodies: [(RequestBuilder) -> RequestBuilder] = [
            { $0.json(["user": ["password": "hush", "accessToken": "hush"], "name": "ape"]) },
            { $0.form(["password": "hush", "name": "ape"]) }, { $0.text("name=ape; password=hush") },
        ]
        for body in bodies {
            let request = body(RequestBuilder(.post, "http://api.test/?token=hush").authorization(.bearer("hush")))
            let reply = StubTransport.Reply.json(#"{"name":"ape","refresh_token":"hush","at":"http://a:hush@b/"}"#)
            let shown = lines(details, request.build(), level: .verbose, reply)
            #expect(shown.contains { $0.contains("ape") })
            #expect(!shown.joined().contains("hush"))
        }
    }
}
