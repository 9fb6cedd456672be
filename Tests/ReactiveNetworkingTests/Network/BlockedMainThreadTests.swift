#if os(Linux)
    import Foundation
    import ReactiveChildProcesses
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// Programs whose callbacks need the main queue, each in a child process.
    @Suite struct BlockedMainThreadTests {
        private func run(_ use: String, _ server: LoopbackServer, input: Pipe, errors: Pipe) throws -> ChildProcess {
            let process = ChildProcess(product: "ReactiveDescriptorFixture", ["0", use, "before", "\(server.port)"])
            try process.start(inputFrom: input, output: ChildProcess.nowhere, errors: errors)
            return process
        }

        @Test(arguments: ["blocked", "observing"])
        func aBlockedMainThreadIsReportedOnceAsTheReasonForMissingCallbacks(use: String) async throws {  // N13
            let server = try LoopbackServer()
            server.on("/", .status(204))
            let (input, errors) = (Pipe(), Pipe())
            let process = try run(use, server, input: input, errors: errors)
            // The notice is the first that is written, and the program waits for a line until it is.
            let notice = try await ServerProcess.offThePool { errors.fileHandleForReading.availableData }
            #expect(String(decoding: notice, as: UTF8.self).contains("`scheduler:`"))
            try input.fileHandleForWriting.close()
            #expect(await process.exitCode == 0)
            #expect(try errors.fileHandleForReading.readToEnd() ?? Data() == Data())
        }

        @Test func noWarningIsPrintedIfTheProgramRunsItsMainQueue() async throws {  // N13
            let server = try LoopbackServer()
            server.on("/", .status(204))
            let (input, errors) = (Pipe(), Pipe())
            let process = try run("looping", server, input: input, errors: errors)
            #expect(await process.exitCode == 0)
            #expect(try errors.fileHandleForReading.readToEnd() ?? Data() == Data())
            try input.fileHandleForWriting.close()
        }
    }
#endif
