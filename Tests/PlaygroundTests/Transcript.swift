import Foundation

/// What the built Playground printed, and how it ended.
struct Transcript: Sendable {
    let exitCode: Int32
    let output: String
    let errors: String
    let duration: Duration

    /// Runs the executable that stands beside this test bundle, with its output in pipes.
    static func of(_ arguments: String...) async throws -> Transcript { try await of(arguments) }

    static func of(_ arguments: [String]) async throws -> Transcript {
        let (output, errors) = (Pipe(), Pipe())
        let begun = ContinuousClock.now
        let exit = try run(arguments, output: output, errors: errors)
        async let outputText = text(of: output)
        async let errorText = text(of: errors)
        return await Transcript(
            exitCode: exit.first { _ in true } ?? -1,
            output: outputText,
            errors: errorText,
            duration: begun.duration(to: .now)
        )
    }

    /// What it prints to standard error where that is a terminal: no more than such a one keeps for its reader.
    static func errorsOnTerminal(_ arguments: String...) async throws -> String {
        var (terminal, side): (Int32, Int32) = (-1, -1)
        guard openpty(&terminal, &side, nil, nil, nil) == 0 else { throw POSIXError(.ENOTTY) }
        defer {
            close(side)
            close(terminal)
        }
        let handle = FileHandle(fileDescriptor: side)
        let exit = try run(arguments, output: FileHandle.nullDevice, errors: handle)
        _ = await exit.first { _ in true }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(terminal, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Starts the executable; the stream brings its exit code.
    private static func run(_ arguments: [String], output: Any, errors: Any) throws -> AsyncStream<Int32> {
        let process = Process()
        process.executableURL = products.appending(path: "Playground")
        process.arguments = arguments
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = errors
        let exitCode = AsyncStream<Int32>.makeStream()
        process.terminationHandler = { exitCode.continuation.yield($0.terminationStatus) }
        try process.run()
        return exitCode.stream
    }

    /// The folder with everything the build has made.
    private static var products: URL {
        let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
        let itself = bundle ?? URL(filePath: CommandLine.arguments[0]).standardizedFileURL
        return itself.deletingLastPathComponent()
    }

    private static func text(of pipe: Pipe) async -> String {
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                let data = pipe.fileHandleForReading.readDataToEndOfFile()
                continuation.resume(returning: String(decoding: data, as: UTF8.self))
            }
        }
    }
}

extension Transcript {
    /// The part of the lessons that belongs to the lesson with this number.
    func lesson(_ number: Int) -> String {
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
        guard let begin = lines.firstIndex(where: { $0.hasPrefix("\(number). ") }) else { return "" }
        let rest = lines[(begin + 1)...]
        let end = rest.firstIndex { $0.hasPrefix("\(number + 1). ") || $0.hasPrefix("Next:") } ?? lines.endIndex
        return lines[begin..<end].joined(separator: "\n").trimmingCharacters(in: .newlines) + "\n"
    }

    /// The same with every measured number as `#` and every stretch of a diagram as one `─`.
    func normalised(_ number: Int) -> String {
        lesson(number)
            .replacing(#/\d+\.\d{3} s/#, with: "# s")
            .replacing(#/\d+ ms a character/#, with: "# a character")
            .replacing(#/─+/#, with: "─")
            .replacing(#/ {2,}/#, with: "  ")
    }
}
