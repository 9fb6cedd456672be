import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

@Suite struct FileNameTests {
    @Test(
        arguments: [
            ("report.pdf", "report.pdf"), ("../../etc/passwd", "passwd"), ("/etc/passwd", "passwd"),
            ("..\\..\\x.exe", "x.exe"),
            ("C:\\x", "x"), ("C:x", "C_x"), ("..%2fx", "x"), ("a%5Cb", "b"), ("a%00.txt", "txt"), ("a\0b", "b"),
            ("/\u{301}x", "\u{301}x"), (".bashrc", "bashrc"), ("...", nil), ("..", nil), (".", nil), ("", nil),
            ("/", nil),
            (" . ", nil), ("dir/", "dir"), ("a\r\nb.txt", "ab.txt"), ("a\u{7F}\u{85}b", "ab"),
            ("photo\u{202E}gpj.exe", "photogpj.exe"), ("\u{2066}a\u{2069}", "a"), ("\u{FEFF}.a", "a"),
            ("a\u{2028}b", "ab"),
            ("con", "_con"), ("NUL.txt", "_NUL.txt"), ("Com1.tar.gz", "_Com1.tar.gz"), ("lpt¹", "_lpt¹"),
            ("com10", "com10"),
            ("a<b>:\"|?*", "a_b______"), ("x. ", "x"), ("日本の.txt", "日本の.txt"), ("~", "~"), ("-rf", "-rf"),
        ] as [(String, String?)]
    )
    func aSuggestedNameIsSanitizedOrRejected(suggestion: String, name: String?) {
        #expect(FileName.safe(suggestion) == name)
    }

    @Test func randomSuggestionsGiveNamesInsideTheDirectory() {
        let pieces = [
            "..", "/", "\\", "%2f", "%00", "\0", ".", "\u{202E}", "a", "CON", ":", " ", "\u{301}", "\n", "%2F",
        ]
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<20_000 {
            let suggestion = (0..<Int.random(in: 1...6, using: &generator)).map { _ in pieces.randomElement()! }
                .joined()
            guard let name = FileName.safe(suggestion) else { continue }
            let scalars = name.unicodeScalars
            #expect(!scalars.contains { $0 == "/" || $0 == "\\" || $0.value < 0x20 || $0.value == 0x202E })
            #expect(scalars.first != "." && scalars.last != "." && !name.isEmpty && name != "CON")
        }
    }

    @Test func conflictingSuggestedNamesFallBackToTheNameInTheURL() {
        func name(_ headers: HTTP.Headers) -> String {
            FileName.suggested(by: ResponseHead(status: .ok, headers: headers), url: URL(string: "http://a.test/c.txt"))
        }
        let a = "attachment; filename=a.txt"
        #expect(name(["Content-Disposition": a, "content-disposition": a]) == "a.txt")
        #expect(name(["Content-Disposition": a, "Content-Disposition": "attachment; filename=b.txt"]) == "c.txt")
    }

    @Test func aShortenedNameKeepsItsExtensionAndWholeCharacters() {
        let name = FileName.safe(String(repeating: "ä", count: 200) + ".tar")
        #expect(name?.utf8.count == 254)
        #expect(name == String(repeating: "ä", count: 125) + ".tar")
        #expect(FileName.safe(String(repeating: "x", count: 300))?.utf8.count == 255)
        let numbered = FileName.numbered(String(repeating: "x", count: 251) + ".pdf", 12)
        #expect(numbered == String(repeating: "x", count: 246) + " (12).pdf")
    }

    @Test func aNameWithAnOverlongCharacterIsShortened() {
        let overlong = "a" + String(repeating: "\u{301}", count: 200)
        for suggestion in [overlong, overlong + ".txt", overlong + overlong, "." + overlong, "a." + overlong] {
            let bytes = FileName.safe(suggestion).map { Array($0.utf8) } ?? []
            #expect((1...255).contains(bytes.count))
            #expect(bytes.first == UInt8(ascii: "a"))
        }
        #expect(FileName.safe(overlong + ".txt")?.hasSuffix(".txt") == true)
        let numbered = FileName.numbered(overlong + ".txt", 1)
        #expect(numbered.utf8.first == UInt8(ascii: "a") && numbered.hasSuffix(" (1).txt"))
        #expect(numbered.utf8.count <= 255)
    }

    @Test func aShortenedNameEndsInNeitherADotNorASpace() {
        for edge in [".", " "] {
            let name = FileName.safe(String(repeating: "x", count: 254) + edge + String(repeating: "y", count: 40))
            #expect(name == String(repeating: "x", count: 254))
        }
    }

    @Test func theNumberPrecedesTheExtension() {
        #expect(FileName.numbered("report.pdf", 1) == "report (1).pdf")
        #expect(FileName.numbered("README", 2) == "README (2)")
    }

    @Test(
        arguments: [
            ("attachment; filename=\"a.txt\"", "a.txt"), ("attachment; filename=a.txt", "a.txt"), ("inline", nil),
            ("attachment; filename=\"a\\\"b;c.txt\"", "a\"b;c.txt"), ("ATTACHMENT; FILENAME = \"a\"", "a"),
            ("attachment; filename=\"plain\"; filename*=UTF-8''na%C3%AFve%20%E2%82%AC.txt", "naïve €.txt"),
            ("attachment; filename*=UTF-8'en'b.txt; filename=a.txt", "b.txt"),
            ("attachment; filename*=iso-8859-1''%A3.txt", "£.txt"),
            ("attachment; filename*=utf-8''%FF.txt; filename=a.txt", "a.txt"),
            ("attachment; filename*=utf-8''%4; filename=a.txt", "a.txt"),
            ("attachment; filename*=koi8-r''%C1; filename=a.txt", "a.txt"), ("attachment; filename*=b.txt", nil),
            ("attachment; filename=a; filename=b", "a"), ("attachment; filename=\"open", "open"), ("", nil),
            (";;=;", nil),
            ("attachment; filename=\"\"", ""), ("attachment; x; filename=y", "y"),
            ("filename=\"x.pdf\"", "x.pdf"), ("filename=x.pdf", "x.pdf"), (" FileName = x.pdf ; size=3", "x.pdf"),
            ("filename*=UTF-8''x%20y.pdf", "x y.pdf"), ("filename=\"a;b=c.pdf\"", "a;b=c.pdf"),
            ("attachment filename=\"x.pdf\"", "x.pdf"), (";filename=x.pdf", "x.pdf"),
            ("size=3; filename=x.pdf", "x.pdf"),
            ("attachment; filename*=utf8''x.pdf", "x.pdf"), ("attachment; filename*=UTF8'de'%C3%A9.pdf", "é.pdf"),
            ("attachment; filename*=\"UTF-8''%C3%A9.pdf\"", "é.pdf"),
            ("attachment; filename*= UTF-8''é ü.pdf", "é ü.pdf"),
            ("attachment; filename*=ISO-8859-1''%E9%80.pdf", "é€.pdf"),
            ("attachment; filename*=latin1''%E9.pdf", "é.pdf"),
            ("attachment; filename=my file (1).pdf; size=3", "my file (1).pdf"),
            ("attachment; filename=\"open.pdf; size=3", "open.pdf"),
            ("attachment; filename=\"open.pdf; filename*=UTF-8''b.pdf", "b.pdf"),
            ("attachment; filename=\"a\\\\b.pdf\"", "a\\b.pdf"),
            ("attachment; filename=\"x.pdf\" junk; size=3", "x.pdf"),
            ("attachment; filename*=''x.pdf; filename=a.pdf", "a.pdf"),
            ("attachment; filename*=UTF-8'x.pdf; filename=a.pdf", "a.pdf"),
            ("attachment; filename*=UTF-8''%C3%28.pdf; filename=a.pdf", "a.pdf"),
            ("attachment; filename=\"=?UTF-8?Q?na=C3=AFve_?= =?utf-8?b?w6kucGRm?=\"", "naïve é.pdf"),
            ("attachment; filename=\"=?iso-8859-1?q?=E9?=.pdf\"", "é.pdf"),
            ("attachment; filename=\"=?x?q?a?= =?utf-8?q?=4?=\"", "=?x?q?a?= =?utf-8?q?=4?="),
        ] as [(String, String?)]
    )
    func contentDispositionIsParsedAsInRFC6266(field: String, name: String?) {  // F-16
        #expect(ContentDisposition.fileName(field) == name)
    }

    @Test(
        arguments: [
            ("filename=\"../../etc/passwd\"", "passwd"), ("filename*=UTF-8''..%2F..%2Fx.sh", "x.sh"),
            ("filename*=utf8''..%5C..%5Cx.exe", "x.exe"), ("filename=\"..\\..\\x.exe\"", "x.exe"),
            ("attachment; filename*=UTF-8''..; filename=a.txt", "a.txt"),
            ("filename*=UTF-8''%00; filename=\"/a.txt\"", "a.txt"),
            ("attachment; filename=\"=?utf-8?q?../..=2Fx.sh?=\"", "x.sh"),
            ("attachment; filename=../open.pdf", "open.pdf"), ("attachment; filename=\"../x y.pdf", "x y.pdf"),
            ("filename=..; filename*=UTF-8''.", "c.txt"),
        ]
    )
    func aSuggestedNameNeverLeadsOutOfTheDirectory(field: String, name: String) {
        let head = ResponseHead(status: .ok, headers: ["Content-Disposition": field])
        #expect(FileName.suggested(by: head, url: URL(string: "http://a.test/c.txt")) == name)
    }

    @Test func theURLNamesAFileWithoutAUsableContentDisposition() {
        let url = URL(string: "http://a.test/x/report%2Fq1.pdf?y=1")
        #expect(FileName.suggested(by: ResponseHead(status: .ok), url: url) == "q1.pdf")
        let refused: HTTP.Headers = ["Content-Disposition": "attachment; filename=\"..\""]
        #expect(FileName.suggested(by: ResponseHead(status: .ok, headers: refused), url: url) == "q1.pdf")
        #expect(FileName.suggested(by: ResponseHead(status: .ok), url: URL(string: "http://a.test/")) == "download")
    }
}
