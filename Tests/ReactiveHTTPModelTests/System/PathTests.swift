import Testing

@testable import ReactiveHTTPModel

@Suite struct PathTests {
    @Test(arguments: [
        ("/a/b", "/a"), ("/a", "/"), ("/", "/"), ("a", ""), ("a/b", "a"), ("a/", ""), ("/a//b//", "/a"), ("", ""),
        ("//", "/"),
    ])
    func theParentOfAPathIsThePathOfItsDirectory(path: String, parent: String) {
        #expect(path.parentPath == parent)
    }

    @Test(
        arguments: [
            ("a%20b", "a b"), ("%C3%A4", "ä"), ("a", "a"), ("", ""), ("%2525", "%25"), ("%", nil), ("%2", nil),
            ("%zz", nil),
            ("%FF", nil), ("a%e4", nil),
        ] as [(String, String?)]
    )
    func escapesAreDecodedAsUTF8(text: String, decoded: String?) {
        #expect(text.withoutPercentEncoding == decoded)
    }
}
