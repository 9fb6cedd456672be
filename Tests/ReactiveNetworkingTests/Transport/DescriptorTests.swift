#if os(Linux)
    import ChildProcesses
    import Foundation
    import ReactiveTesting
    import Testing

    /// Processes that run out of file descriptors, each in a child process.
    @Suite(.serialized) struct DescriptorTests {
        @Test(arguments: 0...6, ["timer", "queue", "pool", "main"])
        func theFirstUseWaitsUntilDescriptorsAreFree(free: Int, use: String) async throws {
            let child = try await Child(free: free, use, "after")
            #expect(child.output == ["ran"], "\(child)")
            #expect(child.status == 0)
        }

        @Test(arguments: 0...6, ["timer", "queue", "pool", "main"])
        func earlierPreparedWorkContinuesWithoutDescriptors(free: Int, use: String) async throws {
            let child = try await Child(free: free, use, "before")
            #expect(child.output == ["ran"], "\(child)")
            #expect(child.status == 0)
        }

        @Test(arguments: 0...6)
        func aSendWithoutDescriptorsIsATypedFailureAndRecovers(free: Int) async throws {
            let server = try LoopbackServer()
            server.on("/", .status(204))
            let child = try await Child(free: free, "send", "after", port: server.port)
            #expect(child.output == ["outOfFileDescriptors", "answered"], "\(child)")
            #expect(child.status == 0)
        }

        @Test(arguments: 0...6)
        func aSocketThatCannotBeOpenedIsNotARefusedConnection(free: Int) async throws {
            let server = try LoopbackServer()
            server.on("/", .status(204))
            let child = try await Child(free: free, "send", "before", port: server.port)
            #expect(child.output == [free == 0 ? "outOfFileDescriptors" : "answered"], "\(child)")
            #expect(child.status == 0)
        }

        @Test func aLookupThatCannotBeginIsNotAnUnknownHost() async throws {
            let child = try await Child(free: 0, "lookup", "before")
            #expect(child.output == ["outOfFileDescriptors"], "\(child)")
            #expect(child.status == 0)
        }
    }

    /// The result of a process that can open only a limited number of files.
    private struct Child: CustomStringConvertible {
        let status: Int32
        let output: [String]

        /// Runs the process, and repeats it if Dispatch itself ended it: on a busy machine Dispatch opens files to
        /// inspect the threads of its pool, and traps if it cannot. A process that needs Dispatch before it is ready
        /// ends like this every time.
        init(free: Int, _ use: String, _ order: String, port: Int = 0) async throws {
            var child = try await Self.run(["\(free)", use, order, "\(port)"])
            for _ in 1...4 where child.status == -SIGILL {
                child = try await Self.run(["\(free)", use, order, "\(port)"])
            }
            self = child
        }

        private init(status: Int32, output: [String]) {
            self.status = status
            self.output = output
        }

        private static func run(_ arguments: [String]) async throws -> Child {
            let process = ChildProcess(product: "DescriptorFixture", arguments)
            process.environment = ["SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin"]
            let output = Pipe()
            try process.start(output: output, errors: ChildProcess.nowhere)
            let status = await process.exitCode
            let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            return Child(status: status, output: lines)
        }

        var description: String { "status \(status), output \(output)" }
    }
#endif
