import Foundation
import ReactiveCacheProbe
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache
@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

/// Files that are not as they were written.
@Suite struct DiskCacheStoreDamageTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func open() throws -> CacheProbe {
        let directory = folder.file("cache")
        return CacheProbe(try DiskCacheStore(directory: directory, maxByteCount: 4_000_000, on: ImmediateScheduler()))
    }

    private func url(_ path: String) -> URL { folder.url.appendingPathComponent(path) }

    /// Reads a record from another start of the store, as a cache does; `nil` if it counts as missing.
    private func read(_ name: String) throws -> (metadata: CacheMetadata, body: Data)? {
        let probe = try open()
        guard let record = try probe.records(name).first else { return nil }
        do throws(CacheStoreError) {
            return (record.metadata, try probe.body(of: record))
        } catch {
            #expect(error.kind == .corrupt)
            #expect(try CacheProbe.value(probe.store.remove([record])) == 1)
            return nil
        }
    }

    /// Replaces a file in place by other bytes.
    private func write(_ bytes: Data, to path: String) throws {
        try bytes.write(to: url(path), options: [])
        chmod(url(path).path, 0o600)
    }

    @Test func eachFlippedByteOfAShortRecordIsFound() throws {  // HC-25
        try open().put("a", tag: 1, size: 100)
        let expected = try #require(try read("a"))
        let head = try #require(folder.heads.first)
        let whole = try Data(contentsOf: url(head))
        for index in whole.indices {
            for mask: UInt8 in [0x01, 0x80, 0xFF] {
                var damaged = whole
                damaged[index] ^= mask
                try write(damaged, to: head)
                #expect(try read("a") == nil, "byte \(index) ^ \(mask)")
                #expect(folder.heads.isEmpty, "byte \(index) ^ \(mask)")
            }
        }
        try write(whole, to: head)
        let again = try #require(try read("a"))
        #expect(again.metadata == expected.metadata && again.body == expected.body)
    }

    @Test func flippedBytesOfALongBodyAreFoundBeforeDelivery() throws {  // HC-25, H41
        let record = try open().put("a", tag: 1, size: 150_000)
        let path = try #require(folder.bodies.first)
        let whole = try Data(contentsOf: url(path))
        let content = CacheProbe.content(tag: 1, size: 150_000, of: record.key)
        let edges = [0, 65_560, 65_568, 131_104, 131_112, whole.count].flatMap { ($0 - 30)..<($0 + 30) }
        for index in edges + Array(stride(from: 0, to: whole.count, by: 997)) where whole.indices.contains(index) {
            var damaged = whole
            damaged[index] ^= 1 << (index % 8)
            try write(damaged, to: path)
            let probe = try open()
            let store = try #require(probe.store as? DiskCacheStore)
            let finding = try CacheProbe.value(store.records(for: record.key, in: [CachePartition("")]) { $0.first })
            #expect(finding.records.map(\.id) == [record.id] && finding.body == nil, "byte \(index)")
            do {
                let body = try CacheProbe.value(probe.store.body(of: record))
                var delivered = Data()
                // All blocks before the damaged one are delivered, and nothing of it.
                #expect(throws: CacheStoreError.self) {
                    while delivered.count < 150_000 {
                        let start = Int64(delivered.count)
                        delivered += try CacheProbe.value(body.bytes(in: start..<150_000))
                    }
                }
                #expect(delivered == content.prefix(delivered.count))
                #expect(delivered.count == (index - 24) / 65_544 * 65_536, "byte \(index)")
            } catch {
                #expect(index < 24 && error.kind == .corrupt, "byte \(index): \(error)")
            }
        }
    }

    @Test(arguments: [100, 66_000]) func aFileOfAnotherLengthThanStatedIsBroken(size: Int) throws {  // H41
        for path in 0..<(size > 65_536 ? 2 : 1) {
            try open().put("a", tag: 1, size: size)
            let path = path == 0 ? folder.heads[0] : folder.bodies[0]
            let head = folder.heads[0]
            let headBytes = try Data(contentsOf: url(head))
            let whole = try Data(contentsOf: url(path))
            let lengths =
                whole.count < 2_000 ? Array(0..<whole.count) : Array(stride(from: 0, to: whole.count, by: 499))
            for length in lengths {
                try write(whole.prefix(length), to: path)
                #expect(try read("a") == nil, "\(length) of \(whole.count)")
                try write(headBytes, to: head)
            }
            try write(whole + [0], to: path)
            #expect(try read("a") == nil)
            _ = try CacheProbe.value(open().store.removeAll())
        }
    }

    @Test func sizesInFilesAreNotTrusted() throws {  // H41
        try open().put("a", tag: 1, size: 100)
        let head = try #require(folder.heads.first)
        let name = try #require(EntryName(String(head.split(separator: "/").last ?? "")))
        let whole = try Data(contentsOf: url(head))
        for (headByteCount, place, bodyByteCount) in [
            (UInt32.max, 1, 100), (0, 1, 100), (1 << 20, 1, 100), (UInt32(1 << 20) + 1, 1, 100),
            (UInt32(whole.count - 156), 1, Int64.max), (UInt32(whole.count - 156), 0, Int64.max),
            (UInt32(whole.count - 156), 0, -1), (UInt32(whole.count - 156), 7, 100), (0, 0, 1 << 60),
        ] as [(UInt32, UInt32, Int64)] {
            var prefix = StoreBytesWriter()
            prefix.write(name.number)
            prefix.write(headByteCount)
            prefix.write(place)
            prefix.write(bodyByteCount)
            var bytes = Data("RNHEAD01".utf8) + prefix.bytes + whole[32..<40]
            bytes.appendChecksum(seed: name.number)
            try write(bytes + whole.dropFirst(48), to: head)
            #expect(try read("a") == nil, "\(headByteCount), \(place), \(bodyByteCount)")
        }
    }

    @Test func aFileOfATerabyteTakesNoMemory() throws {  // H41
        try open().put("a", tag: 1, size: 100)
        for path in try [#require(folder.heads.first), "cache/state", "cache/salt"] {
            if path == "cache/salt" { _ = try CacheProbe.value(open().store.salt()) }
            #expect(truncate(url(path).path, 1 << 40) == 0)
            #expect(try read("a") == nil)
            #expect(try CacheProbe.value(open().store.salt()).count == 32)
            let probe = try open()
            try probe.put("b", tag: 1, size: 100, replacing: probe.records("b"))
            #expect(try open().checkAll() == ["b": [1]])
            unlink(url(path).path)
        }
    }

    @Test func aHeadThatCouldNotBeSentIsBroken() throws {  // H41
        let probe = try open()
        for value in ["a\r\nb", "a\nb", "a\rb", "a\0b"] {
            let writer = try CacheProbe.value(
                probe.store.writer(for: CacheProbe.key("a"), in: CachePartition(""), expecting: nil)
            )
            let time = CacheTime(wall: Date(timeIntervalSinceReferenceDate: 0), instant: .zero, epoch: 1)
            let head = ResponseHead(status: .ok, headers: ["X": value])
            let metadata = CacheMetadata(head: head, requested: time, received: time)
            _ = try CacheProbe.value(writer.commit(metadata, replacing: []))
            let reports = probe.store.reports.record()
            #expect(try probe.records("a").isEmpty)
            #expect(reports.values.contains(.corrupt(recordCount: 1)))
            #expect(folder.heads.isEmpty)
        }
    }

    @Test func theFileOfAnotherURLIsBroken() throws {  // H41
        try open().put("a", tag: 1, size: 100)
        let head = try #require(folder.heads.first)
        let name = try #require(EntryName(String(head.split(separator: "/").last ?? "")))
        let other = EntryName(
            key: EntryName.digits(of: CacheProbe.key("b")),
            partition: name.partition,
            number: name.number
        )
        try FileManager.default.createDirectory(at: url("cache/\(other.folder)"), withIntermediateDirectories: true)
        chmod(url("cache/\(other.folder)").path, 0o700)
        try FileManager.default.moveItem(at: url(head), to: url("cache/\(other.folder)/\(other.text)"))
        #expect(try read("b") == nil)
        #expect(try open().all().isEmpty)
    }

    @Test func blocksInAnotherOrderAreBroken() throws {  // H41
        let record = try open().put("a", tag: 1, size: 131_072)
        let path = try #require(folder.bodies.first)
        let whole = try Data(contentsOf: url(path))
        try write(whole[..<24] + whole[65_568...] + whole[24..<65_568], to: path)
        #expect(throws: CacheStoreError.self) { try open().body(of: record) }
        try open().put("b", tag: 1, size: 131_072)
        // A block of another record.
        let other = try #require(folder.bodies.first { $0 != path })
        let otherWhole = try Data(contentsOf: url(other))
        try write(whole[..<24] + otherWhole[24...], to: path)
        #expect(throws: CacheStoreError.self) { try open().body(of: record) }
    }

    @Test(arguments: ["link", "directory", "pipe", "shared", "directories of links"])
    func anEntryThatIsNoFileOfTheStoreIsCorrupt(kind: String) throws {  // H40
        try open().put("a", tag: 1, size: 100)
        let head = url(try #require(folder.heads.first)).path
        let secret = folder.file("secret").path
        rename(head, secret)
        switch kind {
        case "link": #expect(symlink(secret, head) == 0)
        case "directory": #expect(mkdir(head, 0o700) == 0)
        case "pipe": #expect(mkfifo(head, 0o600) == 0)
        case "shared":
            rename(secret, head)
            chmod(head, 0o666)
        default:
            let parent = (head as NSString).deletingLastPathComponent
            rename(secret, head)
            rename(parent, folder.file("elsewhere").path)
            #expect(symlink(folder.file("elsewhere").path, parent) == 0)
            #expect(throws: CacheStoreError.self) { try open().records("a") }
            return
        }
        #expect(try read("a") == nil)
        var status = stat()
        #expect(lstat(head, &status) != 0)
        #expect(kind != "link" || FileManager.default.fileExists(atPath: secret))
    }

    @Test func aDamagedStateIsCountedAnew() throws {  // H39, H40
        for index in 0..<5 { try open().put("n\(index)", tag: index, size: 100_000) }
        let path = "cache/state"
        let whole = try Data(contentsOf: url(path))
        let damages = [Data(), Data("x".utf8), whole.dropLast(), Data(whole.reversed()), Data(count: 100)]
        for (index, damage) in damages.enumerated() {
            try write(damage, to: path)
            let probe = try open()
            let reports = probe.store.reports.record()
            try probe.put("new", tag: 9, size: 100 + index, replacing: probe.records("new"))
            guard case .size(let byteCount, let recordCount)? = reports.values.last else {
                Issue.record("no size was reported")
                continue
            }
            #expect(recordCount == 6)
            #expect(byteCount >= Int64(folder.byteCount) && byteCount < Int64(folder.byteCount) + 6_000)
        }
        #expect(try open().checkAll().count == 6)
    }

    @Test func aDamagedSaltIsMadeAnew() throws {  // H19
        let salt = try CacheProbe.value(open().store.salt())
        let whole = try Data(contentsOf: url("cache/salt"))
        for damage in [Data(), whole.dropLast(), whole + [1], Data(count: whole.count)] {
            try write(damage, to: "cache/salt")
            let new = try CacheProbe.value(open().store.salt())
            #expect(new.count == 32 && new != salt)
            #expect(try CacheProbe.value(open().store.salt()) == new)
        }
    }
}
