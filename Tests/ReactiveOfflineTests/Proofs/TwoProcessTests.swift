#if os(Linux)
    import ReactiveChildProcesses
    import Foundation
    import ReactiveNetworking
    import ReactiveOffline
    import ReactiveTesting
    import Testing

    /// Tests of two processes that use one directory.
    @Suite struct TwoProcessTests {
        private let scratch: Scratch
        private let directory: URL

        init() throws {
            scratch = try Scratch()
            directory = scratch.url.appending(path: "outbox")
        }

        private func open() throws -> RequestJournal {
            try RequestJournal(directory, over: Network(clock: TestScheduler()))
        }

        /// Runs the fixture to its end, and returns the last line that it writes.
        private func lastLine() async throws -> String? {
            let output = scratch.url.appending(path: "output")
            _ = FileManager.default.createFile(atPath: output.path, contents: nil)
            let handle = try FileHandle(forWritingTo: output)
            let child = ChildProcess(product: "ReactiveJournalFixture", [directory.path])
            try child.start(output: handle, errors: ChildProcess.nowhere)
            _ = await child.exitCode
            try handle.close()
            return try String(contentsOf: output, encoding: .utf8).split(separator: "\n").last.map(String.init)
        }

        @Test func aDirectoryThatThisProcessUsesIsClosedToAnother() async throws {  // J15, JC-15
            let journal = try open()
            #expect(try await lastLine() == "failed \(JournalError.inUse)")
            #expect(journal.entries.isEmpty)
            #expect(throws: JournalError.inUse) { try open() }
            journal.close()
            #expect(try await lastLine() == "done")
            try open().close()
        }

        @Test(arguments: [false, true])
        func aDirectoryIsFreeAgainWhenItsProcessEnds(isKilled: Bool) async throws {  // J15, JC-15
            let child = ChildProcess(product: "ReactiveJournalFixture", [directory.path, "hold"])
            let (input, output) = (Pipe(), Pipe())
            try child.start(inputFrom: input, output: output, errors: ChildProcess.nowhere)
            let lines = try await text(of: output.fileHandleForReading, until: "holding\n")
            #expect(lines.hasSuffix("holding\n"), "\(lines)")
            #expect(throws: JournalError.inUse) { try open() }
            #expect(try RequestJournal.inspect(directory).map(\.url) == ["https://journal.test/held"])
            if isKilled { kill(child.identifier, SIGKILL) }
            try input.fileHandleForWriting.close()
            #expect(await child.exitCode == (isKilled ? -SIGKILL : 0))
            let journal = try open()
            #expect(journal.entries.map(\.url) == ["https://journal.test/held"])
            journal.close()
        }

        /// Reads what a process writes until a text, or until it ends, on a thread that may wait.
        private func text(of handle: FileHandle, until end: String) async throws -> String {
            let descriptor = dup(handle.fileDescriptor)
            return await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
                    var data = Data()
                    while !data.suffix(end.utf8.count).elementsEqual(end.utf8) {
                        let more = handle.availableData
                        guard !more.isEmpty else { break }
                        data += more
                    }
                    continuation.resume(returning: String(decoding: data, as: UTF8.self))
                }
            }
        }
    }
#endif
