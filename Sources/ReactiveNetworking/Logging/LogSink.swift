import Foundation

/// Where lines of a log go.
///
/// ```swift
/// let network = Network()
/// let log = network.log(to: .console, level: .info)
/// // #1 +0.0 seconds GET https://example.com/todos
/// // #1 +0.1 seconds 200 OK
/// // #1 +0.1 seconds succeeded
/// log.dispose()
/// ```
///
/// Secrets are redacted in every line (N18), and bodies are not written unless they are asked for (``LogDetails``).
///
/// A sink equals its copies only.
public struct LogSink: Hashable, Sendable {
    /// Puts the lines of all who write in one order, and keeps together what belongs together; nobody waits.
    private let lines: Signal<[String], Never>.Observer
    private let identity = Identity()

    /// A sink of your own. It gets one line at a time, without the end of the line, from any thread.
    public init(_ write: @escaping @Sendable (String) -> Void) {
        let (signal, input) = Signal<[String], Never>.pipe()
        signal.observeValues { $0.forEach(write) }
        lines = input
    }

    /// Writes lines that follow one another.
    func callAsFunction(_ lines: [String]) { self.lines.send(value: lines) }

    public static func == (left: Self, right: Self) -> Bool { left.identity == right.identity }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(identity)
    }

    /// The standard error stream, so that a program's output stays what it is. Lines that cannot be written are dropped.
    public static let console = LogSink { line in
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }

    /// The end of a file, which is made if it is not there, readable by its owner only. Each line begins with the date and
    /// time of day in ISO 8601.
    ///
    /// Lines that cannot be written, on a disk that is full, are dropped: a log must not stop a program.
    ///
    /// - Throws: ``LogFileError`` if the file cannot be opened.
    public static func file(_ url: URL) throws(LogFileError) -> LogSink {
        let descriptor = url.isFileURL ? open(url.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600) : -1
        guard descriptor >= 0 else { throw LogFileError(path: url.path, code: url.isFileURL ? errno : ENOENT) }
        let handle = Locked(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
        return LogSink { line in
            let text = Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) + " " + line + "\n"
            handle.withLock { try? $0.write(contentsOf: Data(text.utf8)) }
        }
    }
}

/// A file for a log cannot be opened.
public struct LogFileError: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
    /// Which file.
    public let path: String
    /// What the system says, as `errno` has it.
    public let code: Int32

    /// Which file, and why.
    public var description: String { "the log \(path) cannot be opened: \(String(cString: strerror(code)))" }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}

extension Network {
    /// Writes what happens to the operations that begin from now on, line by line, until the result is disposed of.
    ///
    /// - Parameters:
    ///   - sink: where the lines go.
    ///   - level: how much is written; nothing, and at no cost, with ``LogLevel/none``.
    ///   - details: what is shown beside the lines; nothing by default.
    @discardableResult
    public func log(
        to sink: LogSink = .console,
        level: LogLevel = .info,
        showing details: LogDetails = []
    ) -> any Disposable {
        guard level > .none else { return AnyDisposable() }
        let writer = LogWriter(to: sink, level, showing: details)
        return events.observeValues { writer.write($0) } ?? AnyDisposable()
    }
}
