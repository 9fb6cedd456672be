/// An error of saving a response to a file. It is the error inside ``Network/OperationError/requestFailure(error:)``.
#if hasAttribute(nonexhaustive)
    @nonexhaustive(warn)
#endif
public enum TransferError: Error, RedactedError, Hashable, Sendable {
    /// The reason why a destination is invalid. The raw value is its description.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum InvalidDestinationReason: String, Hashable, Sendable {
        /// The path is empty.
        case empty = "it is empty"
        /// The URL is not a file URL.
        case notAFileURL = "it is not a file URL"
        /// The path or name contains a NUL character.
        case controlCharacter = "it has a NUL character"
        /// The directory does not exist, or no longer exists.
        case missingDirectory = "its directory does not exist"
        /// The parent is not a directory.
        case notADirectory = "its parent is not a directory"
        /// The destination is an existing directory.
        case isADirectory = "it is a directory"
        /// The name exceeds 255 bytes.
        case nameTooLong = "its name is longer than 255 bytes"
    }

    /// The destination cannot be used. This is detected before anything is sent.
    case invalidDestination(path: String, reason: InvalidDestinationReason)
    /// A file with this name exists and may not be replaced.
    case fileExists(path: String)
    /// The volume has too little space. The values are the number of bytes still to be written and the number of free
    /// bytes, if known.
    case insufficientSpace(path: String, needed: Int64?, available: Int64?)
    /// The process has no permission to write there.
    case permissionDenied(path: String)
    /// Another transfer is writing the same partial file.
    case alreadyInProgress(path: String)
    /// The server sent a partial response to a request for the complete resource.
    case unrequestedPart
    /// Another system error of the file, with its error number (`errno`).
    case fileFailure(path: String, step: String, code: Int32)
}

extension TransferError {
    /// Creates an error from a system error number.
    package init(errno code: Int32, path: String, step: String) {
        self =
            switch code {
            case EACCES, EPERM, EROFS: .permissionDenied(path: path)
            case ENOSPC, EDQUOT, EFBIG: .insufficientSpace(path: path, needed: nil, available: nil)
            case ENOENT: .invalidDestination(path: path, reason: .missingDirectory)
            case ENOTDIR: .invalidDestination(path: path, reason: .notADirectory)
            case EISDIR: .invalidDestination(path: path, reason: .isADirectory)
            case ENAMETOOLONG: .invalidDestination(path: path, reason: .nameTooLong)
            case EEXIST: .fileExists(path: path)
            default: .fileFailure(path: path, step: step, code: code)
            }
    }
}

extension TransferError: LocalizedError, CustomStringConvertible {
    /// A description of the error with its path.
    public var description: String {
        switch self {
        case .invalidDestination(let path, let reason): "The destination \"\(path)\" cannot be used: \(reason.rawValue)"
        case .fileExists(let path): "There is already a file at \(path)"
        case .insufficientSpace(let path, let needed, let available):
            "There is not enough space for \(path)" + (needed.map { ": \($0) bytes are needed" } ?? "")
                + (available.map { ", \($0) are free" } ?? "")
        case .permissionDenied(let path): "There is no permission to write to \(path)"
        case .alreadyInProgress(let path): "Another transfer is writing the same partial file of \(path)"
        case .unrequestedPart: "The server sent a partial response to a request for the complete resource"
        case .fileFailure(let path, let step, let code):
            "The file at \(path) cannot be saved: \(step) failed: \(String(cString: strerror(code))) [\(code)]"
        }
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}
