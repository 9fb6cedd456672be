#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// The default transport without OpenSSL, in a process of its own in which a library hides it.
    @Suite(.serialized, .enabled(if: ServerProcess.exists("cc") || ServerProcess.exists("clang")))
    struct PlatformTransportTests {
        fileprivate static let isPreloaded =
            ProcessInfo.processInfo.environment["LD_PRELOAD"]?.hasSuffix("/hiding.so") ?? false

        private static let source = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <string.h>
            void *dlopen(const char *name, int flags) {
                if (name != NULL && strncmp(name, "libssl.", 7) == 0) return NULL;
                return ((void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen"))(name, flags);
            }
            """

        /// Runs the tests below in a process that loads the library first.
        @Test(.enabled(if: !isPreloaded))
        func theTransportFollowsItsRulesWithoutOpenSSL() async throws {  // EN31
            let directory = try ServerProcess.makeDirectory()
            try Self.source.write(toFile: "\(directory)/hiding.c", atomically: true, encoding: .utf8)
            let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let script = """
                $(command -v cc || command -v clang) -shared -fPIC -o hiding.so hiding.c -ldl || exit 1
                LD_PRELOAD="$PWD/hiding.so" '\(executable)' --testing-library swift-testing \\
                    --filter WithoutOpenSSLTests > log 2>&1
                status=$?
                cat log
                grep -q 'Suite WithoutOpenSSLTests passed' log || exit 1
                exit $status
                """
            try await ServerProcess.offThePool { try ServerProcess.run(script: script, in: directory) }
        }
    }

    /// The tests that need a process without OpenSSL.
    @Suite(.serialized, .enabled(if: PlatformTransportTests.isPreloaded)) struct WithoutOpenSSLTests {
        private let network = Network(configuration: .patient, scheduler: ImmediateScheduler())

        private func text(_ url: String) async throws -> String {
            let parse = { @Sendable (data: Data) in String(decoding: data, as: UTF8.self) }
            return try await network.send(.get(url), decoding: .custom(parse)).value().parsedData
        }

        @Test func httpNeedsNoOpenSSL() async throws {  // EN31
            let server = try RawServer { peer in
                guard peer.receiveHead() else { return }
                peer.send("HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok")
                peer.drain()
            }
            #expect(try await text(server.url()) == "ok")
        }

        @Test func httpsIsUnsupportedBeforeALookup() async {  // EN31
            let error = await network.failure(.get("https://name.invalid/"))?.cause(as: TransportError.self)
            #expect(error?.kind == .unsupported, "\(String(describing: error))")
            #expect(error?.phase == .preparing)
            #expect(error?.mayHaveReachedServer == false)
        }
    }
#endif
