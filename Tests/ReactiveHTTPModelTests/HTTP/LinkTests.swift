import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import Testing

@Suite struct LinkTests {
    private func links(_ fields: String...) throws(HTTP.LinkError) -> [HTTP.Link] {
        var headers = HTTP.Headers()
        for field in fields { headers.add("Link", field) }
        return try headers.links()
    }

    private func summary(_ fields: String) throws -> [String] {
        try links(fields).map { "\($0.target) \($0.relations.joined(separator: "+"))" }
    }

    @Test(
        arguments: [
            ("<http://api.test/todos?page=2>; rel=\"next\"", ["http://api.test/todos?page=2 next"]),
            ("</a>; rel=next, </b>; rel=\"last\"", ["/a next", "/b last"]),
            ("</a>; rel=\"next last\"", ["/a next+last"]),
            ("</a?x=1,2;3>; rel=next", ["/a?x=1,2;3 next"]),
            ("</a>; title=\"b, <c>; rel=x\"; rel=next", ["/a next"]),
            ("</a>; title=\"q\\\"\\\\\"; rel=next", ["/a next"]),
            ("</a>;rel=next,</b>;REL=\"Prev\"", ["/a next", "/b prev"]),
            (" </a> \t;\trel = \"next\" ", ["/a next"]),
            ("</a>; rel=next; rel=last", ["/a next"]),
            ("</a>; crossorigin; rel=next", ["/a next"]),
            ("</a>", ["/a "]),
            (", ,</a>; rel=next,,", ["/a next"]),
            ("<>; rel=next", [" next"]),
            ("", []),
            ("</a>; rel=\"next\";", ["/a next"]),
            ("</a>; rel=next; type=application/json", ["/a next"]),
            ("</a>;; ;rel=next;;, </b>; rel=last;", ["/a next", "/b last"]),
            ("</a>; rel=next last ; x", ["/a next+last"]),
            ("</a>; =x; rel=next; =", ["/a next"]),
            ("</a>; rel=; rel=next", ["/a "]),
            ("</a>; rel=\"next", ["/a next"]),
            ("</a>; rel=next\"", ["/a next"]),
            ("</a>; rel='next'", ["/a next"]),
            ("</a>rel=next, </b> rel=\"last\"", ["/a next", "/b last"]),
            ("</a>; title=\"x; rel=next, </b>; rel=last", ["/a next", "/b last"]),
            ("</a>; rel=\"prev, </b>; rel=\"next\"", ["/a prev", "/b next"]),
            ("</a>; title=\"a\u{1}\"; rel=next", ["/a next"]),
            ("</a> </b>; rel=next", ["/a ", "/b next"]),
            ("</a>; rel=prev </b>; rel=next", ["/a prev", "/b next"]),
            ("</a> x; rel=next", ["/a next"]),
            ("x, </a>; rel=next", ["/a next"]),
            ("x </a>; rel=next", ["/a next"]),
            ("</a>, x; y", ["/a "]),
            ("</ü {id}?x=\"y\">; rel=next", ["/ü {id}?x=\"y\" next"]),
            ("</a>; title*=UTF-8''x%20y; rel=NEXT", ["/a next"]),
        ]
    )
    func aListOfLinksIsRead(field: String, expected: [String]) throws {  // B2, BC-1, BC-4
        #expect(try summary(field) == expected)
    }

    @Test(
        arguments: [
            ("/a; rel=next", .missingTarget, 0),
            ("</a; rel=next", .unclosedTarget, 13),
            ("</a", .unclosedTarget, 3),
            ("</a<b>; rel=next", .unclosedTarget, 3),
            ("</a>; rel=next, /b; rel=last", .missingTarget, 16),
            ("</a>; title=x, y; rel=next", .missingTarget, 15),
        ] as [(String, HTTP.LinkError.Reason, Int)]
    )
    func anUnreadableTargetFailsWithItsPlace(field: String, reason: HTTP.LinkError.Reason, position: Int) {  // B2, BC-3
        #expect(throws: HTTP.LinkError(reason: reason, position: position)) { try links(field) }
    }

    @Test func randomFieldsAreReadToTheirEnd() {  // B2
        let pieces = [
            "<", ">", "</a>", ";", ",", "\"", "\\", "=", " ", "\t", "rel", "next", "rel=\"next\"", "é", "\0", "anchor",
        ]
        var random = SplitMix(state: 5)
        for _ in 0..<5_000 {
            let field = (0..<Int.random(in: 0...12, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            // The link at the end is found behind anything but an open target or an open quotation mark.
            let found = try? links(field + ";\"\", </end>; rel=last").last
            #expect(found.map { $0.target.hasSuffix("/end") || field.contains("\"") } ?? true)
        }
    }

    @Test func severalFieldsAreOneList() throws {  // B2
        #expect(try links("</a>; rel=next", "</b>; rel=prev").map(\.target) == ["/a", "/b"])
        #expect(try links().isEmpty)
    }

    @Test func parametersAreReadByTheirLowercaseNames() throws {  // B2
        let link = try #require(try links("</a>; rel=next; Title=\"A \\\"b\\\"\"; anchor=\"#x\"; flag").first)
        #expect(link.parameters == ["rel": "next", "title": "A \"b\"", "anchor": "#x", "flag": ""])
        #expect(link.anchor == "#x")
    }

    @Test(
        arguments: [
            ("?page=2", "http://api.test/v1/todos?page=2"), ("/x", "http://api.test/x"),
            ("x", "http://api.test/v1/x"), ("../x", "http://api.test/x"), ("//other.test/x", "http://other.test/x"),
            ("https://api.test/x", "https://api.test/x"), ("", "http://api.test/v1/todos?page=1"),
            (
                "?page[number]=2&filter[name]=a%20b#é",
                "http://api.test/v1/todos?page%5Bnumber%5D=2&filter%5Bname%5D=a%20b#%C3%A9"
            ),
        ]
    )
    func aTargetIsResolvedAgainstTheURLOfTheResponse(target: String, expected: String) throws {  // B3, BC-5
        let base = try #require(URL(string: "http://api.test/v1/todos?page=1"))
        let link = try #require(try links("<\(target)>; rel=next").first)
        #expect(link.url(relativeTo: base)?.absoluteString == expected)
    }

    @Test func theErrorNamesTheProblemAndThePlaceOnly() {  // B2
        #expect(throws: HTTP.LinkError.self) { try links("</secret") }
        let text = "\(HTTP.LinkError(reason: .unclosedTarget, position: 8))"
        #expect(text == "The Link field cannot be read: a target does not end with > (byte 8)")
    }
}
