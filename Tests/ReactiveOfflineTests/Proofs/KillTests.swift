#if os(Linux)
    import ReactiveChildProcesses
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveOffline

    /// Ends a process at every system call with which a journal writes, and checks what it leaves (J11).
    @Suite(.serialized, .enabled(if: Strace.isInstalled, "strace is not installed"))
    struct JournalKillTests {
        @Test(arguments: [
            "mkdir", "mkdirat", "openat", "fchmod", "flock", "pwrite64", "ftruncate", "fdatasync", "fsync", "renameat",
            "unlinkat",
        ])
        func aKilledProcessLosesNothingThatWasPromised(call: String) async throws {  // J10, J11
            // Most calls of these kinds are those of the loader, or like many before.
            let step = call == "openat" ? 7 : 1
            var number = 1
            while true {
                if number == 1 || Exhaustive.includes(number / step, oneOf: 3) {
                    guard try await isKilled(at: number, of: call) else { break }
                }
                number += step
            }
            #expect(number > 1 || ["ftruncate", "fchmod"].contains(call), "\(call) is never called")
        }

        /// Kills a process at one of its calls; returns `false` if the process ended before.
        private func isKilled(at number: Int, of call: String) async throws -> Bool {
            let scratch = try Scratch()
            let directory = scratch.url.appending(path: "outbox")
            let output = scratch.url.appending(path: "output")
            _ = FileManager.default.createFile(atPath: output.path, contents: nil)
            let child = Strace.process(
                product: "ReactiveJournalFixture",
                [directory.path],
                injecting: "\(call):signal=KILL:when=\(number)"
            )
            let handle = try FileHandle(forWritingTo: output)
            try child.start(output: handle, errors: ChildProcess.nowhere)
            let status = await child.exitCode
            try handle.close()
            let lines = try String(contentsOf: output, encoding: .utf8).split(separator: "\n")
            let words = lines.map { $0.split(separator: " ").map(String.init) }
            #expect(status == 0 || status == -SIGKILL, "\(call) \(number): \(status) \(lines)")
            if FileManager.default.fileExists(atPath: directory.path) {
                try check(directory, words, "\(call) \(number)")
            }
            return status != 0
        }

        private func check(_ directory: URL, _ words: [[String]], _ place: String) throws {
            func second(_ kind: String) -> [String] { words.filter { $0.first == kind && $0.count > 1 }.map { $0[1] } }
            let (added, ended, sent) = (second("added"), Set(second("ended")), Set(second("sent")))
            let removed = Set(second("removing"))
            let clock = TestScheduler()
            let stub = StubTransport(clock: clock) { _, _ in .status(.created) }
            let configuration = Network.Configuration(retryPolicy: .never)
            let network = Network(configuration: configuration, transport: stub, clock: clock)
            let journal = try RequestJournal(directory, over: network)
            let present = Set(journal.entries.map { URL(string: $0.url)?.path ?? "" })
            for path in added where !present.contains(path) && !ended.contains(path) && !removed.contains(path) {
                // The server has answered, and the record of the end was written before the process could tell.
                #expect(sent.contains(path), "(a) \(place): \(path) is lost")
            }
            #expect(present.isDisjoint(with: ended), "(b) \(place): \(present.intersection(ended))")
            for entry in journal.entries { journal.unpark(entry.id) }
            _ = journal.replay().now()
            #expect(journal.entries.isEmpty, "\(place): \(journal.entries)")
            let keys =
                words.filter { $0.first == "sent" && $0.count > 2 }.map { [$0[1], $0[2]] }
                + stub.requests.map { [$0.url.path, $0.headers["Idempotency-Key"] ?? ""] }
            for (path, pairs) in Dictionary(grouping: Set(keys), by: { $0[0] }) {
                #expect(pairs.count == 1, "(c) \(place): \(path)")
            }
            for lane in ["a", "b", "d"] {
                let order = words.filter { $0.first == "added" && $0.count > 2 && $0[2] == lane }.map { $0[1] }
                let later = stub.requests.map(\.url.path).filter { order.contains($0) }
                #expect(later == order.filter { later.contains($0) }, "(d) \(place)")
            }
            journal.close()
        }
    }
#endif
