#if os(Linux)
    import Foundation
    import ReactiveChildProcesses
    import ReactiveNetworking
    import ReactiveTesting
    import Testing

    /// A process that does not run for a while, as on a suspended machine.
    @Suite(.enabled(if: Strace.isInstalled, "strace is not installed"))
    struct LateProcessTests {
        @Test func aConnectionThatWasMadeInTimeIsUsedEvenIfTheProcessNoticesLate() async throws {  // EN7
            let server = try LoopbackServer()
            server.on("/", .status(204))
            // The socket is connected at once, but the call returns after the limit of one second.
            let process = Strace.process(
                product: "ReactiveDescriptorFixture",
                ["0", "hurried", "before", "\(server.port)"],
                injecting: "connect:delay_exit=2000000"
            )
            process.environment = ["SWIFT_BACKTRACE": "enable=no", "PATH": "/usr/bin:/bin"]
            let output = Pipe()
            try process.start(output: output, errors: ChildProcess.nowhere)
            let status = await process.exitCode
            let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
            #expect(text == "answered\n")
            #expect(status == 0)
        }
    }
#endif
