#if os(Linux)
    import Foundation
    import ReactiveCacheProbe
    import ReactiveChildProcesses
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    @testable import ReactiveCache
    @testable import ReactiveNetworking

    /// Ends a process at every system call with which a store changes its directory.
    @Suite(.serialized, .enabled(if: Strace.isInstalled, "strace is not installed"))
    struct DiskCacheStoreKillTests {
        @Test(arguments: [
            "mkdir,mkdirat,unlinkat", "fchmod,utimensat", "renameat", "fsync", "pwrite64", "flock",
        ])
        func aProcessThatIsKilledLeavesAValidStore(calls: String) async throws {  // H40
            for call in calls.split(separator: ",").map(String.init) {
                var number = 1
                while true {
                    if number == 1 || Exhaustive.includes(number, oneOf: 3) {
                        guard try await killed(at: number, of: call) else { break }
                    }
                    number += 1
                }
                #expect(number > 1, "\(call) is never called")
            }
        }

        @Test func recordsWhoseFilesCannotBeRemovedAreNotServed() async throws {  // H31, H40
            let folder = try Folder()
            let child = Strace.process(
                product: "ReactiveCacheFixture",
                ["refuse", folder.file("cache").path],
                injecting: "unlinkat:error=EROFS"
            )
            let output = Pipe()
            try child.start(output: output, errors: ChildProcess.nowhere)
            #expect(await child.exitCode == 0)
            #expect(try output.fileHandleForReading.readToEnd() == Data("done\n".utf8))
            #expect(folder.heads.count == 4)
        }

        /// Kills a process at one of its system calls, and checks what it leaves; returns `false` if the process ended
        /// before.
        private func killed(at number: Int, of call: String) async throws -> Bool {
            let folder = try Folder()
            let directory = folder.file("cache")
            let child = Strace.process(
                product: "ReactiveCacheFixture",
                ["change", directory.path],
                injecting: "\(call):signal=KILL:when=\(number)"
            )
            try child.start(output: ChildProcess.nowhere, errors: ChildProcess.nowhere)
            let status = await child.exitCode
            let place = "\(call) \(number)"
            #expect(status == 0 || status == -SIGKILL, "\(place): \(status)")
            let store = try DiskCacheStore(directory: directory, maxByteCount: 600_000, on: ImmediateScheduler())
            let probe = CacheProbe(store)
            let tags = try probe.checkAll()
            #expect(folder.drafts.isEmpty, "\(place)")
            #expect(folder.bodies.allSatisfy { folder.heads.contains(String($0.dropLast(5))) }, "\(place)")
            #expect(folder.byteCount <= 600_000, "\(place)")
            // A record and those that it replaces are never there together.
            #expect([nil, [1], [1, 3], [4]].contains(tags["short"]), "\(place): \(tags)")
            try probe.put("after", tag: 99, size: 70_000, replacing: probe.records("after"))
            #expect(try probe.checkAll()["after"] == [99], "\(place)")
            return status != 0
        }
    }
#endif
