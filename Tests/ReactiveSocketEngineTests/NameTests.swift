#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveTestSupport
    import ReactiveTesting
    import Testing

    /// Lookups of names, in a process of its own in which a library replaces the system's resolver. It answers some
    /// names itself and writes them down.
    @Suite(.serialized, .enabled(if: ServerProcess.exists("cc") || ServerProcess.exists("clang")))
    struct NameTests {
        fileprivate static let isPreloaded =
            ProcessInfo.processInfo.environment["LD_PRELOAD"]?.hasSuffix("/names.so") ?? false

        private static let source = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <fcntl.h>
            #include <netdb.h>
            #include <stdlib.h>
            #include <string.h>
            #include <unistd.h>

            typedef int (*resolver)(const char *, const char *, const struct addrinfo *, struct addrinfo **);

            static void note(const char *name) {
                int file = open(getenv("NAMES_LOG"), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
                if (write(file, name, strlen(name)) < 0 || write(file, "\\n", 1) < 0) abort();
                close(file);
            }

            int getaddrinfo(const char *n, const char *s, const struct addrinfo *h, struct addrinfo **r) {
                resolver next = (resolver)dlsym(RTLD_NEXT, "getaddrinfo");
                struct addrinfo hints = h != NULL ? *h : (struct addrinfo){0};
                hints.ai_flags &= ~AI_ADDRCONFIG;
                if (n == NULL) return next(n, s, h, r);
                if (strncmp(n, "stuck-", 6) == 0) for (;;) pause();
                if (strcmp(n, "one.test") == 0 || strcmp(n, "many.test") == 0 ||
                    strcmp(n, "slow.test") == 0) {
                    note(n);
                    usleep(200000);
                    return next("127.0.0.1", s, &hints, r);
                }
                if (strcmp(n, "none.test") == 0) { note(n); return EAI_NONAME; }
                if (strcmp(n, "two.test") == 0) {
                    int code = next("127.0.0.2", s, &hints, r);
                    return code != 0 ? code : next("127.0.0.1", s, &hints, &(*r)->ai_next);
                }
                return next(n, s, h, r);
            }
            """

        /// Runs the tests below in a process that loads the library first. The environment of this process stays as it
        /// is, because other tests read it while they start processes.
        @Test(.enabled(if: !isPreloaded)) func lookupsFollowTheirRulesWithAReplacedResolver() async throws {
            let directory = try ServerProcess.makeDirectory()
            try Self.source.write(toFile: "\(directory)/names.c", atomically: true, encoding: .utf8)
            let executable = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            let script = """
                $(command -v cc || command -v clang) -shared -fPIC -o names.so names.c -ldl || exit 1
                export NAMES_LOG="$PWD/names.log"
                LD_PRELOAD="$PWD/names.so" '\(executable)' --testing-library swift-testing --filter ReplacedNameTests \\
                    > log 2>&1
                status=$?
                cat log
                grep -q 'Suite ReplacedNameTests passed' log || exit 1
                exit $status
                """
            try await ServerProcess.offThePool { try ServerProcess.run(script: script, in: directory) }
        }
    }

    /// The tests that need the replaced resolver.
    @Suite(.serialized, .enabled(if: NameTests.isPreloaded)) struct ReplacedNameTests {
        private let server: RawServer

        init() throws {
            server = try RawServer { $0.answer() }
        }

        private func url(_ host: String) -> String { "http://\(host):\(server.port)/" }

        /// The number of times that the system was asked for a name.
        private func questions(for name: String) -> Int {
            let path = ProcessInfo.processInfo.environment["NAMES_LOG"] ?? ""
            return ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n").count {
                $0 == name
            }
        }

        @Test func hangingLookupsHoldUpNeitherOtherNamesNorADisposal() async throws {  // EN8, TC-49
            let transport = try SocketTransport.keeping { $0.connectTimeout = .seconds(3600) }
            let ends = Locked(0)
            let handles = try (1...40).map { number in
                try transport.exchange(Request.get(url("stuck-\(number).test")).prepared()).start { event in
                    if case .interrupted = event { ends.withLock { $0 += 1 } }
                }
            }
            #expect(try await transport.hear(.get(url("one.test"))).text == "right")
            #expect(try await transport.hear(.get(server.url())).text == "right")
            for (number, handle) in handles.enumerated() {
                handle.dispose()
                #expect(ends.withLock { $0 } == number + 1)
            }
        }

        @Test func theDeadlineHoldsDuringALookup() async throws {  // EN8, EN9
            let transport = try SocketTransport.keeping { $0.connectTimeout = .milliseconds(100) }
            let error = try await transport.hear(.post(url("stuck-0.test"))).error
            #expect(error?.kind == .connectTimedOut && error?.phase == .connecting, "\(String(describing: error))")
            #expect(error?.mayHaveReachedServer == false)
        }

        @Test func equalLookupsAreMadeOnceAndTheirAnswersAreKept() async throws {  // EN8
            let transport = try SocketTransport.keeping()
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for host in Array(repeating: ["many.test", "MANY.test"], count: 10).joined() {
                    group.addTask { try await transport.hear(.get(url(host))).text == "right" }
                }
                for try await isRight in group { #expect(isRight) }
            }
            #expect(try await transport.hear(.get(url("many.test"))).text == "right")
            #expect(questions(for: "many.test") == 1)
        }

        @Test func aLookupThatOutlivesTheTimeToConnectServesTheNextAttempt() async throws {  // AD19, EN8
            let transport = try SocketTransport.keeping { $0.connectTimeout = .milliseconds(100) }
            let error = try await transport.hear(.get(url("slow.test"))).error
            #expect(error?.kind == .connectTimedOut, "\(String(describing: error))")
            #expect(try await SocketTransport.keeping().hear(.get(url("slow.test"))).text == "right")
            #expect(questions(for: "slow.test") == 1)
        }

        @Test func failedLookupsAreRepeated() async throws {  // EN8
            let transport = try SocketTransport.keeping()
            for number in 1...3 {
                let error = try await transport.hear(.get(url("none.test"))).error
                #expect(error?.kind == .cannotResolveHost, "\(String(describing: error))")
                #expect(questions(for: "none.test") == number)
            }
        }

        @Test func theNextAddressIsTriedAfterARefusalAtOnce() async throws {  // EN9
            let heard = try await SocketTransport.keeping().hear(.get(url("two.test")))
            #expect(heard.text == "right", "\(heard)")
            #expect(heard.metrics?.remoteAddress == "127.0.0.1")
        }

        @Test func theNextAddressIsTriedWhileTheFirstIsSilent() async throws {  // EN9, TC-51
            let silent = try SilentListener(address: "127.0.0.2", port: server.port)
            let heard = try await SocketTransport.keeping().hear(.get(url("two.test")))
            #expect(heard.text == "right", "\(heard)")
            #expect(heard.metrics?.remoteAddress == "127.0.0.1")
            let connect = try #require(heard.metrics?.connect)
            #expect(connect >= .milliseconds(240), "\(connect)")
            withExtendedLifetime(silent) {}
        }
    }

    /// A listener whose queue is full, so that the system drops further attempts to connect.
    private final class SilentListener {
        private var descriptors: [Int32] = []

        init(address: String, port: Int) throws {
            var name = sockaddr_in()
            name.sin_family = sa_family_t(AF_INET)
            name.sin_addr.s_addr = inet_addr(address)
            name.sin_port = UInt16(port).bigEndian
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            for number in 0..<5 {
                let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
                let descriptor = socket(AF_INET, type, 0)
                descriptors.append(descriptor)
                let code = withUnsafePointer(to: &name) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                        number == 0
                            ? bind(descriptor, pointer, size) | listen(descriptor, 0)
                            : connect(descriptor, pointer, size)
                    }
                }
                guard number > 0 || code == 0 else { throw POSIXError(.init(rawValue: errno) ?? .EIO) }
                poll(nil, 0, 10)
            }
        }

        deinit {
            for descriptor in descriptors { close(descriptor) }
        }
    }
#endif
