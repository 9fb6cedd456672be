import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

@testable import ReactiveOffline

@Suite struct RecordTests {
    @Test func aFileHasTheLayoutOfTheContract() throws {  // J6
        let bench = Bench()
        let journal = try bench.open()
        try journal.added(.post("/a", "body"), Request(.get, "/b"))
        journal.removeAll()
        let file = bench.file
        #expect(Array(file[..<8]) == Array("RNJOURNL".utf8))
        #expect(file.number(UInt32.self, at: 8) == 1)
        #expect(file.number(UInt32.self, at: 12) == CRC32C.checksum(file[..<12]))
        var offset = 16
        var kinds: [UInt8] = []
        var numbers: [UInt64] = []
        var texts: [String] = []
        while offset < file.count {
            let count = Int(file.number(UInt32.self, at: offset + 4))
            let end = offset + 17 + count
            #expect(file.number(UInt32.self, at: offset) == CRC32C.checksum(file[(offset + 4)..<end]))
            numbers.append(file.number(UInt64.self, at: offset + 8))
            kinds.append(file[offset + 16])
            let textCount = Int(file.number(UInt32.self, at: offset + 17))
            texts.append(String(decoding: file[(offset + 21)..<(offset + 21 + textCount)], as: UTF8.self))
            if kinds.count == 1 { #expect(String(decoding: file[(end - 4)..<end], as: UTF8.self) == "body") }
            offset = end
        }
        #expect(kinds == [1, 1, 3, 3])
        #expect(numbers == [1, 2, 3, 4])
        #expect(
            texts == [
                #"{"added":1700000000000,"body":4,"id":1,"idempotency":"key-1","key":"","method":"POST","#
                    + #""origin":"https://test.a:443","type":"text/plain; charset=utf-8","until":1700604800000,"url":"/a"}"#,
                #"{"added":1700000000000,"id":2,"key":"","method":"GET","origin":"https://test.a:443","#
                    + #""until":1700604800000,"url":"/b"}"#,
                #"{"how":"cancelled","id":1}"#, #"{"how":"cancelled","id":2}"#,
            ]
        )
        for text in texts {
            let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
            let sorted = try JSONSerialization.data(
                withJSONObject: object,
                options: [.sortedKeys, .withoutEscapingSlashes]
            )
            #expect(String(decoding: sorted, as: UTF8.self) == text)
        }
    }

    @Test(arguments: ["", "a\"b\\c", "\u{0}\u{1F}\n\t", "ü😃\u{2028}", "\u{7F}"])
    func anyTextIsReadAsItWasWritten(text: String) {  // J6
        var writer = RecordText()
        writer.open("{")
        writer.name("a")
        writer.string(text)
        writer.name("b")
        writer.number(.min)
        writer.close("}")
        var reader = RecordTextReader(writer.bytes, 0..<writer.bytes.count)
        let isOpen = reader.open("{")
        #expect(isOpen)
        #expect(reader.nextName() == "a")
        #expect(reader.string() == text)
        #expect(reader.nextName() == "b")
        #expect(reader.number() == .min)
        #expect(reader.nextName() == nil)
        #expect(reader.isWhole)
    }

    @Test func unknownMembersAreSkipped() throws {  // J8
        let text = Array(
            #" { "a" : [1, {"x": [null, "]"]}, true], "id" : 7, "z" : {"id": 8}, "parked" : "why\u0021" } "#.utf8
        )
        var reader = RecordTextReader(text, 0..<text.count)
        let change = try #require(Record.Change(&reader))
        #expect(change.id == 7)
        #expect(change.reason == "why!")
    }

    @Test(arguments: [
        "", "{", "}", "{\"", "{\"id\"", "{\"id\":", "{\"id\":}", "{\"id\":99999999999999999999}", "{\"id\":\"1\"}",
        "{\"id\":-1}", "{\"x\":[[[[}", "{\"x\":\"\\u00", "[]", "{\"parked\":1}", "{}",
        "{\"x\":" + String(repeating: "[", count: 100_000),
    ])
    func malformedRecordTextIsRefused(text: String) {  // J8
        let bytes = Array(text.utf8)
        var reader = RecordTextReader(bytes, 0..<bytes.count)
        #expect(Record.Change(&reader) == nil)
        var second = RecordTextReader(bytes, 0..<bytes.count)
        var recipe = Recipe()
        let isRecipe = recipe.read(&second)
        #expect(!isRecipe)
    }

    @Test func aNewerVersionIsNotTouched() throws {  // J8, JC-18
        let bench = Bench()
        try bench.open().added(.post("/a"))
        let old = bench.file
        var newer = old
        newer[8] = 2
        newer.set(CRC32C.checksum(newer[..<12]), at: 12)
        bench.disk.setContent(newer, of: "/outbox/journal")
        #expect(throws: JournalError.newerVersion(2)) { try bench.open() }
        #expect(bench.file == newer)

        // The kind of the only record is changed.
        for (kind, isKnown) in [(UInt8(6), false), (127, false), (128, true), (255, true)] {
            var other = old
            other[16 + 16] = kind
            other.set(CRC32C.checksum(other[20...]), at: 16)
            bench.disk.setContent(other, of: "/outbox/journal")
            if isKnown {
                let journal = try bench.open()
                #expect(journal.entries.isEmpty)
                try journal.added(.post("/b"))
                #expect(bench.file.number(UInt64.self, at: other.count + 8) == 2)
            } else {
                #expect(throws: JournalError.newerVersion(1)) { try bench.open() }
                #expect(bench.file == other)
            }
        }
    }
}
