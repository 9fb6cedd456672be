import Foundation
import ReactiveCacheProbe
import ReactiveChildProcesses
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveCache
@testable import ReactiveNetworking

/// Directories, permissions, and other processes.
@Suite(.serialized) struct DiskCacheStoreSafetyTests {
    private let folder: Folder

    init() throws { folder = try Folder() }

    private func open(_ maxByteCount: Int = 4_000_000) throws -> CacheProbe {
        CacheProbe(
            try DiskCacheStore(directory: folder.file("cache"), maxByteCount: maxByteCount, on: ImmediateScheduler())
        )
    }

    /// The permissions of all files and directories of the store.
    private var modes: (files: Set<Int>, directories: Set<Int>) {
        var (files, directories) = (Set<Int>(), Set([folder.mode(of: "cache") ?? -1]))
        for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder.file("cache").path)) ?? [] {
            var status = stat()
            lstat(folder.file("cache").appendingPathComponent(path).path, &status)
            let mode = Int(status.st_mode & 0o7777)
            if status.st_mode & S_IFMT == S_IFDIR { directories.insert(mode) } else { files.insert(mode) }
        }
        return (files, directories)
    }

    @Test(arguments: [0, 0o077, 0o777]) func onlyTheOwnerMayReadWhateverTheMask(mask: Int) async throws {  // H40
        let path = folder.file("cache").path
        await #expect(processExitsWith: .success) { [path = path as String, mask = mask as Int] in
            umask(mode_t(mask))
            if geteuid() == 0, mask == 0o777 {
                // A superuser may do everything.
                let parent = (path as NSString).deletingLastPathComponent
                guard chmod(parent, 0o777) == 0, setuid(65_534) == 0 else { exit(2) }
            }
            let directory = URL(fileURLWithPath: path)
            let store = try DiskCacheStore(directory: directory, maxByteCount: 4_000_000, on: ImmediateScheduler())
            let probe = CacheProbe(store)
            try probe.put("a", tag: 1, size: 100)
            try probe.put("b", tag: 2, size: 100_000)
            _ = try CacheProbe.value(store.salt())
            let writer = try CacheProbe.value(
                store.writer(for: CacheProbe.key("c"), in: CachePartition(""), expecting: nil)
            )
            try CacheProbe.write(Data(count: 100_000), to: writer, pieceSize: 100_000)
            // The draft stays, because nothing is released.
            _exit(0)
        }
        #expect(modes.files == [0o600] && modes.directories == [0o700])
        #expect(folder.drafts.count == 1 && folder.heads.count == 2 && folder.bodies.count == 1)
    }

    @Test func missingParentsAreCreated() throws {  // H40
        let directory = folder.file("x").appendingPathComponent("y/cache")
        _ = try DiskCacheStore(directory: directory)
        #expect(folder.mode(of: "x") == 0o700 && folder.mode(of: "x/y/cache") == 0o700)
    }

    @Test func aDirectoryThatOthersMayReadIsMadePrivate() throws {  // H40
        #expect(mkdir(folder.file("cache").path, 0o755) == 0)
        try open().put("a", tag: 1, size: 100)
        #expect(folder.mode(of: "cache") == 0o700)
    }

    @Test(arguments: ["link", "link/", "shared", "foreign", "file", "state"])
    func anUnsafeDirectoryIsATypedError(kind: String) throws {  // H40
        let path = folder.file("cache").path
        let other = folder.file("other").path
        #expect(mkdir(kind.hasPrefix("link") ? other : path, 0o700) == 0)
        switch kind {
        case "link", "link/": #expect(symlink(other, path) == 0)
        case "shared": chmod(path, 0o770)
        case "foreign":
            guard geteuid() == 0 else { return }
            #expect(chown(path, 65_534, 0) == 0)
        case "file":
            rmdir(path)
            try Data().write(to: folder.file("cache"))
        default:
            // The lock of the directory leads elsewhere.
            try Data("secret".utf8).write(to: folder.file("secret"))
            #expect(symlink(folder.file("secret").path, path + "/state") == 0)
            let error = #expect(throws: CacheStoreError.self) { try open().put("a", tag: 1, size: 100) }
            #expect(error?.kind == .unsafeDirectory)
            #expect(folder.text(of: "secret") == "secret")
            return
        }
        let address = kind == "link/" ? URL(fileURLWithPath: path + "/", isDirectory: true) : folder.file("cache")
        let error = #expect(throws: CacheStoreError.self) { try DiskCacheStore(directory: address) }
        #expect(error?.kind == .unsafeDirectory, "\(error as Any)")
        #expect(error?.description.contains("cache") == true)
    }

    @Test func aURLThatIsNoFileURLIsATypedError() {  // H40
        #expect(throws: CacheStoreError.self) { try DiskCacheStore(directory: URL(string: "http://a.test/")!) }
    }

    @Test func aDirectoryThatVanishesIsMadeAnew() throws {  // H40
        let probe = try open()
        try probe.put("a", tag: 1, size: 100_000)
        let record = try #require(try probe.records("a").first)
        try FileManager.default.removeItem(at: folder.file("cache"))
        #expect(try probe.records("a").isEmpty)
        #expect(throws: CacheStoreError(.missing)) { try probe.body(of: record) }
        try probe.put("b", tag: 2, size: 100_000)
        #expect(try probe.checkAll() == ["b": [2]])
        #expect(try open().checkAll() == ["b": [2]])
        #expect(modes.files == [0o600] && modes.directories == [0o700])
    }

    @Test(.enabled(if: geteuid() == 0, "another user is needed"))
    func aReadOnlyDirectoryIsStillRead() async throws {  // H40
        try open().put("a", tag: 1, size: 100)
        try open().put("b", tag: 2, size: 100_000)
        let path = folder.file("cache").path
        chmod(folder.url.path, 0o755)
        for item in [path] + folder.allNames.map({ folder.file($0).path }) { chown(item, 65_534, 0) }
        for item in try FileManager.default.subpathsOfDirectory(atPath: path) { chown("\(path)/\(item)", 65_534, 0) }
        let directories = [path] + Set(folder.heads.map { "\(folder.url.path)/\($0.prefix(9))" })
        for directory in directories { chmod(directory, 0o500) }
        chmod(path + "/state", 0o400)
        await #expect(processExitsWith: .success) { [path = path as String] in
            guard setuid(65_534) == 0 else { exit(1) }
            let directory = URL(fileURLWithPath: path)
            let store = try DiskCacheStore(directory: directory, maxByteCount: 4_000_000, on: ImmediateScheduler())
            // Opening makes the directory writable for its owner; a read-only medium would not let it.
            chmod(path, 0o500)
            let probe = CacheProbe(store)
            guard try probe.checkAll() == ["a": [1], "b": [2]] else { exit(2) }
            do throws(CacheStoreError) {
                try probe.put("c", tag: 3, size: 100_000)
                exit(3)
            } catch {
                exit(error.kind == .unavailable ? 0 : 4)
            }
        }
        for directory in directories { chmod(directory, 0o700) }
        for item in [path] + (try FileManager.default.subpathsOfDirectory(atPath: path).map { "\(path)/\($0)" }) {
            chown(item, 0, 0)
        }
        chmod(path + "/state", 0o600)
        #expect(try open().checkAll() == ["a": [1], "b": [2]])
    }

    @Test func aProcessWithoutDescriptorsRemovesNothing() async throws {  // H34, H40
        let path = folder.file("cache").path
        let other = try open()
        try other.put("a", tag: 1, size: 100_000)
        let salt = try CacheProbe.value(other.store.salt())
        let writer = try CacheProbe.value(
            other.store.writer(for: CacheProbe.key("b"), in: CachePartition(""), expecting: nil)
        )
        let body = CacheProbe.content(tag: 2, size: 70_000, of: CacheProbe.key("b"))
        try CacheProbe.write(body, to: writer, pieceSize: 70_000)
        await #expect(processExitsWith: .success) { [path = path as String, salt = salt as Data] in
            let directory = URL(fileURLWithPath: path)
            let store = try DiskCacheStore(directory: directory, maxByteCount: 4_000_000, on: ImmediateScheduler())
            let probe = CacheProbe(store)
            guard let record = try probe.records("a").first else { exit(2) }
            setDescriptorLimit(3)
            let lookUp = isUnavailable(store.records(for: record.key, in: [record.partition]))
            let opening = isUnavailable(store.body(of: record).map { _ in 0 })
            let list = isUnavailable(store.allRecords())
            let hasSalt = isUnavailable(store.salt())
            // Some descriptors are enough to list files, and not to look at them.
            for limit in 4..<20 {
                setDescriptorLimit(limit)
                _ = try? DiskCacheStore(directory: directory, maxByteCount: 4_000_000, on: ImmediateScheduler())
            }
            setDescriptorLimit(64)
            guard lookUp, opening, list, hasSalt else { exit(3) }
            guard try probe.checkAll() == ["a": [1]], try CacheProbe.value(store.salt()) == salt else { exit(4) }
            exit(0)
        }
        _ = try CacheProbe.value(writer.commit(CacheProbe.metadata(tag: 2, size: 70_000), replacing: []))
        #expect(try open().checkAll() == ["a": [1], "b": [2]])
    }

    @Test func sizesOfFilesWithHolesAreNotSummedWithoutBound() throws {  // H39, H41
        let probe = try open()
        for index in 0..<3 { try probe.put("n\(index)", tag: index, size: 100_000) }
        for path in folder.bodies.prefix(2) {
            // The largest file that the volume allows.
            for shift in stride(from: 62, through: 30, by: -1)
            where truncate(folder.file(path).path, off_t(1) << shift) == 0 { break }
        }
        let again = try open()
        try again.put("new", tag: 9, size: 100_000)
        #expect(folder.byteCount < 4_000_000)
        #expect(folder.heads.count == 2 && folder.bodies.count == 2)
        #expect(Int64.max.addingClamped(1) == .max)
    }

    #if os(Linux)
        @Test func bytesThatCannotBeReadFromTheDiskAreCorrupt() {  // H41
            // Nothing is at the first addresses of a process, and the system says so like a disk does.
            let file = StoreFile(adopting: Foundation.open("/proc/self/mem", O_RDONLY))
            let error = #expect(throws: CacheStoreError.self) { try file.read(10, at: 0) }
            #expect(error?.kind == .corrupt && error?.underlyingCode == Int(EIO))
        }
    #endif

    @Test func aBodyThatHasVanishedIsDamagedAndCanBeRemoved() throws {  // H41
        let probe = try open()
        let record = try probe.put("a", tag: 1, size: 100_000)
        unlink(folder.file(try #require(folder.bodies.first)).path)
        let error = #expect(throws: CacheStoreError.self) { try probe.body(of: record) }
        #expect(error?.kind == .corrupt)
        #expect(try CacheProbe.value(probe.store.remove([record])) == 1)
        #expect(try probe.records("a").isEmpty && folder.heads.isEmpty)
    }

    @Test(arguments: [10, 500, 60_000, 130_000]) func aFullDiskLeavesNoFile(limit: Int) async throws {  // H15, H40
        try open().put("a", tag: 1, size: 100)
        let path = folder.file("cache").path
        await #expect(processExitsWith: .success) { [path = path as String, limit = limit as Int] in
            // The system limits the size of files.
            signal(SIGXFSZ, SIG_IGN)
            var limits = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
            #if canImport(Darwin)
                setrlimit(RLIMIT_FSIZE, &limits)
            #else
                setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
            #endif
            let directory = URL(fileURLWithPath: path)
            let store = try DiskCacheStore(directory: directory, maxByteCount: 4_000_000, on: ImmediateScheduler())
            let probe = CacheProbe(store)
            let record = try probe.records("a").first
            do throws(CacheStoreError) {
                try probe.put("b", tag: 2, size: 200_000, pieceSize: 30_000)
                exit(2)
            } catch {
                guard error.kind == .noSpace else { exit(3) }
            }
            if limit == 10, let record {
                do throws(CacheStoreError) {
                    _ = try CacheProbe.value(
                        store.update(record, with: CacheProbe.metadata(tag: 1, size: 100, padding: 9))
                    )
                    exit(4)
                } catch {
                    guard error.kind == .noSpace else { exit(5) }
                }
            }
            guard try probe.checkAll() == ["a": [1]] else { exit(6) }
            exit(0)
        }
        #expect(folder.drafts.isEmpty && folder.bodies.isEmpty)
        #expect(try open().checkAll() == ["a": [1]])
    }

    @Test func aLinkAmongTheDirectoriesIsLeftAlone() throws {  // H40
        try open().put("a", tag: 1, size: 100)
        let elsewhere = folder.file("elsewhere").path
        #expect(mkdir(elsewhere, 0o700) == 0)
        let present = Set(folder.heads.map { String($0.split(separator: "/")[1]) })
        let free = try #require(["000", "001"].first { !present.contains($0) })
        #expect(symlink(elsewhere, folder.file("cache/\(free)").path) == 0)
        let probe = try open()
        try probe.put("a", tag: 2, size: 100, replacing: probe.records("a"))
        #expect(try probe.checkAll() == ["a": [2]])
        #expect(try CacheProbe.value(probe.store.removeAll()) == 1)
    }

    @Test func draftsOfDeadProcessesAreRemoved() throws {  // H40
        try open().put("a", tag: 1, size: 100_000)
        let body = try #require(folder.bodies.first)
        let orphan = body.replacingOccurrences(of: ".body", with: "")
        try Data("draft".utf8).write(to: folder.file("cache/draft-0123456789abcdef"))
        symlink("/nowhere", folder.file("cache/draft-link").path)
        let stranger = "\(orphan.dropLast(16))0123456789abcdef.body"
        try Data("body".utf8).write(to: folder.file(stranger))
        try Data("not ours".utf8).write(to: folder.file("cache/README"))
        #expect(try open().checkAll() == ["a": [1]])
        #expect(folder.drafts.isEmpty && folder.bodies == [body])
        #expect(folder.text(of: "cache/README") == "not ours")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("cache").path)
        #expect(!names.contains("draft-link"))
    }

    #if os(Linux)
        @Test func draftsOfARunningProcessStay() async throws {  // H40
            let child = ChildProcess(product: "ReactiveCacheFixture", ["hold", folder.file("cache").path])
            let output = Pipe()
            let input = Pipe()
            try child.start(inputFrom: input, output: output, errors: ChildProcess.nowhere)
            #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "holding\n")
            let drafts = folder.drafts
            #expect(drafts.count == 1)
            #expect(try open().all().isEmpty)
            #expect(folder.drafts == drafts)
            try input.fileHandleForWriting.close()
            #expect(await child.exitCode == 0)
            #expect(try output.fileHandleForReading.readToEnd() == Data("done\n".utf8))
            #expect(folder.drafts.isEmpty)
            #expect(try open().checkAll() == ["held": [7]])
        }

        @Test(arguments: [3_000_000, 400_000 * 8]) func processesShareADirectory(budget: Int) async throws {  // H40
            let path = folder.file("cache").path
            let outputs = try await withThrowingTaskGroup(of: String.self) { group in
                for worker in 1...3 {
                    group.addTask {
                        try await Self.run(["compete", path, "\(worker)", "100", "\(budget)"])
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outputs == ["done\n", "done\n", "done\n"])
            _ = try open(budget).checkAll()
            #expect(folder.drafts.isEmpty)
            // Three processes may exceed the budget by one record each.
            #expect(folder.byteCount <= budget + 3 * 210_000)
        }

        @Test func aBodyOf256MebibytesTakesAlmostNoMemory() async throws {  // H35
            let output = try await Self.run(["stream", folder.file("cache").path, "256"])
            let growth = try #require(output.split(separator: "\n").first.flatMap { Int($0) }, "\(output)")
            #expect(growth < 4 << 20)
        }

        @Test(arguments: ["disk", "memory"])
        func aCacheTakesAlmostNoMoreMemoryThanItsTransport(store: String) async throws {  // H35
            let output = try await Self.run(["pass", folder.file("cache").path, "256", store])
            let growth = try #require(output.split(separator: "\n").first.flatMap { Int($0) }, "\(output)")
            #expect(growth < 4 << 20)
        }

        /// Runs the fixture and returns what it says.
        static func run(_ arguments: [String]) async throws -> String {
            let child = ChildProcess(product: "ReactiveCacheFixture", arguments)
            let output = Pipe()
            try child.start(output: output, errors: ChildProcess.nowhere)
            let status = await child.exitCode
            let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
            return String(decoding: bytes, as: UTF8.self) + (status == 0 ? "" : "status \(status)\n")
        }
    #endif
}

private func setDescriptorLimit(_ count: Int) {
    var limits = rlimit()
    #if canImport(Darwin)
        getrlimit(RLIMIT_NOFILE, &limits)
        limits.rlim_cur = rlim_t(count)
        setrlimit(RLIMIT_NOFILE, &limits)
    #else
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
        limits.rlim_cur = rlim_t(count)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limits)
    #endif
}

private func isUnavailable<Value>(_ producer: SignalProducer<Value, CacheStoreError>) -> Bool {
    guard case .failure(let error)? = producer.first() else { return false }
    return error.kind == .unavailable
}
