#if os(Linux)
    import ReactiveChildProcesses
    import Foundation
    import ReactiveNetworking

    /// A program that runs as long as this object lives, and no longer than the process of the tests.
    package final class ServerProcess: Sendable {
        package struct Failure: Error, CustomStringConvertible {
            package let description: String
        }

        /// Ends the program when the pipe on its standard input closes, which happens however the tests end, and
        /// removes the directory of the program. Ends with the program.
        private static let guardian =
            #"exec 3<&0; "$@" < /dev/null 3<&- & child=$!; (read -r _ <&3; kill -9 $child; rm -rf "$0") & wait $child"#

        private let process: pid_t
        private let lifeline: Int32

        /// Starts a program with its output in a file, and returns when the program is ready; throws when the program
        /// ends before. There is no other limit, because a busy machine takes its time.
        package static func start(
            _ command: [String],
            in directory: String,
            isReady: @escaping @Sendable () -> Bool
        ) async throws -> ServerProcess {
            try await offThePool { try ServerProcess(command, in: directory, isReady: isReady) }
        }

        /// Starts a server that chooses a port itself and prints it after `prefix`; returns when the server listens.
        ///
        /// A port chosen in advance may be taken by a connection of another test before the server binds it.
        package static func startServer(
            _ command: [String],
            in directory: String,
            announcing prefix: String = "listens at "
        ) async throws -> (process: ServerProcess, port: Int) {
            let port = Locked<Int?>(nil)
            let process = try await start(command, in: directory) {
                let output = (try? String(contentsOfFile: "\(directory)/output", encoding: .utf8)) ?? ""
                guard let announcement = output.firstRange(of: prefix) else { return false }
                let number = output[announcement.upperBound...].prefix { !$0.isNewline }
                guard number.endIndex < output.endIndex, let found = Int(number) else { return false }
                port.withLock { $0 = found }
                return true
            }
            guard let port = port.withLock({ $0 }) else { throw Failure(description: "\(command[0]) has no port") }
            return (process, port)
        }

        /// Starts a server written in Python, which announces its port. Its first argument is the directory of the
        /// packages that others have written.
        package static func startPython(
            _ program: String,
            _ arguments: [String] = []
        ) async throws -> (process: ServerProcess, port: Int) {
            let directory = try makeDirectory()
            let script = "\(directory)/server.py"
            try program.write(toFile: script, atomically: true, encoding: .utf8)
            return try await startServer(["/usr/bin/python3", script, HTTPBin.packages] + arguments, in: directory)
        }

        /// Performs blocking work on a thread that no other test needs.
        package static func offThePool<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws
            -> Value
        {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
            }
        }

        private init(_ command: [String], in directory: String, isReady: () -> Bool) throws {
            var ends: [Int32] = [-1, -1]
            // A pipe would be open in programs that other threads start before its flag is set.
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw Failure(description: "errno \(errno)") }
            lifeline = ends[1]
            defer { close(ends[0]) }
            let output = "\(directory)/output"
            process = try Self.spawn(["sh", "-c", Self.guardian, directory] + command, input: ends[0], output: output)
            while waitpid(process, nil, WNOHANG) == 0 {
                if isReady() { return }
                poll(nil, 0, 10)
            }
            let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            throw Failure(description: "\(command[0]) is not ready: \(text)")
        }

        deinit {
            close(lifeline)
            waitpid(process, nil, 0)
        }

        /// Returns a Boolean value that indicates whether a program is installed.
        package static func exists(_ name: String) -> Bool {
            ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"]
                .contains { access("\($0)/\(name)", X_OK) == 0 }
        }

        /// Runs a shell script and waits for its end.
        package static func run(script: String, in directory: String) throws {
            let input = open("/dev/null", O_RDONLY | O_CLOEXEC)
            defer { close(input) }
            let output = "\(directory)/output"
            let command = ["sh", "-c", "cd \"$1\"\n\(script)", "sh", directory]
            var status: Int32 = 0
            waitpid(try spawn(command, input: input, output: output), &status, 0)
            guard status != 0 else { return }
            let text = (try? String(contentsOfFile: output, encoding: .utf8)) ?? ""
            throw Failure(description: "the script failed: \(text)")
        }

        /// A new directory that is removed when the process ends.
        package static func makeDirectory() throws -> String {
            var template = Array("/tmp/ReactiveNetworkingTests.XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { throw Failure(description: "no directory: errno \(errno)") }
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            removal.withLock { $0.append(path) }
            return path
        }

        private static let removal: Locked<[String]> = {
            atexit { ServerProcess.removeDirectories() }
            return Locked([])
        }()

        private static func removeDirectories() {
            for path in removal.withLock({ $0 }) { try? FileManager.default.removeItem(atPath: path) }
        }

        private static func spawn(_ command: [String], input: Int32, output: String) throws -> pid_t {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_adddup2(&actions, input, 0)
            posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
            posix_spawn_file_actions_adddup2(&actions, 1, 2)
            // Close what belongs to other tests: a copy in the child would keep sockets open for their peers, and the
            // pipes whose end the guardians of other servers wait for.
            closeInherited(&actions)
            // Threads of the pool block signals, which a shell needs to wait for its children.
            var attributes = posix_spawnattr_t()
            posix_spawnattr_init(&attributes)
            defer { posix_spawnattr_destroy(&attributes) }
            var signals = sigset_t()
            sigemptyset(&signals)
            posix_spawnattr_setsigmask(&attributes, &signals)
            posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
            var arguments = command.map { strdup($0) } + [nil]
            var environment = [strdup("PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"), nil]
            defer { for text in arguments + environment { free(text) } }
            var process: pid_t = 0
            let code = posix_spawnp(&process, command[0], &actions, &attributes, &arguments, &environment)
            guard code == 0 else { throw Failure(description: "\(command[0]) cannot be started: errno \(code)") }
            return process
        }
    }
#endif
