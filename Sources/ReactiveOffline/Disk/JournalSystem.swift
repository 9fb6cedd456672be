import ReactiveNetworking

/// The properties of a file or directory.
package struct FileStatus: Hashable, Sendable {
    package enum Kind: Hashable, Sendable { case file, directory, other }

    package var kind: Kind
    package var byteCount: Int64
    /// A Boolean value that indicates whether it belongs to the user of this process.
    package var isOwn: Bool
    /// The permissions.
    package var mode: UInt16

    package init(kind: Kind, byteCount: Int64, isOwn: Bool, mode: UInt16) {
        self.kind = kind
        self.byteCount = byteCount
        self.isOwn = isOwn
        self.mode = mode
    }
}

/// The way in which a file is opened. Links are never followed, and children never inherit a descriptor.
package enum OpenMode: Hashable, Sendable {
    case reading
    /// For reading and writing.
    case writing
    /// For reading and writing; an empty file with mode 0600 is made if there is none.
    case creating
    /// For reading and writing an empty file with mode 0600, in place of an earlier one.
    case replacing
}

/// All system calls of a journal. Each function is one call, which may fail or do less than it was asked for.
///
/// Descriptors belong to whoever opened them.
package protocol JournalSystem: Sendable {
    func makeDirectory(at path: String) throws(SystemError)
    func openDirectory(at path: String) throws(SystemError) -> Int32
    func makeDirectory(_ name: String, in directory: Int32) throws(SystemError)
    func openDirectory(_ name: String, in directory: Int32) throws(SystemError) -> Int32
    func openFile(_ name: String, in directory: Int32, _ mode: OpenMode) throws(SystemError) -> Int32
    func status(of descriptor: Int32) throws(SystemError) -> FileStatus
    func setMode(_ mode: UInt16, of descriptor: Int32) throws(SystemError)
    /// Locks a file unless another descriptor has locked it, which fails with `EWOULDBLOCK`.
    func lock(_ descriptor: Int32) throws(SystemError)
    /// Unlocks a file if it is locked, and closes it.
    func close(_ descriptor: Int32)
    /// Returns at most `count` bytes; fewer or none if the file ends before.
    func read(_ count: Int, from descriptor: Int32, at offset: Int64) throws(SystemError) -> [UInt8]
    /// Writes bytes; returns the number of those that were written.
    func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int64) throws(SystemError) -> Int
    func truncate(_ descriptor: Int32, to byteCount: Int64) throws(SystemError)
    /// Waits until the content of a file is on the disk.
    func synchronizeData(of descriptor: Int32) throws(SystemError)
    /// Waits until the names in a directory are on the disk.
    func synchronizeDirectory(_ descriptor: Int32) throws(SystemError)
    func rename(_ name: String, to newName: String, in directory: Int32) throws(SystemError)
    func remove(_ name: String, in directory: Int32) throws(SystemError)
    /// Returns the names in a directory, except for `.` and `..`, in any order.
    func names(in directory: Int32) throws(SystemError) -> [String]
}
