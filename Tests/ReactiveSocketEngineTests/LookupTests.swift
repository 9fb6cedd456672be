#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// Host names that cannot be resolved. Serialized because the preloaded library affects only one process.
    @Suite(.serialized, .enabled(if: ServerProcess.exists("cc") || ServerProcess.exists("clang")))
    struct LookupTests {
        /// Replaces the function of the C library: it takes four seconds for one name and finds nothing.
        private static let source = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <netdb.h>
            #include <string.h>
            #include <unistd.h>
            int getaddrinfo(const char *n, const char *s, const struct addrinfo *h, struct addrinfo **r) {
                if (n != NULL && strcmp(n, "stuck.invalid") == 0) { sleep(4); return EAI_NONAME; }
                int (*next)(const char *, const char *, const struct addrinfo *, struct addrinfo **) =
                    dlsym(RTLD_NEXT, "getaddrinfo");
                return next(n, s, h, r);
            }
            """

        /// Runs itself again in a process that loads the library first. The environment of this process stays
        /// as it is, because other tests read it while they start processes.
        @Test func anAbandonedLookupBlocksNothing() async throws {  // N11
            guard ProcessInfo.processInfo.environment["LD_PRELOAD"]?.hasSuffix("/slow.so") ?? false else {
                let directory = try ServerProcess.makeDirectory()
                try Self.source.write(toFile: "\(directory)/slow.c", atomically: true, encoding: .utf8)
                let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
                let script = """
                    $(command -v cc || command -v clang) -shared -fPIC -o slow.so slow.c -ldl || exit 1
                    LD_PRELOAD="$PWD/slow.so" '\(executable)' --testing-library swift-testing --filter LookupTests > log 2>&1
                    status=$?
                    cat log
                    grep -q 'anAbandonedLookupBlocksNothing() passed' log || exit 1
                    exit $status
                    """
                try await ServerProcess.offThePool { try ServerProcess.run(script: script, in: directory) }
                return
            }
            let server = try LoopbackServer()
            server.on("/", .text("here"))
            var settings = SocketTransport.Configuration()
            settings.connectTimeout = .milliseconds(100)
            let transport = try SocketTransport(settings)
            let watch = Stopwatch()
            let heard = try await transport.hear(.post("http://stuck.invalid/"))
            let next = try await transport.hear(.get(server.url("/")))
            let elapsed = watch.elapsed
            #expect(heard.error?.kind == .connectTimedOut, "\(String(describing: heard.error))")
            #expect(heard.error?.mayHaveReachedServer == false)
            #expect(next.text == "here")
            #expect(elapsed < watch.atMost(.seconds(2)), "\(elapsed)")
        }
    }
#endif
