import Foundation
import ReactiveDiagnostics
import ReactiveNetworking
import ReactiveTesting
import Testing

/// The parts of multipart bodies in an archive.
@Suite struct ArchivePartTests {
    private func params(
        _ body: Data,
        boundary: String = "b",
        keeping byteCount: Int = 10_000,
        _ redaction: Redaction? = .standard
    ) throws -> [[String: String]] {
        let world = VirtualNetwork(.status(.ok))
        let recorder = SessionRecorder(world.network, keepingBodiesUpTo: byteCount)
        let type = HTTP.ContentType(rawValue: "multipart/form-data; boundary=\"\(boundary)\"")
        let request = RequestBuilder(.post, "http://api.test/").body(.data(body, contentType: type)).build()
        world.network.send(request).start()
        world.clock.run()
        let archive = try JSONValue(parsing: recorder.record.har(redactedBy: redaction))
        let message = archive["log"]?["entries"]?[0]?["request"]
        return try #require(message?["postData"]?["params"]?.array).map { param in
            try #require(param.object).compactMapValues(\.string)
        }
    }

    private func part(_ name: String, _ content: String, fields: String = "") -> String {
        "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\(fields)\r\n\(content)\r\n"
    }

    @Test func everyPartOfAWholeBodyIsShown() throws {
        let body = part("a", "1") + part("password", "hush") + part("b", "two\r\nlines\r\n") + "--b--\r\n"
        let shown = try params(Data(body.utf8))
        #expect(
            shown == [
                ["name": "a", "value": "1"], ["name": "password", "value": "<redacted>"],
                ["name": "b", "value": "two\r\nlines\r\n"],
            ]
        )
        #expect(try params(Data(body.utf8), nil)[1] == ["name": "password", "value": "hush"])
    }

    @Test func contentsThatAreNotTextHaveNoValue() throws {
        var body = Data(part("a", "").utf8).dropLast(2)
        body += [0xFF, 0xFE] + Data("\r\n".utf8)
        body += Data((part("b", "<2 bytes>") + "--b--\r\n").utf8)
        for redaction in [Redaction.standard, nil] {
            #expect(try params(body, redaction) == [["name": "a"], ["name": "b", "value": "<2 bytes>"]])
        }
    }

    @Test func aPartWithoutFieldsHasNoName() throws {
        let body = "--b\r\n\r\nplain\r\n--b--\r\n"
        #expect(try params(Data(body.utf8)) == [["name": "", "value": "plain"]])
    }

    @Test func aBodyThatWasCutShowsNoSecretAndNoPartWithoutItsName() throws {
        let body = Data((part("a", "1") + part("password", "hush") + "--b--\r\n").utf8)
        for count in 1...body.count {
            let shown = try params(body, keeping: count)
            #expect(!"\(shown)".contains("hu"), "\(count)")
            #expect(shown.allSatisfy { ["a", "password"].contains($0["name"]) }, "\(count)")
        }
        #expect(try params(body, keeping: part("a", "").utf8.count - 2) == [["name": "a", "value": ""]])
    }

    @Test func secretsInTheContentOfAPartAreHidden() throws {
        let json = part("meta", #"{"token":"hush"}"#, fields: "Content-Type: application/json\r\n")
        let nested = "--c\r\nContent-Disposition: form-data; name=\"pwd\"\r\n\r\nhush\r\n--c--\r\n"
        let body = json + part("n", nested, fields: "Content-Type: multipart/mixed; boundary=c\r\n") + "--b--\r\n"
        let shown = try params(Data(body.utf8))
        #expect(shown[0]["value"] == #"{"token":"<redacted>"}"#)
        #expect(shown[1]["value"] == nested.replacing("hush", with: "<redacted>"))
    }
}
