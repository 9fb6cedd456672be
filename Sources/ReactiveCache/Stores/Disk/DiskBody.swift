import ReactiveNetworking

/// A body on a disk, complete or still growing.
///
/// Its file stays open as long as somebody refers to the body, so it can be read when its name is gone. A body that is
/// shorter than a block is in memory, and so is the unfinished block of a body that grows. For a consumer that reads
/// one piece after the other, up to seven blocks wait in memory.
final class DiskBody: CacheBody {
    private struct State: Sendable {
        /// The file with the finished blocks.
        var file: StoreFile?
        /// The bytes in the file.
        var storedByteCount: Int64 = 0
        /// The bytes that follow them.
        var tail = Data()
        /// The blocks that were read before they are asked for, in order, and the index of the first.
        var ahead: ArraySlice<Data> = []
        var aheadIndex: Int64 = 0

        var byteCount: Int64 { storedByteCount + Int64(tail.count) }

        mutating func takeAhead(_ index: Int64) -> Data? {
            guard index == aheadIndex, let block = ahead.popFirst() else { return nil }
            aheadIndex += 1
            return block
        }
    }

    private let number: UInt64
    private let pool: any Scheduler
    private let state: InlineLocked<State>

    /// Creates a body that is in memory.
    init(number: UInt64, bytes: Data = Data(), on pool: any Scheduler) {
        self.number = number
        self.pool = pool
        state = InlineLocked(State(tail: bytes))
    }

    /// Creates a body that is complete in a file.
    init(number: UInt64, file: StoreFile, byteCount: Int64, on pool: any Scheduler) {
        self.number = number
        self.pool = pool
        state = InlineLocked(State(file: file, storedByteCount: byteCount))
    }

    var byteCount: Int64 { state.withLock { $0.byteCount } }

    /// The bytes that are not in the file yet.
    var tail: Data { state.withLock { $0.tail } }

    func append(toTail bytes: Data) { state.withLock { $0.tail.append(bytes) } }

    /// Notes that bytes were added to the file, and which bytes follow them.
    func note(stored byteCount: Int64, in file: StoreFile, tail: Data) {
        state.withLock { state in
            state.file = file
            state.storedByteCount += byteCount
            state.tail = tail
        }
    }

    /// The number of blocks that are read at once for a consumer that takes one after the other, which saves seven of
    /// eight changes of the thread.
    private static let readCount: Int64 = 8

    private enum Place: Sendable {
        case memory(Data)
        case block(Int64, StoreFile, storedByteCount: Int64)
        case nowhere
    }

    private func place(of range: Range<Int64>) -> Place {
        state.withLock { state in
            guard !range.isEmpty, range.lowerBound >= 0, range.upperBound <= state.byteCount else { return .nowhere }
            if range.lowerBound < state.storedByteCount, let file = state.file {
                let index = range.lowerBound / BodyBlocks.blockByteCount
                if let block = state.takeAhead(index) { return .memory(Self.part(of: block, index, in: range)) }
                return .block(index, file, storedByteCount: state.storedByteCount)
            }
            let start = Int(range.lowerBound - state.storedByteCount)
            let end = Int(range.upperBound - state.storedByteCount)
            return .memory(start == 0 && end == state.tail.count ? state.tail : state.tail.subdata(in: start..<end))
        }
    }

    func bytes(in range: Range<Int64>) -> SignalProducer<Data, CacheStoreError> {
        SignalProducer { [self] observer, lifetime in
            switch place(of: range) {
            case .memory(let data): observer.finish(with: .success(data))
            case .nowhere:
                observer.finish(with: .failure(CacheStoreError(.missing, detail: "the body has no bytes \(range)")))
            case .block(let index, let file, let storedByteCount):
                lifetime += pool.schedule { [self] in
                    observer.finish(
                        with: Result { () throws(CacheStoreError) in
                            Self.part(of: try read(index, of: file, storedByteCount), index, in: range)
                        }
                    )
                }
            }
        }
    }

    /// Returns all bytes of a body that is complete. Blocks until they are read.
    func bytesNow() throws(CacheStoreError) -> Data {
        let (file, storedByteCount, tail) = state.withLock { ($0.file, $0.storedByteCount, $0.tail) }
        guard let file else { return tail }
        return try BodyBlocks.readAll(of: file, number: number, bodyByteCount: storedByteCount)
    }

    /// Reads a block, and those behind it if the consumer takes one after the other.
    private func read(_ index: Int64, of file: StoreFile, _ storedByteCount: Int64) throws(CacheStoreError) -> Data {
        let block = try BodyBlocks.read(index, of: file, number: number, bodyByteCount: storedByteCount)
        let isSequential = state.withLock { state in
            defer { (state.aheadIndex, state.ahead) = (index + 1, []) }
            return index == 0 || index == state.aheadIndex
        }
        guard isSequential else { return block }
        var ahead: ArraySlice<Data> = []
        for next in (index + 1)..<(index + Self.readCount) where next * BodyBlocks.blockByteCount < storedByteCount {
            // A block that is damaged is a failure for who asks for it.
            guard let block = try? BodyBlocks.read(next, of: file, number: number, bodyByteCount: storedByteCount)
            else { break }
            ahead.append(block)
        }
        state.withLock { state in
            if state.aheadIndex == index + 1, state.ahead.isEmpty { state.ahead = ahead }
        }
        return block
    }

    private static func part(of block: Data, _ index: Int64, in range: Range<Int64>) -> Data {
        let offset = index * BodyBlocks.blockByteCount
        let start = Int(range.lowerBound - offset)
        let end = Int(min(range.upperBound - offset, Int64(block.count)))
        return start == 0 && end == block.count ? block : block.subdata(in: start..<end)
    }
}

extension Signal.Observer {
    /// Sends the value and the completion, or the failure.
    func finish(with result: Result<Value, Failure>) {
        switch result {
        case .success(let value):
            send(value: value)
            sendCompleted()
        case .failure(let error): send(error: error)
        }
    }
}
