import Foundation

/// An output for bytes, with the properties of its reader.
struct Outlet: Sendable {
    /// A Boolean value that indicates whether the output is a terminal, which interprets control characters.
    let isTerminal: Bool
    /// A Boolean value that indicates whether the output shows colors and the user wants them.
    let isColored: Bool
    /// Writes all bytes, and returns once they are accepted.
    let write: @Sendable (Data) throws(OutletError) -> Void
}

/// The reason why bytes cannot be written.
enum OutletError: Error, Equatable {
    /// The reader closed the pipe, as `head` does after its last line.
    case readerLeft
    /// The system refused the bytes.
    case refused(code: Int32)
}

extension OutletError: CustomStringConvertible {
    var description: String {
        switch self {
        case .readerLeft: "The reader of the output has gone"
        case .refused(let code): "The output cannot be written: \(String(cString: strerror(code)))"
        }
    }
}

extension Outlet {
    static let standardOutput = descriptor(STDOUT_FILENO)
    static let standardError = descriptor(STDERR_FILENO)

    /// Returns an unbuffered outlet for a file descriptor.
    private static func descriptor(_ descriptor: Int32) -> Outlet {
        let isTerminal = isatty(descriptor) == 1
        return Outlet(
            isTerminal: isTerminal,
            isColored: isTerminal && wantsColor(ProcessInfo.processInfo.environment)
        ) { (data) throws(OutletError) in
            try write(data, to: descriptor)
        }
    }

    /// Returns whether the user of a terminal wants colors (https://no-color.org).
    static func wantsColor(_ environment: [String: String]) -> Bool {
        environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }

    private static func write(_ data: Data, to descriptor: Int32) throws(OutletError) {
        var rest = data[...]
        while !rest.isEmpty {
            let (count, code) = rest.withUnsafeBytes { bytes in
                let count = Foundation.write(descriptor, bytes.baseAddress, bytes.count)
                return (count, errno)
            }
            switch code {
            case _ where count >= 0: rest = rest.dropFirst(count)
            case EINTR: continue
            case EAGAIN: awaitRoom(descriptor)
            case EPIPE: throw .readerLeft
            default: throw .refused(code: code)
            }
        }
    }

    /// Waits until the descriptor accepts bytes: another process that shares it may have made it non-blocking.
    private static func awaitRoom(_ descriptor: Int32) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&entry, 1, -1)
    }
}
