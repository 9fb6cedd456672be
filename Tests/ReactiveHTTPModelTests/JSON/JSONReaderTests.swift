import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import Testing

@Suite struct JSONReaderTests {
    private func failure(_ text: String) -> String? {
        do {
            _ = try JSONValue(parsing: text)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        ("", "the text ends too early (at byte 0)"),
        (" ", "the text ends too early (at byte 1)"),
        ("{\"a\":[1,", "a[1]: the text ends too early (at byte 8)"),
        ("[1,]", "[1]: a value is expected here (at byte 3)"),
        ("[1 2]", "a comma or a ] is expected here (at byte 3)"),
        ("{\"a\":1,}", "a name in quotes is expected here (at byte 7)"),
        ("{\"a\" 1}", "a colon is expected here (at byte 5)"),
        ("{a:1}", "a name in quotes is expected here (at byte 1)"),
        ("1 1", "there is more text after the value (at byte 2)"),
        ("01", "a number must not begin with a zero (at byte 0)"),
        ("-", "the text ends too early (at byte 1)"),
        ("1.x", "a digit is expected here (at byte 2)"),
        ("+1", "a value is expected here (at byte 0)"),
        ("NaN", "a value is expected here (at byte 0)"),
        ("nul", "a value is expected here (at byte 0)"),
        ("{\"a\":{\"b\":1e999}}", "a.b: the number is too large (at byte 10)"),
        ("\"\\ud800\"", "half of a surrogate pair (at byte 3)"),
        ("\"\\udc00\"", "half of a surrogate pair (at byte 3)"),
        ("\"\\ud800\\u0041\"", "half of a surrogate pair (at byte 3)"),
        ("\"\\x\"", "the escape is not valid (at byte 2)"),
        ("\"\\u+123\"", "four hexadecimal digits are expected here (at byte 3)"),
        ("\"a\nb\"", "a control character must be escaped (at byte 2)"),
        ("\"a", "the text ends too early (at byte 2)"),
        ("ff^%^$", "a value is expected here (at byte 0)"),
    ]) func invalidJSONIsRejectedWithItsPosition(text: String, expected: String) {  // C-43
        #expect(failure(text) == expected)
    }

    @Test func invalidUTF8IsRejected() {
        for bytes: [UInt8] in [[0x22, 0xFF, 0x22], [0x22, 0x5C, 0x6E, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] {
            let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Data(bytes)) }
            #expect(error?.reason == "the text is not UTF-8")
        }
    }

    @Test func invalidUTF16AndUTF32AreRejected() {
        let half: [UInt8] = [0x22, 0, 0x00, 0xD8, 0x22, 0]
        let odd: [UInt8] = [0x22, 0, 0x41, 0, 0x22]
        let large: [UInt8] = [0x22, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F, 0x22, 0, 0, 0]
        for bytes in [half, odd, large, [0xFF, 0xFE] + half, [0xFF, 0xFE] + odd] {
            let error = #expect(throws: JSONError.self) { try JSONValue(parsing: Data(bytes)) }
            #expect(error?.reason.hasPrefix("the text is not valid") == true)
        }
    }

    @Test(arguments: [
        String.Encoding.utf8, .utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian, .utf32LittleEndian,
    ]) func everyUnicodeEncodingIsDetected(encoding: String.Encoding) throws {
        for text in ["{\"é\":\"😀\"}", "[1]", "10"] {
            let data = try #require(text.data(using: encoding))
            #expect(try JSONValue(parsing: data) == JSONValue(parsing: text))
        }
        #expect(try JSONValue(parsing: Data([0xEF, 0xBB, 0xBF, 0x31])) == 1)
    }

    @Test func escapesAreDecoded() throws {
        let text = #""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00\u0000x""#
        #expect(try JSONValue(parsing: text) == "\"\\/\u{8}\u{C}\n\r\té😀\0x")
    }

    @Test func theLastOfDuplicateKeysCounts() throws {
        #expect(try JSONValue(parsing: #"{"a":1,"a":2}"#) == ["a": 2])
    }

    @Test func whitespaceIsAllowedBetweenAllTokens() throws {
        #expect(try JSONValue(parsing: " \t\r\n{ \"a\" : [ 1 , { } , [ ] ] } ") == ["a": [1, [:], []]])
    }

    @Test func randomValuesSurviveARoundTrip() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SplitMix(state: seed)
        for _ in 0..<300 {
            let value = JSONValue.random(using: &random, depth: 4)
            let data = try value.data()
            #expect(try JSONValue(parsing: data) == value, "seed \(seed)")
            #expect(try JSONValue(parsing: value.data(.pretty)) == value, "seed \(seed)")
            #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value, "seed \(seed)")
        }
    }
}
