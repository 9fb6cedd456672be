import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import Testing

@Suite struct JSONValueTests {
    @Test func literalsCreateEveryKindOfValue() {
        let value: JSONValue = [
            "null": nil, "bool": true, "int": 1, "double": 1.5, "string": "s", "array": [1, "a", nil],
            "object": ["k": 2],
        ]
        #expect(value["null"]?.isNull == true)
        #expect(value["bool"]?.bool == true)
        #expect(value["int"]?.int == 1)
        #expect(value["double"]?.double == 1.5)
        #expect(value["string"]?.string == "s")
        #expect(value["array"]?[1]?.string == "a")
        #expect(value["array"]?[2] == .null)
        #expect(value["object"]?["k"]?.int == 2)
        #expect(value["absent"] == nil)
    }

    @Test func anAccessorForAnotherKindReturnsNil() {
        let values: [JSONValue] = [nil, true, 1, 1.5, "1", [1], ["1": 1]]
        #expect(values.map { $0.isNull } == [true, false, false, false, false, false, false])
        #expect(values.map { $0.bool } == [nil, true, nil, nil, nil, nil, nil])
        #expect(values.map { $0.int } == [nil, nil, 1, nil, nil, nil, nil])
        #expect(values.map { $0.double } == [nil, nil, 1, 1.5, nil, nil, nil])
        #expect(values.map { $0.string } == [nil, nil, nil, nil, "1", nil, nil])
        #expect(values.map { $0.array?.count } == [nil, nil, nil, nil, nil, 1, nil])
        #expect(values.map { $0.object?.count } == [nil, nil, nil, nil, nil, nil, 1])
        #expect(values.map { $0[0] == nil } == [true, true, true, true, true, false, true])
        #expect(values[5][1] == nil)
        #expect(values[5][-1] == nil)
    }

    @Test func theDescriptionIsCompactJSONWithSortedKeys() {
        let value: JSONValue = ["b": [1, 2.5, nil], "a": ["z": true, "y": "\"\n"], "c": 1e300]
        #expect("\(value)" == #"{"a":{"y":"\"\n","z":true},"b":[1,2.5,null],"c":1e+300}"#)
    }

    @Test func prettyJSONPutsEachMemberOnALine() throws {  // F-09
        let value: JSONValue = ["b": [1], "a": [:], "c": []]
        let text = String(decoding: try value.data(.pretty), as: UTF8.self)
        #expect(text == "{\n  \"a\": {},\n  \"b\": [\n    1\n  ],\n  \"c\": []\n}")
        #expect(try JSONValue(parsing: text) == value)
    }

    @Test(arguments: [
        "9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775808",
        "18446744073709551615", "99999999999999999999999999999999999999", "-99999999999999999999999999999999999999",
        "0.1", "-1.5e-07", "12345678901234567890",
    ]) func numbersKeepTheirDigits(digits: String) throws {
        let value = try JSONValue(parsing: digits)
        #expect(value.description.replacing("e-7", with: "e-07") == digits)
        #expect(try JSONValue(parsing: value.data()) == value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: Data("[\(digits)]".utf8)) == [value])
    }

    @Test func numbersAtTheLimitsOfTheirTypesAreConvertedExactly() throws {
        #expect(try JSONValue(parsing: "1e-999") == 0)
        #expect(try JSONValue(parsing: "-0") == 0)
        #expect(try JSONValue(parsing: "9223372036854775808").int == nil)
        #expect(try JSONValue(parsing: "1e2").int == 100)
        #expect(try JSONValue(parsing: "1.7976931348623157e308").double == .greatestFiniteMagnitude)
        let long = String(repeating: "9", count: 400)
        #expect(throws: JSONError.self) { try JSONValue(parsing: long) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: "-1e999") }
        for text in [long, "1e999", "[1e999]"] {
            #expect(throws: (any Error).self) { try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) }
        }
        #expect(try JSONValue(parsing: String(repeating: "9", count: 39)).double == 1e39)
    }

    @Test func wholeNumbersOfEveryTypeKeepTheirDigits() {
        #expect(JSONValue(UInt64.max).description == "18446744073709551615")
        #expect(JSONValue(Int128(UInt64.max) + 1).description == "18446744073709551616")
        #expect(JSONValue(UInt8.max) == 255)
        #expect(JSONValue(UInt64.max).int == nil)
        #expect(JSONValue(UInt64.max).double == 18_446_744_073_709_551_616)
    }

    @Test func numbersAreEqualIfTheirValuesAre() throws {
        #expect(JSONValue.integer(1) == .number(1))
        #expect(JSONValue.decimal(1) == .integer(1))
        #expect(JSONValue.decimal(Decimal(string: "1.25")!) == .number(1.25))
        #expect(JSONValue.integer(9_007_199_254_740_993) != .number(9_007_199_254_740_992))
        #expect(JSONValue.integer(1) != .bool(true))
        #expect(JSONValue.integer(1) != .string("1"))
        let spellings = try ["1", "1.0", "10e-1"].map { try JSONValue(parsing: $0) }
        #expect(Set(spellings + [.decimal(1)]).count == 1)
    }

    @Test func everyKindOfValueIsCodable() throws {
        let value: JSONValue = ["a": [nil, true, 1, 1.5, "s", ["k": [:]]], "big": .init(UInt64.max)]
        let data = try JSONEncoder().encode(value)
        #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
        #expect(try JSONValue(parsing: data) == value)
    }

    @Test func valuesConvertFromEncodableAndToDecodableTypes() throws {
        let value = try JSONValue(encoding: Todo(id: 1, title: "Ape"))
        #expect(value == ["id": 1, "title": "Ape"])
        #expect(try value.decoded(as: Todo.self) == Todo(id: 1, title: "Ape"))
    }

    @Test func unrepresentableValuesAreRejectedWithTheirPath() {
        let value: JSONValue = ["a": [1, ["n": .number(.nan)]]]
        let error = #expect(throws: JSONError.self) { try value.data() }
        #expect(error?.description == "a[1].n: nan is not a JSON number")
        #expect("\(value)" == #"{"a":[1,{"n":nan}]}"#)
    }

    @Test func nestingDepthIsLimitedForReadingAndWriting() throws {
        func nested(_ levels: Int) -> JSONValue { (1..<levels).reduce([]) { inner, _ in [inner] } }
        #expect(try JSONValue(parsing: nested(128).data()) == nested(128))
        #expect(throws: JSONError.self) { try nested(129).data() }
        #expect("\(nested(600))".contains("…"))
        let deep = String(repeating: "[", count: 100_000)
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: deep) }
        #expect(error?.reason == "it is nested deeper than 128 levels")
    }

    @Test func theDeepestJSONFitsOnTheStackOfADispatchThread() async {
        let isSame = await onSmallStack {
            let text = String(repeating: #"{"a":["#, count: 64) + String(repeating: "]}", count: 64)
            return (try? JSONValue(parsing: text)).map { "\($0)" } == text
        }
        #expect(isSame)
    }
}
