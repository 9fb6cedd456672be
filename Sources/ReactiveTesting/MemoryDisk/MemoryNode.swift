import ReactiveOffline

/// A file or a directory of a ``MemoryDisk``: what a process sees, what is on the disk for certain, and the changes in
/// between.
struct MemoryNode: Sendable {
    private enum Change: Sendable {
        case write([UInt8], offset: Int, number: Int)
        case truncate(Int)
        case name(String, Int?)
        case rename(String, String)
    }

    let kind: FileStatus.Kind
    var mode: UInt16
    private(set) var bytes: [UInt8] = []
    private(set) var names: [String: Int] = [:]
    private var syncedBytes: [UInt8] = []
    private var syncedNames: [String: Int] = [:]
    private var changes: [Change] = []

    init(kind: FileStatus.Kind) {
        self.kind = kind
        mode = kind == .directory ? 0o700 : 0o600
    }

    /// The number and the size of the last write that was not synced.
    var lastWrite: (change: Int, byteCount: Int)? {
        for change in changes.reversed() {
            if case .write(let bytes, _, let number) = change { return (number, bytes.count) }
        }
        return nil
    }

    mutating func setContent(_ bytes: [UInt8]) {
        self.bytes = bytes
        synchronize()
    }

    mutating func write(_ bytes: [UInt8], at offset: Int, _ number: Int) {
        apply(.write(bytes, offset: offset, number: number))
    }

    mutating func truncate(to byteCount: Int, _ number: Int) { apply(.truncate(byteCount)) }

    mutating func setName(_ name: String, _ node: Int?, _ number: Int) { apply(.name(name, node)) }

    mutating func rename(_ name: String, to newName: String, _ number: Int) { apply(.rename(name, newName)) }

    mutating func synchronize() {
        (syncedBytes, syncedNames, changes) = (bytes, names, [])
    }

    private mutating func apply(_ change: Change) {
        changes.append(change)
        perform(change)
    }

    private mutating func perform(_ change: Change) {
        switch change {
        case .write(let new, let offset, _): put(new[...], at: offset)
        case .truncate(let byteCount): setByteCount(byteCount)
        case .name(let name, let node): names[name] = node
        case .rename(let name, let newName):
            guard let node = names.removeValue(forKey: name) else { return }
            names[newName] = node
        }
    }

    private mutating func put(_ new: ArraySlice<UInt8>, at offset: Int) {
        guard !new.isEmpty else { return }
        if bytes.count < offset + new.count { setByteCount(offset + new.count) }
        bytes.replaceSubrange(offset..<(offset + new.count), with: new)
    }

    private mutating func setByteCount(_ byteCount: Int) {
        if bytes.count > byteCount {
            bytes.removeLast(bytes.count - byteCount)
        } else {
            bytes += [UInt8](repeating: 0, count: byteCount - bytes.count)
        }
    }

    /// Returns the node as it is after a loss of power.
    func afterCrash(_ loss: MemoryDisk.Loss, lastChange: Int?, _ random: inout SplitMix) -> MemoryNode {
        var node = self
        (node.bytes, node.names, node.changes) = (syncedBytes, syncedNames, [])
        for change in changes {
            switch (loss, change) {
            case (.everything, _): break
            case (.names, .name), (.names, .rename): break
            case (.cut(let count), .write(let new, let offset, let number)) where number == lastChange:
                node.put(new.prefix(count), at: offset)
            case (.sectors, .write(let new, let offset, _)): node.putSectors(new, at: offset, &random)
            case (.sectors, _): if random.next() & 1 == 0 { node.perform(change) }
            default: node.perform(change)
            }
        }
        node.synchronize()
        return node
    }

    /// Writes a part of the sectors. The size of the file may be there without them.
    private mutating func putSectors(_ new: [UInt8], at offset: Int, _ random: inout SplitMix) {
        if random.next() & 1 == 0, bytes.count < offset + new.count { setByteCount(offset + new.count) }
        var start = 0
        while start < new.count {
            let end = min(new.count, ((offset + start) / 512 + 1) * 512 - offset)
            if random.next() & 1 == 0 { put(new[start..<end], at: offset + start) }
            start = end
        }
    }
}

/// A small generator of random numbers, the same for each seed.
struct SplitMix: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
