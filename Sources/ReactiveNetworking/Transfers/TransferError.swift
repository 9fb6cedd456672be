import Foundation

/// Why a response cannot be kept in a file. It comes inside ``Network/OperationError/requestFailure(error:)``.
public enum TransferError: Error, Hashable, Sendable {
    /// What is wrong with a destination. The raw value is the text.
    public enum InvalidDestinationReason: String, Hashable, Sendable {
        /// There is no path.
        case empty = "it is empty"
        /// A URL of something else than a file.
        case notAFileURL = "it is not the URL of a file"
        /// A path or name with a NUL.
        case controlCharacter = "it has a NUL character"
        /// The directory is not there (any more).
        case missingDirectory = "its directory does not exist"
        /// What should be the directory is something else.
        case notADirectory = "what should be its directory is none"
        /// What should be the file is a directory.
        case isADirectory = "it is a directory"
        /// The name has more than 255 bytes.
        case nameTooLong = "its name is longer than 255 bytes"
    }

    /// The destination cannot be used. Found before anything is sent.
    case invalidDestination(path: String, reason: InvalidDestinationReason)
    /// There is a file of this name, and it was not said that it may be replaced.
    case fileExists(path: String)
    /// The volume has not enough room: how many bytes were still to be written and how many are free, as far as that is known.
    case insufficientSpace(path: String, needed: Int64?, available: Int64?)
    /// The system does not allow to write there.
    case permissionDenied(path: String)
    /// Another transfer is writing the same partial file.
    case alreadyInProgress(path: String)
    /// The server has sent a part where the whole was asked for.
    case unrequestedPart
    /// Anything else that the system says about the file, by its `errno`.
    case fileFailure(path: String, step: String, code: Int32)
}

extension TransferError {
    /// What an error of the system means.
    init(errno code: Int32, path: String, step: String) {
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
    /// What is wrong, and where.
    public var description: String {
        switch self {
        case .invalidDestination(let path, let reason): "The destination \"\(path)\" cannot be used: \(reason.rawValue)"
        case .fileExists(let path): "There is already a file at \(path)"
        case .insufficientSpace(let path, let needed, let available):
            "There is not enough room for \(path)" + (needed.map { ": \($0) bytes are to come" } ?? "")
                + (available.map { ", \($0) are free" } ?? "")
        case .permissionDenied(let path): "The system does not allow to write at \(path)"
        case .alreadyInProgress(let path): "Another transfer is writing the same part of \(path)"
        case .unrequestedPart: "The server has sent a part where the whole was asked for"
        case .fileFailure(let path, let step, let code):
            "The file at \(path) failed while \(step): \(String(cString: strerror(code))) [\(code)]"
        }
    }

    /// The text of ``description``.
    public var errorDescription: String? { description }
}

extension Network.OperationError {
    /// The error inside ``requestFailure(error:)``, if the response could not be kept in a file.
    public var transferError: TransferError? {
        if case .requestFailure(let error) = self { error as? TransferError } else { nil }
    }
}
