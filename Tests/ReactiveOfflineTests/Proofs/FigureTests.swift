import Foundation
import ReactiveNetworking
import ReactiveTesting
import Testing

@testable import ReactiveOffline

/// The figures of the contract that do not depend on the compiler; `.ci/counts` measures the others.
@Suite struct FigureTests {
    @Test func theFileStaysSmallHoweverManyEntriesComeAndGo() throws {  // J14
        let bench = Bench()
        let opened = try JournalStore.open(path: "/outbox", bench.disk, bench.configuration())
        var (store, index) = (opened.store, opened.index)
        // The size depends on what was written since the file was written anew, and not on the number of entries.
        var largest: Int64 = 0
        var recipe = Recipe(key: "key", method: .post, url: "/orders", origin: "https://test.a:443")
        recipe.idempotencyKey = UUID().uuidString
        recipe.body = .inline(byteCount: 500)
        for number in 1...20_000 as ClosedRange<UInt64> {
            recipe.id = number
            var batch = store.batch
            let byteCount = try batch.add(recipe, body: Data(count: 500)).count
            let offset = try store.append(batch)
            index.insert(
                JournalIndex.Item(recipe, number: batch.number, offset: offset, byteCount: Int64(byteCount))
            )
            batch = store.batch
            try batch.add(.begun, Record.Change(id: number))
            try batch.add(.ended, Record.Change(id: number), end: .delivered)
            _ = try store.append(batch)
            index.remove(number)
            largest = max(largest, store.byteCount)
            if store.isWasteful(index) { try store.compact(&index) }
        }
        #expect(largest < 3 << 20)
        #expect(bench.disk.files["/outbox/journal"].map(\.count) ?? .max < 3 << 20)
        #expect(try JournalStore.inspected(bench.disk) == 20_000)
    }

    @Test func anEntryTakesLittleMemory() {
        // An object with its header, in the table by number, which is at least three eighths full, and in the order.
        let object = MemoryLayout<JournalIndex.Item>.stride + 16
        let table = 2 * MemoryLayout<UInt64>.stride * 8 / 3 + 2 * MemoryLayout<UInt64>.stride
        // The only text beside the URL and the fields that does not fit into its place.
        let idempotencyKey = 32 + UUID().uuidString.utf8.count + 1
        #expect(object + table + idempotencyKey <= 512)
    }
}

extension JournalStore {
    /// The highest number of an entry that the file knows.
    fileprivate static func inspected(_ disk: MemoryDisk) throws -> UInt64 {
        let folder = try Folder.opening(path: "/outbox", disk)
        guard let file = try folder.file(fileName, .reading) else { return 0 }
        return try Contents(file, sealedBy: nil, searching: false).index.lastID
    }
}
