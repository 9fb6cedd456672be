import Foundation

/// The files of downloads that the system has performed.
enum BackgroundFile {
    private static let maxByteCount = 64 << 10

    /// Returns the beginning of a file, which is the body of a response that is not accepted.
    static func beginning(of file: URL) -> Data? {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
        defer { try? handle.close() }
        return try? handle.read(upToCount: maxByteCount)
    }

    /// Moves a file in place of another one in one step, also from another volume.
    static func move(_ source: URL, to destination: URL) throws(TransferError) {
        let directory = destination.deletingLastPathComponent()
        let draft = directory.appendingPathComponent(".\(Authorization.randomNonce())")
        do {
            try FileManager.default.moveItem(at: source, to: draft)
        } catch {
            try? FileManager.default.removeItem(at: draft)
            throw TransferError(errno: code(of: error), path: destination.path, step: "move")
        }
        guard rename(draft.path, destination.path) == 0 else {
            let code = errno
            try? FileManager.default.removeItem(at: draft)
            throw TransferError(errno: code, path: destination.path, step: "rename")
        }
    }

    /// Returns the error number below an error of Foundation.
    private static func code(of error: any Error) -> Int32 {
        let error = error as NSError
        let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
        if cause.domain == NSPOSIXErrorDomain { return Int32(cause.code) }
        return (error as? CocoaError)?.code == .fileNoSuchFile ? ENOENT : EIO
    }
}
