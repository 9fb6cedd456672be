import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

@Suite struct AddressTests {
    /// The result of another parser for a reference; see `Tests/Addresses/generate.mjs`.
    private struct Row: Decodable {
        let reference: String
        let base: String
        let url: String?
    }

    private static let table = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Addresses/addresses.json")

    private func resolved(_ reference: String, _ base: String? = nil) throws -> String? {
        let base = try base.map { try #require(URL(string: $0, encodingInvalidCharacters: false)) }
        return try? Address.url(reference, relativeTo: base).absoluteString
    }

    @Test func anAddressIsReadAsBrowsersReadIt() throws {  // N40
        let rows = try JSONDecoder().decode([Row].self, from: Data(contentsOf: Self.table))
        #expect(rows.count > 900)
        for row in rows {
            let found = try resolved(row.reference, row.base)
            #expect(found == row.url, "\(row.reference.debugDescription) at \(row.base)")
        }
    }

    @Test func aResultIsAURLThatIsReadAsItself() throws {  // N40
        let rows = try JSONDecoder().decode([Row].self, from: Data(contentsOf: Self.table))
        for url in rows.compactMap(\.url) {
            #expect(try resolved(url) == url)
            #expect(URL(string: url, encodingInvalidCharacters: false)?.absoluteString == url)
        }
    }

    @Test func noReferenceLeavesTheOriginExceptByAnAuthority() throws {  // N40
        let pieces = [
            "/", "\\", "//", "a", ".", "..", "%2e", "%2F", "%5C", "%", "?", "#", "@", ":", "\t", "\n", "é", "[", "{",
            " ", "evil.test",
        ]
        var random = SplitMix(state: 7)
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? ""
            }
            .joined()
            let reference = "x" + text
            guard let url = try resolved(reference, "https://h.test/a/b"), url.hasPrefix("http") else { continue }
            #expect(url.hasPrefix("https://h.test/"), "\(reference.debugDescription)")
            #expect(!url.contains("/../") && url.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        }
    }

    /// RFC 3986 §5.4, but for the empty authority and for the scheme without a host.
    static let references = [
        "g", "./g", "g/", "/g", "//g/", "?y", "g?y", "#s", "g#s", "g?y#s", ";x", "g;x", "g;x?y#s", ".", "./", "..",
        "../",
        "../g", "../..", "../../", "../../g", "../../../g", "../../../../g", "/./g", "/../g", "g.", ".g", "g..", "..g",
        "./../g",
        "./g/.", "g/./h", "g/../h", "g;x=1/./y", "g;x=1/../y", "g?y/./x", "g?y/../x", "g#s/./x", "g#s/../x",
    ]

    @Test(arguments: references) func aValidReferenceIsResolvedAsFoundationDoes(reference: String) throws {  // N40
        let base = try #require(URL(string: "http://a/b/c/d;p?q"))
        #expect(
            try resolved(reference, "http://a/b/c/d;p?q") == URL(string: reference, relativeTo: base)?.absoluteString
        )
    }

    @Test(
        arguments: [
            ("", .empty), ("/x", .relative), ("http://", .missingHost), ("http://a:0/", .invalidPort),
            ("http://a b/", .invalidHost), ("http://256.1/", .invalidHost), ("http://[::g]/", .invalidIPv6),
            ("http://[::1%eth0]/", .zoneIdentifier),
        ] as [(String, RequestError.InvalidURLReason)]
    )
    func anInvalidAddressFailsWithTheReason(reference: String, reason: RequestError.InvalidURLReason) {  // N40
        #expect(throws: reason) { try Address.url(reference) }
    }

    @Test func anAddressIsLimitedTo64Kibibytes() throws {  // N40
        #expect(throws: RequestError.InvalidURLReason.tooLong) {
            try Address.url("http://a/" + String(repeating: "x", count: 65_536))
        }
    }

    @Test(
        arguments: [
            ("mailto:é@a.test", "mailto:%C3%A9@a.test"), ("URN:isbn:1%20 2", "urn:isbn:1%20%202"),
            ("coap://[::1]/x#y z", "coap://[::1]/x#y%20z"), ("data:text/plain,x", "data:text/plain,x"),
        ]
    )
    func anAddressThatIsNotHTTPIsOnlyEscaped(reference: String, url: String) throws {  // N40
        #expect(try resolved(reference, "http://h.test/") == url)
    }
}
