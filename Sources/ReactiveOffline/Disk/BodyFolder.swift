import ReactiveNetworking

/// The files of bodies that are too large for a record, `bodies/<id>`. With a seal, a file has sealed pieces, each
/// behind its length in four bytes.
struct BodyFolder: Sendable {
    static let name = "bodies"
    /// The size of the pieces in which a body is read and sealed.
    static let pieceByteCount = 64 << 10

    private let folder: Folder
    private let seal: Seal?

    init(_ folder: Folder, sealedBy seal: Seal?) {
        self.folder = folder
        self.seal = seal
    }

    /// Creates the file of an entry's body.
    func writer(for id: UInt64) throws(JournalError) -> BodyFileWriter {
        BodyFileWriter(try folder.creatingFile("\(id)", .replacing), id, sealedBy: seal)
    }

    /// Waits until the name of a new file is on the disk.
    func synchronize() throws(JournalError) { try folder.synchronize() }

    func remove(_ id: UInt64) throws(JournalError) { try folder.remove("\(id)") }

    /// Opens the body of an entry; returns `nil` if there is none.
    func reader(for id: UInt64, _ place: Recipe.BodyPlace) throws(JournalError) -> BodyFileReader? {
        guard case .file(_, let byteCount, let checksum) = place, let file = try folder.file("\(id)", .reading) else {
            return nil
        }
        return BodyFileReader(file: file, id: id, byteCount: byteCount, checksum: checksum, seal: seal)
    }

    /// Removes the bodies without an entry, and parks the entries whose body is missing or wrong (J12).
    func sweep(_ index: inout JournalIndex) throws(JournalError) {
        let names = try folder.names()
        for name in names {
            let item = UInt64(name).flatMap { index[$0] }
            if item?.body.isFile != true { try folder.remove(name) }
        }
        for item in index.items.filter({ $0.body.isFile }) {
            guard let reason = try damage(of: item) else { continue }
            index.update(item.entry.id) { item in
                if case .parked = item.entry.state { return }
                item.entry.state = .parked(reason: reason)
                item.isParkedByOpening = true
            }
        }
    }

    private func damage(of item: JournalIndex.Item) throws(JournalError) -> String? {
        guard let reader = try reader(for: item.entry.id, item.body) else { return "its body is missing" }
        return try reader.isWhole() ? nil : "its body is damaged"
    }
}

/// Writes the file of a body.
struct BodyFileWriter: Sendable {
    private let file: OpenFile
    private let id: UInt64
    private let seal: Seal?
    private var pieceCount: UInt64 = 0
    private(set) var byteCount: Int64 = 0
    private(set) var fileByteCount: Int64 = 0
    private var checksum: UInt32 = 0
    /// The bytes that do not fill a piece yet.
    private var rest = Data()

    init(_ file: OpenFile, _ id: UInt64, sealedBy seal: Seal?) {
        self.file = file
        self.id = id
        self.seal = seal
    }

    mutating func write(_ data: Data) throws(JournalError) {
        byteCount += Int64(data.count)
        rest.append(data)
        // The last piece is marked, so at least one byte waits for the end.
        while rest.count > BodyFolder.pieceByteCount {
            let piece = Data(rest.prefix(BodyFolder.pieceByteCount))
            rest = Data(rest.dropFirst(BodyFolder.pieceByteCount))
            try writePiece(piece, isLast: false)
        }
    }

    /// Waits until the body is on the disk.
    mutating func finish() throws(JournalError) -> Recipe.BodyPlace {
        try writePiece(rest, isLast: true)
        rest = Data()
        try file.synchronize()
        return .file(byteCount: byteCount, fileByteCount: fileByteCount, checksum: checksum)
    }

    private mutating func writePiece(_ piece: Data, isLast: Bool) throws(JournalError) {
        var bytes: [UInt8] = []
        if let seal {
            do {
                let sealed = try seal.seal(piece, BodyFileReader.context(id, pieceCount, isLast: isLast))
                bytes.append(littleEndian: UInt32(sealed.count))
                bytes += sealed
            } catch {
                throw .sealFailed(RequestError.Cause(error))
            }
        } else {
            bytes = Array(piece)
        }
        guard !bytes.isEmpty else { return }
        try file.write(bytes, at: fileByteCount)
        checksum = CRC32C.checksum(bytes, after: checksum)
        fileByteCount += Int64(bytes.count)
        pieceCount += 1
    }
}

/// Reads the file of a body.
struct BodyFileReader: Sendable {
    /// The place of the next piece.
    struct Position: Sendable {
        var offset: Int64 = 0
        var pieceCount: UInt64 = 0
        var checksum: UInt32 = 0
    }

    /// The file is not as it was written.
    struct Damaged: Error, CustomStringConvertible {
        var description: String { "the stored body is damaged" }
    }

    let file: OpenFile
    let id: UInt64
    let byteCount: Int64
    let checksum: UInt32
    let seal: Seal?

    /// Returns the context of a piece's seal.
    static func context(_ id: UInt64, _ piece: UInt64, isLast: Bool) -> Data {
        var bytes: [UInt8] = []
        bytes.append(littleEndian: id)
        bytes.append(littleEndian: piece)
        bytes.append(isLast ? 1 : 0)
        return Data(bytes)
    }

    /// Returns whether the file has its size and its checksum.
    func isWhole() throws(JournalError) -> Bool {
        guard try file.status().byteCount == byteCount else { return false }
        var sum: UInt32 = 0
        var offset: Int64 = 0
        while offset < byteCount {
            let bytes = try file.read(Int(min(1 << 20, byteCount - offset)), at: offset)
            guard !bytes.isEmpty else { return false }
            sum = CRC32C.checksum(bytes, after: sum)
            offset += Int64(bytes.count)
        }
        return sum == checksum
    }

    /// Returns the next piece, or `nil` at the end. The last one is returned only if all were as they were written.
    func next(_ position: inout Position) throws -> Data? {
        guard position.offset < byteCount else { return nil }
        var count = Int(min(Int64(BodyFolder.pieceByteCount), byteCount - position.offset))
        var offset = position.offset
        if seal != nil {
            let head = try file.read(4, at: offset)
            guard head.count == 4 else { throw Damaged() }
            position.checksum = CRC32C.checksum(head, after: position.checksum)
            count = Int(head.number(UInt32.self, at: 0))
            offset += 4
            guard Int64(count) <= byteCount - offset else { throw Damaged() }
        }
        let bytes = try file.read(count, at: offset)
        guard bytes.count == count else { throw Damaged() }
        position.checksum = CRC32C.checksum(bytes, after: position.checksum)
        position.offset = offset + Int64(count)
        let isLast = position.offset == byteCount
        guard !isLast || position.checksum == checksum else { throw Damaged() }
        defer { position.pieceCount += 1 }
        return try seal?.open(Data(bytes), Self.context(id, position.pieceCount, isLast: isLast)) ?? Data(bytes)
    }
}
