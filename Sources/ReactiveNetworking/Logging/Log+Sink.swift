extension Log {
    /// A destination for the lines of a log.
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
    /// Secrets are redacted in every line, and bodies are written only on request (``Log/Details``).
    ///
    /// Two sinks are equal only if one is a copy of the other.
    public struct Sink: Hashable, Sendable {
        /// Serializes the lines of all writers and keeps related lines together, without blocking a writer.
        private let lines: Signal<[String], Never>.Observer
        private let identity = Identity()

        /// Creates a sink that passes each line to a closure.
        ///
        /// - Parameter write: Receives one line at a time, without a line terminator, on any thread.
        public init(_ write: @escaping @Sendable (String) -> Void) {
            let (signal, input) = Signal<[String], Never>.pipe()
            signal.observeValues { $0.forEach(write) }
            lines = input
        }

        /// Writes consecutive lines.
        func callAsFunction(_ lines: [String]) { self.lines.send(value: lines) }

        public static func == (left: Self, right: Self) -> Bool { left.identity == right.identity }

        public func hash(into hasher: inout Hasher) {
            hasher.combine(identity)
        }

        /// A sink that writes to the standard error stream. Lines that cannot be written are dropped.
        public static let console = Log.Sink { line in
            printError(line)
        }

        /// Creates a sink that appends to a file. Each line begins with the date and time in ISO 8601 format.
        ///
        /// A missing file is created, readable by its owner only. Lines that cannot be written, for example because the
        /// disk is full, are dropped, so that a log never stops a program.
        ///
        /// - Parameter url: The URL of the file.
        /// - Returns: The sink.
        /// - Throws: ``Log/FileError`` if the file cannot be opened.
        public static func file(_ url: URL) throws(Log.FileError) -> Log.Sink {
            guard url.isFileURL else { throw Log.FileError(path: url.path, code: ENOENT) }
            let file: Locked<FileDescriptor>
            do throws(SystemError) {
                file = Locked(try FileDescriptor(url.path, O_WRONLY | O_APPEND | O_CREAT))
            } catch {
                throw Log.FileError(path: url.path, code: error.code)
            }
            return Log.Sink { line in
                let text =
                    Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)) + " " + line + "\n"
                file.withLock { try? $0.write(Data(text.utf8)) }
            }
        }
    }
}

extension Log {
    /// An error that occurred while opening a log file.
    public struct FileError: Error, Hashable, Sendable, LocalizedError, CustomStringConvertible {
        /// The path of the file.
        public let path: String
        /// The system's error number (`errno`).
        public let code: Int32

        /// A one-line description with the path and the reason.
        public var description: String { "The log file \(path) cannot be opened: \(String(cString: strerror(code)))" }

        /// The text of ``description``.
        public var errorDescription: String? { description }
    }
}
