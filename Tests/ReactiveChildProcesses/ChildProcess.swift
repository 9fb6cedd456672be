import Foundation

/// One run of an executable.
///
/// Foundation's `Process` copies 256 bytes of each directory entry while it looks for open descriptors. The entry may
/// have fewer, so a process with thousands of descriptors, as this suite is at times, can crash there.
package final class ChildProcess {
    package static let nowhere = FileHandle(fileDescriptor: open("/dev/null", O_RDWR))

    package var environment = ProcessInfo.processInfo.environment
    package private(set) var identifier: pid_t = 0
    private let path: String
    private let arguments: [String]
    private let exits = AsyncStream<Int32>.makeStream()

    package init(path: String, _ arguments: [String]) {
        self.path = path
        self.arguments = arguments
    }

    /// Creates a process for a product of this package.
    package convenience init(product: String, _ arguments: [String]) {
        self.init(path: Self.path(ofProduct: product), arguments)
    }

    /// Returns the path of a product of this package.
    package static func path(ofProduct product: String) -> String {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let itself = bundle ?? URL(filePath: CommandLine.arguments[0]).standardizedFileURL
        return itself.deletingLastPathComponent().appending(path: product).path
    }

    package func start(input: Data? = nil, output: any ChildOutput, errors: any ChildOutput) throws {
        let pipe = input.map { _ in Pipe() }
        let source = pipe?.fileHandleForReading ?? Self.nowhere
        try spawn([source.fileDescriptor, output.descriptor, errors.descriptor])
        try pipe?.fileHandleForReading.close()
        output.leaveToChild()
        errors.leaveToChild()
        awaitExit()
        if let input, let pipe {
            try pipe.fileHandleForWriting.write(contentsOf: input)
            try pipe.fileHandleForWriting.close()
        }
    }

    /// Starts the process with an input that stays open until the caller closes its end.
    package func start(inputFrom input: Pipe, output: any ChildOutput, errors: any ChildOutput) throws {
        try spawn([input.fileHandleForReading.fileDescriptor, output.descriptor, errors.descriptor])
        try input.fileHandleForReading.close()
        output.leaveToChild()
        errors.leaveToChild()
        awaitExit()
    }

    package func interrupt() { kill(identifier, SIGINT) }

    /// The exit code, available after the process has ended; the negative number of the signal that ended it otherwise.
    package var exitCode: Int32 { get async { await exits.stream.first { _ in true } ?? -1 } }

    private func spawn(_ descriptors: [Int32]) throws {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (index, descriptor) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(index))
        }
        // A copy of another test's socket or pipe in the child would keep it open for its peer.
        closeInherited(&actions)

        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

        let words = ([path] + arguments).map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in words + variables { free(text) } }
        let code = posix_spawn(&identifier, path, &actions, &attributes, words, variables)
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
    }

    private func awaitExit() {
        Thread.detachNewThread { [identifier, continuation = exits.continuation] in
            var status: Int32 = 0
            while waitpid(identifier, &status, 0) == -1, errno == EINTR {}
            let signal = status & 0x7F
            continuation.yield(signal == 0 ? (status >> 8) & 0xFF : -signal)
        }
    }
}

/// A place where a child writes.
package protocol ChildOutput {
    var descriptor: Int32 { get }
    /// Closes the parent's copy, so that the reader sees the end when the child has ended.
    func leaveToChild()
}

extension Pipe: ChildOutput {
    package var descriptor: Int32 { fileHandleForWriting.fileDescriptor }
    package func leaveToChild() { try? fileHandleForWriting.close() }
}

extension FileHandle: ChildOutput {
    package var descriptor: Int32 { fileDescriptor }
    package func leaveToChild() {}
}
