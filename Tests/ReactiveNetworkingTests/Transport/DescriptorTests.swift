#if os(Linux)
    import Foundation
    import ReactiveTesting
    import Testing

    /// Processes that run out of file descriptors, each a child of its own.
    @Suite(.serialized) struct DescriptorTests {
        @Test(arguments: 0...6, ["timer", "queue", "pool", "main"])
        func theFirstWorkOfAProcessWaitsForDescriptors(free: Int, use: String) async throws {  // B41
            let child = try await Child(free: free, use, "after")
            #expect(child.output == ["ran"], "\(child)")
            #expect(child.status == 0)
        }

        @Test(arguments: 0...6, ["timer", "queue", "pool", "main"])
        func whatWasArmedBeforeGoesOnWithoutDescriptors(free: Int, use: String) async throws {  // B41
            let child = try await Child(free: free, use, "before")
            #expect(child.output == ["ran"], "\(child)")
            #expect(child.status == 0)
        }

        @Test(arguments: 0...6)
        func aProcessWithoutDescriptorsFailsTypedAndRecovers(free: Int) async throws {  // B41
            let server = try LoopbackServer()
            server.on("/", .status(204))
            let child = try await Child(free: free, "send", "after", port: server.port)
            #expect(child.output == ["outOfFileDescriptors", "answered"], "\(child)")
            #expect(child.status == 0)
        }

        @Test(arguments: 0...6)
        func aSocketThatCannotBeOpenedIsNoRefusedConnection(free: Int) async throws {  // B41
            let server = try LoopbackServer()
            server.on("/", .status(204))
            let child = try await Child(free: free, "send", "before", port: server.port)
            #expect(child.output == [free == 0 ? "outOfFileDescriptors" : "answered"], "\(child)")
            #expect(child.status == 0)
        }

        @Test func aLookupThatCannotBeginIsNoMissingName() async throws {  // B41
            let child = try await Child(free: 0, "lookup", "before")
            #expect(child.output == ["outOfFileDescriptors"], "\(child)")
            #expect(child.status == 0)
        }
    }

    /// What a process came to that could open only so many files.
    private struct Child: CustomStringConvertible {
        let status: Int32
        let output: [String]

        /// Runs the process, again if Dispatch itself has ended it: on a machine that is busy it looks at the threads of its pool, by
        /// opening files, and does not bear that it cannot. A process that needs Dispatch before it is ready ends so each time.
        init(free: Int, _ use: String, _ order: String, port: Int = 0) async throws {
            var child = try await Self.run(["\(free)", use, order, "\(port)"])
            for _ in 1...4 where child.status == SIGILL {
                child = try await Self.run(["\(free)", use, order, "\(port)"])
            }
            self = child
        }

        private init(status: Int32, output: [String]) {
            self.status = status
            self.output = output
        }

        private static func run(_ arguments: [String]) async throws -> Child {
            let process = Process()
            process.executableURL = products.appending(path: "DescriptorFixture")
            process.arguments = arguments
            process.environment = ["SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin"]
            let output = Pipe()
            process.standardOutput = output
            process.standardError = FileHandle.nullDevice
            let ended = AsyncStream<Int32>.makeStream()
            process.terminationHandler = { ended.continuation.yield($0.terminationStatus) }
            try process.run()
            let status = await ended.stream.first { _ in true } ?? -1
            let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            return Child(status: status, output: lines)
        }

        var description: String { "status \(status), output \(output)" }

        private static var products: URL {
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
            let itself = bundle ?? URL(filePath: CommandLine.arguments[0]).standardizedFileURL
            return itself.deletingLastPathComponent()
        }
    }
#endif
