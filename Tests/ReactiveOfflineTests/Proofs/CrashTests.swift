import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveOffline

/// A journal keeps its promises wherever its process ends, and whatever of the unsynced bytes is lost (J11).
@Suite struct CrashTests {
    private static let callCount = {
        let disk = MemoryDisk()
        Script(on: disk).run()
        return disk.calls.count
    }()

    @Test func theScriptLosesNothingWithoutACrash() {  // J10
        let disk = MemoryDisk()
        let script = Script(on: disk)
        script.run()
        #expect(script.faults(on: disk) == [])
        #expect(script.log.value.acknowledged.values.joined().count == 19)
        #expect(Self.callCount > 200)
    }

    /// The calls that change nothing. A crash behind one of them is a crash behind the call before.
    private static let readingCalls: Set = ["fstat", "pread", "getdents", "flock", "open"]

    @Test(arguments: 0..<4)
    func aCrashAtAnyCallLosesNothingThatWasPromised(part: Int) {  // J10, J11, J12
        for call in 1...Self.callCount where call % 4 == part {
            for fault in [MemoryDisk.Fault.crashBefore, .crashAfter] {
                let disk = MemoryDisk()
                disk.plan(fault, atCall: call)
                let script = Script(on: disk)
                script.run()
                #expect(disk.isDead, "call \(call) of \(disk.calls.count)")
                let name = disk.calls.last ?? ""
                guard fault == .crashAfter || call == 1, !Self.readingCalls.contains(name) else { continue }
                var losses: [MemoryDisk.Loss] = [.nothing, .everything, .names]
                if name == "pwrite" {
                    let cuts = (0..<disk.lastUnsyncedByteCount).filter { Exhaustive.includes($0, oneOf: 16) }
                    losses += cuts.map { .cut(lastWriteTo: $0) }
                }
                losses += (0..<4).map { .sectors(seed: UInt64(call * 4 + $0)) }
                for loss in losses {
                    let faults = script.faults(on: disk.afterCrash(loss))
                    #expect(faults == [], "call \(call), \(name), \(loss)")
                }
            }
        }
    }

    @Test func aLossOfPowerAfterAKilledProcessLosesNothingThatWasPromised() {  // J10, J11
        for call in 1...Self.callCount {
            let disk = MemoryDisk()
            disk.plan(.crashAfter, atCall: call)
            let script = Script(on: disk)
            script.run()
            guard !Self.readingCalls.contains(disk.calls.last ?? "") else { continue }
            let killed = disk.afterKill()
            let journal = try? script.reopened(on: killed)
            guard case .success = journal?.add(.post("/late"), key: "late").outcome() else {
                Issue.record("call \(call): nothing can be added")
                continue
            }
            for loss in [MemoryDisk.Loss.everything, .names] {
                let lost = killed.afterCrash(loss)
                let late = try? script.reopened(on: lost).entries.last?.url
                #expect(late == "/late", "call \(call), \(disk.calls.last ?? ""), \(loss)")
                #expect(script.faults(on: lost.afterKill()) == [], "call \(call), \(disk.calls.last ?? ""), \(loss)")
            }
        }
    }

    @Test func aLossOfPowerDoesNotBringBackTheFileThatAKilledProcessHasReplaced() throws {  // J11, J14
        let body = String(repeating: "x", count: 60_000)
        func run(on disk: MemoryDisk) throws {
            let journal = try Bench(disk: disk).open()
            for _ in 0..<20 { _ = journal.send(.post("/a", body)).now() }
        }
        let whole = MemoryDisk()
        try run(on: whole)
        let rename = try #require(whole.calls.lastIndex(of: "renameat"))
        let disk = MemoryDisk()
        disk.plan(.crashAfter, atCall: rename + 1)
        try run(on: disk)
        #expect(disk.isDead)
        let killed = disk.afterKill()
        try Bench(disk: killed).open().added(.post("/late"))
        for loss in [MemoryDisk.Loss.everything, .names] {
            let entries = try Bench(disk: killed.afterCrash(loss)).open().entries
            #expect(entries.map(\.url) == ["/late"], "\(loss)")
        }
    }

    private static let faults = [MemoryDisk.Fault.failure(ENOSPC), .failure(EIO), .failure(EINTR), .shortWrite]

    @Test(arguments: faults.indices)
    func aFailureOfAnyCallLosesNothingThatWasPromised(index: Int) {  // J10, J13
        let fault = Self.faults[index]
        for call in 1...Self.callCount where Exhaustive.includes(call + index, oneOf: Self.faults.count) {
            let disk = MemoryDisk()
            disk.plan(fault, atCall: call)
            let script = Script(on: disk)
            script.run()
            let faults = script.faults(on: disk.afterCrash(.nothing))
            #expect(faults == [], "call \(call)")
        }
    }
}

/// Each byte of a file is wrong once (J12).
@Suite struct BitFlipTests {
    @Test(arguments: 0..<4)
    func aWrongByteCostsOneRecordAtMost(part: Int) throws {  // J10, J12
        let bench = Bench(script: [.status(.ok), .status(.serviceUnavailable)])
        let journal = try bench.open()
        for index in 1...20 { try journal.added(.post("/\(index)"), key: index > 10 ? "last" : "first") }
        #expect(journal.replay().now().map(\.short) == ["delivered 1", "kept 2", "kept 11"])
        _ = journal.cancel(20).outcome()
        journal.close()
        let file = bench.file
        let ranges = records(of: file)
        var random = SystemRandomNumberGenerator()
        for index in file.indices where index % 4 == part && Exhaustive.includes(index / 4, oneOf: 4) {
            var bytes = file
            bytes[index] ^= UInt8.random(in: 1...255, using: &random)
            let disk = MemoryDisk()
            let damaged = Bench(disk: disk)
            try damaged.open().close()
            disk.setContent(bytes, of: "/outbox/journal")
            let opened: RequestJournal
            do {
                opened = try damaged.open()
            } catch {
                Issue.record("byte \(index): \(error)")
                continue
            }
            let ids = Set(opened.entries.map(\.id))
            let touched = ranges.first { $0.range.contains(index) }
            for id in UInt64(1)...20 where touched?.id != id {
                #expect(ids.contains(id) == (2...19).contains(id), "byte \(index), entry \(id)")
            }
        }
    }

    @Test func aWrongLengthThatLeadsToALaterRecordCostsOneRecord() throws {  // J12
        let bench = Bench()
        let journal = try bench.open()
        for index in 1...9 { try journal.added(.post("/\(index)")) }
        journal.close()
        let ranges = records(of: bench.file).map(\.range)
        var bytes = bench.file
        let length = UInt32(ranges[7].lowerBound - ranges[2].lowerBound - 17)
        let place = ranges[2].lowerBound + 4
        for index in 0..<4 { bytes[place + index] = UInt8(truncatingIfNeeded: length >> (8 * UInt32(index))) }
        bench.disk.setContent(bytes, of: "/outbox/journal")
        #expect(try bench.open().entries.map(\.id) == [1, 2, 4, 5, 6, 7, 8, 9])
    }

    private func records(of file: [UInt8]) -> [(range: Range<Int>, id: UInt64)] {
        var records: [(range: Range<Int>, id: UInt64)] = []
        var offset = 16
        while offset < file.count {
            let end = offset + 17 + Int(file.number(UInt32.self, at: offset + 4))
            let textCount = Int(file.number(UInt32.self, at: offset + 17))
            let text = (offset + 21)..<(offset + 21 + textCount)
            var reader = RecordTextReader(file, text)
            records.append((offset..<end, Record.Change(&reader)?.id ?? 0))
            offset = end
        }
        return records
    }
}
