import Testing

@testable import ReactivePlayground

/// Tests of the text that reaches a terminal from a server.
struct EscapingTests {
    @Test(arguments: [
        ("\u{1B}[2J", "\\u{1B}[2J"), ("a\nb\rc\td", "a\\u{A}b\\u{D}c\\u{9}d"), ("\u{9B}31m", "\\u{9B}31m"),
        ("\u{7F}\u{0}", "\\u{7F}\\u{0}"), ("\u{202E}txt.exe\u{2066}", "\\u{202E}txt.exe\\u{2066}"),
        ("a\u{2028}b", "a\\u{2028}b"), ("größer 猿 🦍", "größer 猿 🦍"),
    ])
    func controlCharactersInALineAreEscaped(_ text: String, _ shown: String) {
        #expect(Escaping.line(text) == shown)
    }

    @Test(arguments: [
        ("a\n\tb", "a\n\tb"), ("\u{1B}]0;owned\u{7}", "\\u{1B}]0;owned\\u{7}"), ("\u{90}\u{9D}", "\\u{90}\\u{9D}"),
        ("\u{200F}\u{061C}\u{2069}", "\\u{200F}\\u{61C}\\u{2069}"), ("👩‍👧", "👩‍👧"),
    ])
    func aTextKeepsItsLineBreaksAndJoiners(_ text: String, _ shown: String) {
        #expect(Escaping.text(text) == shown)
    }

    @Test func aLineIsColoredIfAskedForAndItsPartsAreEscaped() {
        let line = Line("failed", .red) + ": \u{1B}[1m"
        #expect(line.text(colored: true) == "\u{1B}[31mfailed\u{1B}[0m: \\u{1B}[1m")
        #expect(line.text(colored: false) == "failed: \\u{1B}[1m")
    }

    @Test func aLineHidesRegisteredSecrets() {
        var secrets = Secrets()
        for secret in ["s3cret", "s3cret-and-more", "abc"] { secrets.insert(secret) }
        let line = Line("s3cret-and-more, s3cret, abc")
        #expect(line.text(colored: false, hiding: secrets) == "<redacted>, <redacted>, abc")
    }

    @Test(arguments: [
        ([:], true), (["TERM": "xterm"], true), (["NO_COLOR": ""], true), (["NO_COLOR": "1"], false),
        (["TERM": "dumb"], false),
    ])
    func theEnvironmentDecidesWhetherColorsAreUsed(_ environment: [String: String], _ wanted: Bool) {
        #expect(Outlet.wantsColor(environment) == wanted)
    }
}
