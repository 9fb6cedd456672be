import ReactiveNetworking

/// The failure of a journal. Its texts contain no secret.
#if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
#endif
public enum JournalError: Error, Hashable, Sendable {
    /// Another journal has the directory open, in this process or in another.
    case inUse
    /// A system call failed. The values are its name, the path, and the error number of the system.
    case io(call: String, path: String, code: Int32)
    /// The journal has no room for the entry. The values are what it holds.
    case full(entries: Int, bytes: Int64)
    /// The request has a secret, which is not written down. The value is the name of the field or query parameter.
    case secret(String)
    /// The request cannot be made, or its body cannot be read.
    case unstorable(RequestError)
    /// The file was written by a newer version of the library. The value is the version of its format.
    case newerVersion(Int)
    /// The directory or the file is not that of a journal, or others may write to it.
    case notAJournal
    /// The ``Seal`` failed, or a sealed journal was opened without its seal.
    case sealFailed(RequestError.Cause)
    /// The journal has no such entry.
    case unknownEntry
    /// The journal was closed.
    case closed
}

extension JournalError: LocalizedError, CustomStringConvertible {
    /// The failure on one line.
    public var description: String {
        switch self {
        case .inUse: "The journal is in use by another process, or was opened twice"
        case .io(let call, let path, let code):
            "\(call) failed for \(path): \(String(cString: strerror(code))) [\(code)]"
        case .full(let entries, let bytes): "The journal is full: it has \(entries) entries of \(bytes) bytes"
        case .secret(let name): "\(name) is a secret, which is not written to a journal"
        case .unstorable(let error): "The request cannot be stored: \(error)"
        case .newerVersion(let version): "The journal has format \(version), or records that this version does not know"
        case .notAJournal: "The directory or the file is not that of a journal, or others may write to it"
        case .sealFailed(let cause): "The journal's seal failed: \(cause)"
        case .unknownEntry: "The journal has no such entry"
        case .closed: "The journal is closed"
        }
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}

/// The reason why a journal does not send an entry. It is the error inside
/// `Network.OperationError.requestFailure(error:)` of a ``Delivery/parked(_:_:)``.
public struct ParkedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, as in the state of the entry.
    public let reason: String

    /// The reason.
    public var description: String { "The request was not sent: \(reason)" }
}

/// The records of a journal cannot be read, although their bytes are as they were written.
struct UnreadableRecordError: Error, CustomStringConvertible {
    var description: String { "the records cannot be read; they may need a seal" }
}
