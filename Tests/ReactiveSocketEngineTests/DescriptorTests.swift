#if os(Linux)
    import Foundation
    import ReactiveChildProcesses
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// Processes that run out of file descriptors, each in a child process.
    @Suite(.serialized) struct DescriptorTests {
        @Test(arguments: 0...6)
        func aSendWithoutDescriptorsIsATypedFailureAndRecovers(free: Int) async throws {
            let server = try LoopbackServer()
            server.on("/", .status(204))
            let child = try await Child(free: free, "send", "after", port: server.port)
            #expect(child.output == ["resourcesExhausted", "answered"], "\(child)")
            #expect(child.status == 0)
        }

        @Test(arguments: 0...6)
        func aSocketThatCannotBeOpenedIsNotARefusedConnection(free: Int) async throws {
            let server = try LoopbackServer()
            server.on("/", .status(204))
            let child = try await Child(free: free, "send", "before", port: server.port)
            #expect(child.output == [free == 0 ? "resourcesExhausted" : "answered"], "\(child)")
            #expect(child.status == 0)
        }

        @Test func aLookupThatCannotBeginIsNotAnUnknownHost() async throws {
            let child = try await Child(free: 0, "lookup", "before")
            #expect(child.output == ["resourcesExhausted"], "\(child)")
            #expect(child.status == 0)
        }

        @Test(arguments: 0...6)
        func aTransportOverSocketsIsCreatedOrItsFailureIsTyped(free: Int) async throws {  // EN5, TC-53
            let server = try LoopbackServer()
            server.on("/", .status(204))
            let child = try await Child(free: free, "sockets", "after", port: server.port)
            #expect(["resourcesExhausted", "answered"].contains(child.output.first), "\(child)")
            #expect(child.output.last == "answered" && child.output.count == 2, "\(child)")
            #expect(child.status == 0)
        }

        @Test(arguments: 0...6)
        func aTransportOverSocketsWorksAgainOnceDescriptorsAreFree(free: Int) async throws {  // EN5, TC-53
            let server = try LoopbackServer()
            server.on("/", .status(204))
            let child = try await Child(free: free, "sockets", "before", port: server.port)
            #expect(child.output == [free == 0 ? "resourcesExhausted" : "answered", "answered"], "\(child)")
            #expect(child.status == 0)
        }

        @Test func anIdleConnectionGivesItsDescriptorToAnotherServer() async throws {  // EN5
            let servers = try (1...2).map { _ in try LoopbackServer() }
            for server in servers { server.on("/", .status(204)) }
            let child = try await Child(free: 0, "idle", "before", ports: servers.map(\.port))
            #expect(child.output == ["answered", "answered", "answered"], "\(child)")
            #expect(child.status == 0)
        }

        @Test func aDeadlineHoldsWithoutDescriptors() async throws {  // EN5, TC-53
            let server = try LoopbackServer()
            server.on("/", .status(204))
            server.on("/silent", .silent)
            let child = try await Child(free: 0, "deadline", "before", port: server.port)
            #expect(child.output == ["answered", "timedOut", "answered"], "\(child)")
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
        init(free: Int, _ use: String, _ order: String, ports: [Int] = [0]) async throws {
            let arguments = ["\(free)", use, order, ports.map(String.init).joined(separator: ",")]
            var child = try await Self.run(arguments)
            for _ in 1...4 where child.status == -SIGILL {
                child = try await Self.run(arguments)
            }
            self = child
        }

        init(free: Int, _ use: String, _ order: String, port: Int) async throws {
            try await self.init(free: free, use, order, ports: [port])
        }

        private init(status: Int32, output: [String]) {
            self.status = status
            self.output = output
        }

        private static func run(_ arguments: [String]) async throws -> Child {
            let process = ChildProcess(product: "ReactiveDescriptorFixture", arguments)
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
