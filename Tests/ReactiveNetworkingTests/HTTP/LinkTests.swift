import Foundation
import ReactiveNetworking
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
        ]
    )
    func aListOfLinksIsRead(field: String, expected: [String]) throws {  // B2, BC-1
        #expect(try summary(field) == expected)
    }

    @Test(
        arguments: [
            ("/a; rel=next", .missingTarget, 0),
            ("</a; rel=next", .invalidTarget, 4),
            ("</a", .unclosedTarget, 3),
            ("</a\u{7}>", .invalidTarget, 3),
            ("</ü>", .invalidTarget, 2),
            ("</a<b>", .invalidTarget, 3),
            ("</a>; rel=next;", .missingParameter, 15),
            ("</a>; =next", .missingParameter, 6),
            ("</a>; rel=", .missingValue, 10),
            ("</a>; rel=a/b", .missingComma, 11),
            ("</a>; rel=\"next", .unclosedQuote, 15),
            ("</a>; rel=\"next\\", .unclosedQuote, 16),
            ("</a>; title=\"a\u{1}\"", .controlCharacter, 14),
            ("</a> </b>", .missingComma, 5),
            ("</a>, x", .missingTarget, 6),
        ] as [(String, HTTP.LinkError.Reason, Int)]
    )
    func aMalformedFieldFailsWithItsPlace(field: String, reason: HTTP.LinkError.Reason, position: Int) {  // B2, BC-3
        #expect(throws: HTTP.LinkError(reason: reason, position: position)) { try links(field) }
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
        ]
    )
    func aTargetIsResolvedAgainstTheURLOfTheResponse(target: String, expected: String) throws {  // B3, BC-5
        let base = try #require(URL(string: "http://api.test/v1/todos?page=1"))
        let link = try #require(try links("<\(target)>; rel=next").first)
        #expect(link.url(relativeTo: base)?.absoluteString == expected)
    }

    @Test func theErrorNamesTheProblemAndThePlaceOnly() {  // B2
        #expect(throws: HTTP.LinkError.self) { try links("</a>; title=\"secret") }
        let text = "\(HTTP.LinkError(reason: .unclosedQuote, position: 19))"
        #expect(text == "The Link field cannot be read: a quoted text does not end (byte 19)")
    }
}
