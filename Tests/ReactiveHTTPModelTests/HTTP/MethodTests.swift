import ReactiveNetworking
import ReactiveTestSupport
import Testing

@Suite struct MethodTests {
    @Test func methodsAreCreatedFromTextInAnyCase() {  // N14, F-03
        for text in ["patch", "Patch", "PATCH", "pAtCh"] {
            #expect(HTTP.Method(rawValue: text) == .patch)
            #expect(HTTP.Method(rawValue: text).rawValue == "PATCH")
        }
        #expect(Set<HTTP.Method>(["get", "GET", .get]).count == 1)
    }

    private static let all: [HTTP.Method] = [
        .get, .head, .post, .put, .delete, .connect, .options, .trace, .patch, .query,
    ]

    @Test func allTenMethodsHaveTheirNames() {  // F-03, AD18
        let names = ["GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "QUERY"]
        #expect(Self.all.map(\.rawValue) == names)
    }

    @Test func anUnknownMethodSurvives() {
        let purge: HTTP.Method = "purge"
        #expect(purge.rawValue == "PURGE")
        #expect(purge.isToken)
        #expect(!purge.isSafe)
        #expect(!purge.isIdempotent)
    }

    @Test func safetyAndIdempotenceFollowTheStandard() {  // N7, AD18, RFC 9110 §9.2
        #expect(Self.all.filter(\.isSafe) == [.get, .head, .options, .trace, .query])
        #expect(Self.all.filter(\.isIdempotent) == [.get, .head, .put, .delete, .options, .trace, .query])
    }

    @Test func onlyTokenBytesFormAToken() {
        for text in ["", "GET ", "G ET", "GET\r\n", "GET:", "GÉT", "GET/", "\u{0}", "G\u{7F}T", "(GET)"] {
            #expect(!HTTP.Method(rawValue: text).isToken, "\(text.debugDescription)")
        }
        #expect(HTTP.Method(rawValue: "M-SEARCH!#$%&'*+.^_`|~0").isToken)
    }

    @Test func lettersOutsideASCIIKeepTheirCase() {
        #expect(HTTP.Method(rawValue: "gét").rawValue == "GéT")
    }

    @Test func aDescriptionIsOneLine() {
        #expect(HTTP.Method(rawValue: "GET\r\nX").description == "GET\\u{D}\\u{A}X")
    }
}
