import ReactiveNetworking

/// Passes a body to a store, one operation after the other, and commits it.
final class RecordWriter: Sendable {
    private enum Step {
        case write(any CacheWriter, Data)
        case commit(any CacheWriter, Commit)
        case nothing
    }

    struct Commit: Sendable {
        let metadata: CacheMetadata
        /// The partitions whose records the new one may replace.
        let partitions: [CachePartition]
        /// Returns the records to replace, or `nil` if the new one is not wanted any more.
        let choose: @Sendable ([CacheRecord]) -> [CacheRecord]?
        let done: @Sendable (Result<CacheRecord?, CacheStoreError>) -> Void
    }

    private struct State: Sendable {
        var writer: (any CacheWriter)?
        var queue = Deque<Data>()
        var writtenByteCount: Int64 = 0
        var isBusy = true
        var commit: Commit?
        var failure: CacheStoreError?
    }

    private let core: CacheCore
    private let progressed: @Sendable () -> Void
    private let state = InlineLocked(State())
    private let turns = Trampoline()

    /// - Parameter progressed: Runs when bytes were written, or when writing has failed.
    init(_ core: CacheCore, _ progressed: @escaping @Sendable () -> Void) {
        self.core = core
        self.progressed = progressed
    }

    deinit {
        // A writer that was not committed leaves nothing.
        state.withLock { $0.writer }?.abandon()
    }

    /// The number of bytes that the store has, and `nil` if it takes no more.
    var writtenByteCount: Int64? {
        state.withLock { $0.failure == nil ? $0.writtenByteCount : nil }
    }

    /// The bytes that were written, also after a failure.
    var body: (any CacheBody)? { state.withLock { $0.writer }?.body }

    func begin(_ key: CacheKey, _ partition: CachePartition, expecting byteCount: Int64?) {
        core.ask(core.store.writer(for: key, in: partition, expecting: byteCount)) { [self] result in
            switch result {
            case .success(let writer):
                state.withLock { state in
                    state.writer = writer
                    state.isBusy = false
                }
                advance()
            case .failure(let error): fail(error)
            }
        }
    }

    func write(_ data: Data) {
        state.withLock { state in
            if state.failure == nil { state.queue.append(data) }
        }
        advance()
    }

    /// Makes the record visible after everything is written.
    func commit(_ commit: Commit) {
        let failure = state.withLock { state in
            if state.failure == nil { state.commit = commit }
            return state.failure
        }
        if let failure { return commit.done(.failure(failure)) }
        advance()
    }

    /// Stops writing. What was written stays readable until the object is released.
    func stop() { fail(CacheStoreError(.other, detail: "abandoned"), isSilent: true) }

    private func advance() {
        turns.bounce {
            switch state.withLock({ Self.next(&$0) }) {
            case .write(let writer, let data):
                core.ask(writer.write(data)) { [self] result in
                    switch result {
                    case .success: wrote(Int64(data.count))
                    case .failure(let error): fail(error)
                    }
                }
            case .commit(let writer, let commit):
                // Nobody waits for it, so that it may take its time.
                let isFirst = OnceOnly()
                let end = { @Sendable [core] (result: Result<CacheRecord?, CacheStoreError>) in
                    if isFirst.take() { core.deliver { commit.done(result) } }
                }
                writer.commit(commit.metadata, among: commit.partitions, replacing: commit.choose).start { event in
                    switch event {
                    case .value(let record): end(.success(record))
                    case .failed(let error): end(.failure(error))
                    case .completed, .interrupted:
                        end(.failure(CacheStoreError(.other, detail: "the store has not said whether it stored")))
                    }
                }
            case .nothing: break
            }
        }
    }

    private static func next(_ state: inout State) -> Step {
        guard !state.isBusy, state.failure == nil, let writer = state.writer else { return .nothing }
        if let data = state.queue.popFirst() {
            state.isBusy = true
            return .write(writer, data)
        }
        guard let commit = state.commit else { return .nothing }
        state.isBusy = true
        state.commit = nil
        return .commit(writer, commit)
    }

    private func wrote(_ byteCount: Int64) {
        state.withLock { state in
            state.isBusy = false
            state.writtenByteCount += byteCount
        }
        progressed()
        advance()
    }

    private func fail(_ error: CacheStoreError, isSilent: Bool = false) {
        let (isFirst, commit) = state.withLock { state in
            let isFirst = state.failure == nil
            if isFirst { state.failure = error }
            state.queue.removeAll()
            defer { state.commit = nil }
            return (isFirst, state.commit)
        }
        if isFirst, !isSilent { core.journal.noteFailure(error, nil) }
        commit?.done(.failure(error))
        progressed()
    }
}
