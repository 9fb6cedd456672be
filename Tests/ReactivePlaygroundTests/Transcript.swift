import Foundation
import ReactiveChildProcesses

/// The output and the exit code of one run of the Playground.
struct Transcript: Sendable {
    let exitCode: Int32
    let outputBytes: Data
    let errors: String

    var output: String { String(decoding: outputBytes, as: UTF8.self) }

    /// Runs the executable beside this test bundle, with its output in pipes.
    static func of(_ arguments: String...) async throws -> Transcript { try await of(arguments) }

    /// - Parameter input: what stands in its standard input.
    static func of(_ arguments: [String], input: Data? = nil) async throws -> Transcript {
        let (output, errors) = (Pipe(), Pipe())
        let run = ChildProcess(product: "Playground", patient(arguments))
        try run.start(input: input, output: output, errors: errors)
        async let outputBytes = bytes(of: output)
        async let errorBytes = bytes(of: errors)
        return await Transcript(
            exitCode: run.exitCode,
            outputBytes: outputBytes,
            errors: String(decoding: errorBytes, as: UTF8.self)
        )
    }

    /// Runs the executable with a terminal as its output, or only as its standard error. `output` is what the terminal
    /// received.
    static func onTerminal(
        _ arguments: [String],
        errorsOnly: Bool = false,
        environment: [String: String] = [:]
    ) async throws -> Transcript {
        var (terminal, side): (Int32, Int32) = (-1, -1)
        guard openpty(&terminal, &side, nil, nil, nil) == 0 else { throw POSIXError(.ENOTTY) }
        let run = ChildProcess(product: "Playground", patient(arguments))
        let handle = FileHandle(fileDescriptor: side, closeOnDealloc: true)
        run.environment = ProcessInfo.processInfo.environment
            .merging(["TERM": "xterm", "NO_COLOR": ""]) { $1 }
            .merging(environment) { $1 }
        try run.start(output: errorsOnly ? ChildProcess.nowhere : handle, errors: handle)
        try handle.close()
        // Reading from a terminal whose other side is closed fails with an error.
        async let shown = bytes(of: FileHandle(fileDescriptor: terminal, closeOnDealloc: true))
        return await Transcript(
            exitCode: run.exitCode,
            outputBytes: shown,
            errors: ""
        )
    }

    /// Adds a deadline that a busy machine does not reach to a request of a local server, unless it has one.
    private static func patient(_ arguments: [String]) -> [String] {
        let isLocal = arguments.contains { $0.hasPrefix("http://127.0.0.1") }
        guard arguments.first == "send", isLocal, !arguments.contains("--abort-after") else { return arguments }
        return arguments + ["--abort-after", "3600"]
    }

    private static func bytes(of pipe: Pipe) async -> Data { await bytes(of: pipe.fileHandleForReading) }

    private static func bytes(of handle: FileHandle) async -> Data {
        let descriptor = handle.fileDescriptor
        return await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                var result = Data()
                var buffer = [UInt8](repeating: 0, count: 65_536)
                while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
                    result += buffer[..<count]
                }
                _ = handle
                continuation.resume(returning: result)
            }
        }
    }
}

extension Transcript {
    /// Returns the output of the lesson with this number.
    func lesson(_ number: Int) -> String {
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false)
        guard let begin = lines.firstIndex(where: { $0.hasPrefix("\(number). ") }) else { return "" }
        let rest = lines[(begin + 1)...]
        let end = rest.firstIndex { $0.hasPrefix("\(number + 1). ") || $0.hasPrefix("Next:") } ?? lines.endIndex
        return lines[begin..<end].joined(separator: "\n").trimmingCharacters(in: .newlines) + "\n"
    }

    /// The part of the lesson with every measured number as `#` and every line of a diagram as one `─`.
    func normalized(_ number: Int) -> String {
        lesson(number)
            .replacing(#/\d+\.\d{3} s/#, with: "# s")
            .replacing(#/\d+ ms a character/#, with: "# a character")
            .replacing(#/─+/#, with: "─")
            .replacing(#/ {2,}/#, with: "  ")
    }
}
