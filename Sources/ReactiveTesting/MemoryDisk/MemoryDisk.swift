import ReactiveCore
import ReactiveHTTPModel
import ReactiveOffline

/// A disk in memory, for tests of what is left of a journal after a crash or a failed system call.
///
/// It counts the calls, and does something else than asked for at one of them. What was not synced can be lost in
/// several ways; see ``afterCrash(_:)``.
package final class MemoryDisk: JournalSystem {
    /// Something else than a call was asked for.
    package enum Fault: Hashable, Sendable {
        /// The call fails with an error number.
        case failure(Int32)
        /// A write does half of its work; other calls do all of it.
        case shortWrite
        /// The call has its effect, but the process ends before it returns: all later calls fail and do nothing.
        case crashAfter
        /// The process ends before the call.
        case crashBefore
    }

    /// The fate of what was not synced when the power failed.
    package enum Loss: Hashable, Sendable {
        /// Everything is on the disk.
        case nothing
        /// Nothing is.
        case everything
        /// Everything but the bytes of the last write behind the first few.
        case cut(lastWriteTo: Int)
        /// A part of the sectors of 512 bytes, and of the changes of names, by a seed.
        case sectors(seed: UInt64)
        /// Contents are on the disk, and names are not.
        case names
    }

    struct State: Sendable {
        var nodes: [Int: MemoryNode] = [0: MemoryNode(kind: .directory)]
        var descriptors: [Int32: Int] = [:]
        var lockedBy: [Int: Int32] = [:]
        var nextDescriptor: Int32 = 3
        var calls: [String] = []
        var faults: [Int: Fault] = [:]
        var isDead = false
        /// The error number with which no file can be made, or `nil`.
        var refusal: Int32?
        /// The number of changes so far.
        var changeCount = 0
    }

    private let state: Locked<State>

    /// Creates an empty disk.
    package convenience init() { self.init(State()) }

    init(_ state: State) {
        self.state = Locked(state)
    }

    /// The names of the calls so far, except for those that close files.
    package var calls: [String] { state.withLock { $0.calls } }

    /// A Boolean value that indicates whether the process has ended.
    package var isDead: Bool { state.withLock { $0.isDead } }

    /// The number of open descriptors.
    package var openCount: Int { state.withLock { $0.descriptors.count } }

    /// Plans a fault of a call to come.
    ///
    /// - Parameters:
    ///   - fault: The fault.
    ///   - number: The number of the call, counted from 1 since the creation of the disk.
    package func plan(_ fault: Fault, atCall number: Int) { state.withLock { $0.faults[number] = fault } }

    /// Lets every call fail that would make a file.
    ///
    /// - Parameter code: The error number, or `nil` to let files be made again.
    package func refuseNewFiles(with code: Int32?) { state.withLock { $0.refusal = code } }

    /// Returns the size of the last write that was not synced; zero if there is none.
    package var lastUnsyncedByteCount: Int {
        state.withLock { state in
            state.nodes.values.compactMap(\.lastWrite).max { $0.change < $1.change }?.byteCount ?? 0
        }
    }

    /// Returns the disk as another process finds it after this one was killed: nothing is lost, and what was not synced
    /// is not synced yet.
    package func afterKill() -> MemoryDisk {
        var after = State()
        after.nodes = state.withLock { $0.nodes }
        return MemoryDisk(after)
    }

    /// Returns the disk as another process finds it after a loss of power.
    ///
    /// - Parameter loss: The fate of what was not synced.
    package func afterCrash(_ loss: Loss) -> MemoryDisk {
        let before = state.withLock { $0 }
        var random = SplitMix(seed: 0)
        if case .sectors(let seed) = loss { random = SplitMix(seed: seed) }
        let last = before.nodes.values.compactMap(\.lastWrite).map(\.change).max()
        var after = State()
        for (number, node) in before.nodes.sorted(by: { $0.key < $1.key }) {
            after.nodes[number] = node.afterCrash(loss, lastChange: last, &random)
        }
        return MemoryDisk(after)
    }

    /// The contents of all files that have a name, by their paths.
    package var files: [String: [UInt8]] {
        state.withLock { state in
            var files: [String: [UInt8]] = [:]
            state.collect(0, "", &files)
            return files
        }
    }

    /// Replaces the content of a file, as if it had been written by somebody else.
    package func setContent(_ bytes: [UInt8], of path: String) {
        state.withLock { state in
            guard let number = state.node(at: path) else { return }
            state.nodes[number]?.setContent(bytes)
        }
    }

    /// Puts a file into a directory that exists.
    package func makeFile(_ bytes: [UInt8], at path: String) {
        state.withLock { state in
            let (parent, name) = State.split(path)
            guard let parent = state.node(at: parent) else { return }
            let number = state.nodes.count
            state.nodes[number] = MemoryNode(kind: .file)
            state.nodes[number]?.setContent(bytes)
            state.nodes[parent]?.setName(name, number, 0)
            state.nodes[parent]?.synchronize()
        }
    }

    /// Removes a file, as if by somebody else.
    package func removeFile(at path: String) {
        state.withLock { state in
            let (parent, name) = State.split(path)
            guard let parent = state.node(at: parent) else { return }
            state.nodes[parent]?.setName(name, nil, 0)
            state.nodes[parent]?.synchronize()
        }
    }

    /// Changes the permissions of a file or directory, as if by somebody else.
    package func setMode(_ mode: UInt16, at path: String) {
        state.withLock { state in
            guard let number = state.node(at: path) else { return }
            state.nodes[number]?.mode = mode
        }
    }

    private func call<Value: Sendable>(
        _ name: String,
        _ body: (inout State, _ isShort: Bool) throws(SystemError) -> Value
    ) throws(SystemError) -> Value {
        try state.withLock { state throws(SystemError) in
            guard !state.isDead else { throw SystemError(call: name, code: EIO) }
            state.calls.append(name)
            switch state.faults[state.calls.count] {
            case nil: return try body(&state, false)
            case .failure(let code): throw SystemError(call: name, code: code)
            case .shortWrite: return try body(&state, true)
            case .crashBefore:
                state.isDead = true
                throw SystemError(call: name, code: EIO)
            case .crashAfter:
                defer { state.isDead = true }
                _ = try body(&state, false)
                throw SystemError(call: name, code: EIO)
            }
        }
    }
}

extension MemoryDisk {
    package func makeDirectory(at path: String) throws(SystemError) {
        try call("mkdir") { state, _ throws(SystemError) in
            let (parent, name) = State.split(path)
            guard let parent = state.node(at: parent) else { throw SystemError(call: "mkdir", code: ENOENT) }
            try state.makeDirectory(name, in: parent, "mkdir")
        }
    }

    package func openDirectory(at path: String) throws(SystemError) -> Int32 {
        try call("open") { state, _ throws(SystemError) in
            guard let number = state.node(at: path) else { throw SystemError(call: "open", code: ENOENT) }
            return try state.open(number, as: .directory, "open")
        }
    }

    package func makeDirectory(_ name: String, in directory: Int32) throws(SystemError) {
        try call("mkdirat") { state, _ throws(SystemError) in
            try state.makeDirectory(name, in: state.number(directory, "mkdirat"), "mkdirat")
        }
    }

    package func openDirectory(_ name: String, in directory: Int32) throws(SystemError) -> Int32 {
        try call("openat") { state, _ throws(SystemError) in
            let parent = try state.number(directory, "openat")
            guard let number = state.nodes[parent]?.names[name] else {
                throw SystemError(call: "openat", code: ENOENT)
            }
            return try state.open(number, as: .directory, "openat")
        }
    }

    package func openFile(_ name: String, in directory: Int32, _ mode: OpenMode) throws(SystemError) -> Int32 {
        try call("openat") { state, _ throws(SystemError) in
            let parent = try state.number(directory, "openat")
            if let number = state.nodes[parent]?.names[name] {
                if mode == .replacing { state.change(number) { $0.truncate(to: 0, $1) } }
                return try state.open(number, as: .file, "openat")
            }
            guard mode == .creating || mode == .replacing else { throw SystemError(call: "openat", code: ENOENT) }
            if let code = state.refusal { throw SystemError(call: "openat", code: code) }
            let number = state.nodes.count
            state.nodes[number] = MemoryNode(kind: .file)
            state.change(parent) { $0.setName(name, number, $1) }
            return try state.open(number, as: .file, "openat")
        }
    }

    package func status(of descriptor: Int32) throws(SystemError) -> FileStatus {
        try call("fstat") { state, _ throws(SystemError) in
            let number = try state.number(descriptor, "fstat")
            guard let node = state.nodes[number] else { throw SystemError(call: "fstat", code: EBADF) }
            return FileStatus(kind: node.kind, byteCount: Int64(node.bytes.count), isOwn: true, mode: node.mode)
        }
    }

    package func setMode(_ mode: UInt16, of descriptor: Int32) throws(SystemError) {
        try call("fchmod") { state, _ throws(SystemError) in
            let number = try state.number(descriptor, "fchmod")
            state.nodes[number]?.mode = mode
        }
    }

    package func lock(_ descriptor: Int32) throws(SystemError) {
        try call("flock") { state, _ throws(SystemError) in
            let number = try state.number(descriptor, "flock")
            guard state.lockedBy[number] == nil || state.lockedBy[number] == descriptor else {
                throw SystemError(call: "flock", code: EWOULDBLOCK)
            }
            state.lockedBy[number] = descriptor
        }
    }

    package func close(_ descriptor: Int32) {
        state.withLock { state in
            guard let number = state.descriptors.removeValue(forKey: descriptor) else { return }
            if state.lockedBy[number] == descriptor { state.lockedBy[number] = nil }
        }
    }

    package func read(_ count: Int, from descriptor: Int32, at offset: Int64) throws(SystemError) -> [UInt8] {
        try call("pread") { state, _ throws(SystemError) in
            let bytes = state.nodes[try state.number(descriptor, "pread")]?.bytes ?? []
            guard offset < bytes.count else { return [] }
            return Array(bytes[Int(offset)..<min(bytes.count, Int(offset) + count)])
        }
    }

    package func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int64) throws(SystemError) -> Int {
        try call("pwrite") { state, isShort throws(SystemError) in
            let written = isShort ? Array(bytes.prefix(bytes.count / 2)) : bytes
            let number = try state.number(descriptor, "pwrite")
            state.change(number) { $0.write(written, at: Int(offset), $1) }
            return written.count
        }
    }

    package func truncate(_ descriptor: Int32, to byteCount: Int64) throws(SystemError) {
        try call("ftruncate") { state, _ throws(SystemError) in
            let number = try state.number(descriptor, "ftruncate")
            state.change(number) { $0.truncate(to: Int(byteCount), $1) }
        }
    }

    package func synchronizeData(of descriptor: Int32) throws(SystemError) {
        try call("fdatasync") { state, _ throws(SystemError) in
            let number = try state.number(descriptor, "fdatasync")
            state.nodes[number]?.synchronize()
        }
    }

    package func synchronizeDirectory(_ descriptor: Int32) throws(SystemError) {
        try call("fsync") { state, _ throws(SystemError) in
            let number = try state.number(descriptor, "fsync")
            state.nodes[number]?.synchronize()
        }
    }

    package func rename(_ name: String, to newName: String, in directory: Int32) throws(SystemError) {
        try call("renameat") { state, _ throws(SystemError) in
            let parent = try state.number(directory, "renameat")
            guard state.nodes[parent]?.names[name] != nil else { throw SystemError(call: "renameat", code: ENOENT) }
            state.change(parent) { $0.rename(name, to: newName, $1) }
        }
    }

    package func remove(_ name: String, in directory: Int32) throws(SystemError) {
        try call("unlinkat") { state, _ throws(SystemError) in
            let parent = try state.number(directory, "unlinkat")
            guard state.nodes[parent]?.names[name] != nil else { throw SystemError(call: "unlinkat", code: ENOENT) }
            state.change(parent) { $0.setName(name, nil, $1) }
        }
    }

    package func names(in directory: Int32) throws(SystemError) -> [String] {
        try call("getdents") { state, _ throws(SystemError) in
            (state.nodes[try state.number(directory, "getdents")]?.names.keys).map { $0.sorted() } ?? []
        }
    }
}

extension MemoryDisk.State {
    static func split(_ path: String) -> (parent: String, name: String) {
        let parts = path.split(separator: "/")
        return (parts.dropLast().joined(separator: "/"), parts.last.map(String.init) ?? "")
    }

    func node(at path: String) -> Int? {
        path.split(separator: "/").reduce(0) { number, name in
            number.flatMap { nodes[$0]?.names[String(name)] }
        }
    }

    func number(_ descriptor: Int32, _ call: String) throws(SystemError) -> Int {
        guard let number = descriptors[descriptor] else { throw SystemError(call: call, code: EBADF) }
        return number
    }

    mutating func open(_ number: Int, as kind: FileStatus.Kind, _ call: String) throws(SystemError) -> Int32 {
        guard nodes[number]?.kind == kind else {
            throw SystemError(call: call, code: kind == .directory ? ENOTDIR : EISDIR)
        }
        nextDescriptor += 1
        descriptors[nextDescriptor] = number
        return nextDescriptor
    }

    mutating func makeDirectory(_ name: String, in parent: Int, _ call: String) throws(SystemError) {
        guard nodes[parent]?.names[name] == nil else { throw SystemError(call: call, code: EEXIST) }
        let number = nodes.count
        nodes[number] = MemoryNode(kind: .directory)
        change(parent) { $0.setName(name, number, $1) }
    }

    mutating func change(_ number: Int, _ change: (inout MemoryNode, Int) -> Void) {
        changeCount += 1
        // Taken out, so that its bytes are not copied.
        guard var node = nodes.removeValue(forKey: number) else { return }
        change(&node, changeCount)
        nodes[number] = node
    }

    func collect(_ number: Int, _ path: String, _ files: inout [String: [UInt8]]) {
        guard let node = nodes[number] else { return }
        if node.kind == .file { files[path] = node.bytes }
        for (name, child) in node.names { collect(child, "\(path)/\(name)", &files) }
    }
}
