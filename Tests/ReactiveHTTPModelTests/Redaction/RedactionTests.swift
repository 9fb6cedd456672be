import ReactiveNetworking
import ReactiveTestSupport
import Testing

@Suite struct RedactionTests {
    static let cases = [
        ("http://u:p@a/x", "http://<redacted>@a/x"),
        ("https:/u:p@a/x", "https:/<redacted>@a/x"), ("HTTPS:u:p@a/x", "HTTPS:<redacted>@a/x"),
        ("http:\\u:p@a/x", "http:\\<redacted>@a/x"), ("http:/\\u:p@a/x", "http:/\\<redacted>@a/x"),
        ("http:////u:p@a/x", "http:////<redacted>@a/x"), ("///u:p@a/x", "///<redacted>@a/x"),
        ("/\\u:p@a/x", "/\\<redacted>@a/x"), ("http:/\t/u:p@a/x", "http:/\\u{9}/<redacted>@a/x"),
        ("/@u/x", "/@u/x"), ("/a/b@c", "/a/b@c"),
        ("http://u:p/q@a/x", "http://<redacted>@a/x"),
        ("http://u:p?q@a/x", "http://<redacted>@a/x"),
        ("http://a:80/@x", "http://a:80/@x"),
        ("http://[::1]/@x", "http://[::1]/@x"),
        ("u:p@a", "<redacted>@a"),
        ("http://a/?token=t&page=2", "http://a/?token=<redacted>&page=2"),
        ("http://a/?a=1&API_KEY=t;Password=p", "http://a/?a=1&API_KEY=<redacted>;Password=<redacted>"),
        ("http://a/?%74oken=t", "http://a/?%74oken=<redacted>"),
        ("http://a/?user[password]=p&x=1", "http://a/?user[password]=<redacted>&x=1"),
        ("http://a/?token=", "http://a/?token=<redacted>"),
        ("http://a/?token", "http://a/?token"),
        ("http://a/#access_token=t&x=1", "http://a/#access_token=<redacted>&x=1"),
        ("http://a/?x=a=b&X-Amz-Signature=s", "http://a/?x=a=b&X-Amz-Signature=<redacted>"),
        ("http://a/?token=a?b/c&x=1", "http://a/?token=<redacted>&x=1"),
        ("http://a/?password=a;b&x=1", "http://a/?password=<redacted>&x=1"),
        ("http://a/?password=a#b", "http://a/?password=<redacted>"),
        ("http://a/?next=http://b/?token=t&x=1", "http://a/?next=http://b/?token=<redacted>&x=1"),
        ("not an URL", "not an URL"),
        ("", ""),
        ("a\r\nb", "a\\u{D}\\u{A}b"),
    ]

    @Test(arguments: cases) func secretsInAURLAreHidden(text: String, expected: String) {  // N18
        #expect(Redaction.standard.url(text) == expected)
    }

    @Test func aSecretLongerThanTheExcerptIsHidden() {
        let long = String(repeating: "canary", count: 200)
        for text in ["http://u:\(long)@a/", "http://\(long)@a/", "http://a/?token=\(long)", "http://a/x?\(long)=1"] {
            let shown = Redaction.standard.url(text)
            #expect(shown.count <= 513)
            #expect(!shown.contains("canary") || text.hasPrefix("http://a/x"))
        }
    }

    @Test func valuesOfCustomSecretNamesAreHidden() {  // N18
        var redaction = Redaction.standard
        redaction.headerNames.insert("x-mine")
        redaction.queryNames.insert("mine")
        #expect(redaction.value("canary", ofHeader: "X-Mine") == Redaction.placeholder)
        #expect(redaction.url("http://a/?mine=canary") == "http://a/?mine=<redacted>")
        #expect(HTTP.Headers(["X-Mine": "canary"]).description(redactedBy: redaction) == "[X-Mine: <redacted>]")
    }
}
