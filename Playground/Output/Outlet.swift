import Foundation

/// A place for bytes, and what is known of its reader.
struct Outlet: Sendable {
    /// Whether the bytes appear on a terminal, which obeys the control characters among them.
    let isTerminal: Bool
    /// Whether colours are shown and wanted.
    let isColoured: Bool
    /// Writes all of the bytes; returns once they are taken.
    let write: @Sendable (Data) throws(OutletError) -> Void
}

/// The reason why bytes cannot be written.
enum OutletError: Error, Equatable {
    /// The reader of a pipe has gone, as `head` does when it has seen enough.
    case readerLeft
    /// The system refuses the bytes.
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

    /// A descriptor of this process, unbuffered.
    private static func descriptor(_ descriptor: Int32) -> Outlet {
        let isTerminal = isatty(descriptor) == 1
        return Outlet(
            isTerminal: isTerminal,
            isColoured: isTerminal && wantsColour(ProcessInfo.processInfo.environment)
        ) { (data) throws(OutletError) in
            try write(data, to: descriptor)
        }
    }

    /// Whether the user of a terminal wants colours (https://no-color.org).
    static func wantsColour(_ environment: [String: String]) -> Bool {
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

    /// Whoever shares the descriptor may have made it non-blocking.
    private static func awaitRoom(_ descriptor: Int32) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&entry, 1, -1)
    }
}
