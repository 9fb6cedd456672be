import Foundation
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache
@testable import ReactiveNetworking

@Suite struct StoreFileTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private static func seed(_ index: Int) -> UInt64 { 7 &+ UInt64(index) }

    /// Returns a file with blocks, each with its checksum, behind three other bytes.
    private func file(_ bytes: Data, inBlocksOf blockByteCount: Int) throws -> StoreFile {
        let file = try StoreDirectory(path: folder.file("store").path).creatingFile("blocks")
        try file.write(Data([1, 2, 3]), at: 0)
        var offset: Int64 = 3
        for (index, start) in stride(from: 0, to: bytes.count, by: blockByteCount).enumerated() {
            let block = bytes[start..<min(start + blockByteCount, bytes.count)]
            try file.writeChecked(Data(block), seed: Self.seed(index), at: offset)
            offset += Int64(block.count + StoreChecksum.byteCount)
        }
        return file
    }

    private static func bytes(_ count: Int) -> Data { Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }) }

    /// With blocks of a byte, there are more pieces of memory than the system fills at once.
    @Test(arguments: [(0, 10), (1, 10), (10, 10), (11, 10), (100, 10), (3_000, 1)])
    func severalBlocksAreReadIntoOnePiece(count: Int, blockByteCount: Int) throws {  // H41
        let bytes = Self.bytes(count)
        let file = try file(bytes, inBlocksOf: blockByteCount)
        #expect(try file.readChecked(count, inBlocksOf: blockByteCount, at: 3, seed: Self.seed) == bytes)
    }

    @Test(arguments: [1, 7, 8, 9, 18, 100]) func aFileThatIsTooShortIsDamaged(missing: Int) throws {  // H41
        let file = try file(Self.bytes(95), inBlocksOf: 10)
        let path = folder.file("store/blocks").path
        let length = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        #expect(length == 3 + 95 + 10 * StoreChecksum.byteCount)
        #expect(truncate(path, off_t(length - missing)) == 0)
        let error = #expect(throws: CacheStoreError.self) {
            try file.readChecked(95, inBlocksOf: 10, at: 3, seed: Self.seed)
        }
        #expect(error?.kind == .corrupt)
    }

    @Test func everyBlockIsChecked() throws {  // H41
        let bytes = Self.bytes(95)
        for index in 0..<10 {
            let file = try file(bytes, inBlocksOf: 10)
            try file.write(Data([bytes[10 * index] ^ 1]), at: Int64(3 + 18 * index))
            let error = #expect(throws: CacheStoreError.self) {
                try file.readChecked(95, inBlocksOf: 10, at: 3, seed: Self.seed)
            }
            #expect(error?.kind == .corrupt)
        }
    }

    @Test func readingPastTheEndOfAFileGivesFewerBytes() throws {  // H41
        let file = try file(Data(), inBlocksOf: 10)
        #expect(try file.read(10, at: 0) == Data([1, 2, 3]))
        #expect(try file.read(10, at: 2) == Data([3]))
        #expect(try file.read(10, at: 3) == Data())
    }

    #if os(Linux)
        /// Gives fewer bytes than are asked for, a page at most.
        private static let pages = "/proc/kallsyms"

        @Test(.enabled(if: access(pages, R_OK) == 0, "the system does not show its symbols"))
        func readingContinuesAfterAShortRead() throws {  // H41
            let expected = try #require(try FileHandle(forReadingAtPath: Self.pages)?.read(upToCount: 50_000))
            let file = StoreFile(adopting: open(Self.pages, O_RDONLY))
            #expect(try expected.count == 50_000 && file.read(50_000, at: 0) == expected)
        }
    #endif
}
