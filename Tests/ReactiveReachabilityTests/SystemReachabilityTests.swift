#if os(Linux)
    import Foundation
    import ReactiveChildProcesses
    import ReactiveTestSupport
    import Testing

    /// The network of the system, in processes of their own.
    @Suite(.serialized) struct SystemReachabilityTests {
        private static let unshare = "/usr/bin/unshare"
        private static let arguments = ["--net", "--map-root-user"]

        @Test(.enabled("the system permits network namespaces", { await mayUnshare }))
        func aLinkThatGoesDownIsOffline() async throws {  // Q2, QC-7
            let fixture = ChildProcess.path(ofProduct: "ReactiveReachabilityFixture")
            let child = try await Child(Self.unshare, Self.arguments + [fixture, "namespace"])
            // A kernel may have no virtual links.
            guard child.status != 77 else { return }
            #expect(child.status == 0)
            #expect(
                child.output == [
                    "unknown", "offline", "online(wired)", "offline", "without a route: offline", "online(wired)",
                    "offline", "online(other)",
                ]
            )
        }

        @Test func observersShareOneSocketThatEndsWithTheLast() async throws {  // Q1, QC-9
            let child = try await Child(ChildProcess.path(ofProduct: "ReactiveReachabilityFixture"), ["sockets"])
            #expect(
                child.output == [
                    "observed by 1000: 1", "observed by 1: 1", "unobserved: 0", "at most 3: true", "end: 0",
                ]
            )
            #expect(child.status == 0)
        }

        @Test func withoutASocketTheStatusStaysUnknown() async throws {  // Q3
            let child = try await Child(ChildProcess.path(ofProduct: "ReactiveReachabilityFixture"), ["refused"])
            #expect(child.output == ["unknown"])
            #expect(child.status == 0)
        }

        private static var mayUnshare: Bool {
            get async { (try? await Child(unshare, arguments + ["/bin/true"]).status) == 0 }
        }

        private struct Child {
            let status: Int32
            let output: [String]

            init(_ path: String, _ arguments: [String]) async throws {
                let process = ChildProcess(path: path, arguments)
                let pipe = Pipe()
                try process.start(output: pipe, errors: ChildProcess.nowhere)
                status = await process.exitCode
                let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
                output = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
            }
        }
    }
#endif
