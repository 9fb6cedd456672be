import ReactiveNetworking

/// Reads the body of a stored answer, piece by piece, at the pace of its consumer.
final class BodyReader: Disposable {
    /// The largest piece that is read at once.
    static let pieceByteCount: Int64 = 64 * 1_024

    private enum Stage: Sendable {
        case opening
        /// The bodies are open, and the consumer has not asked for them.
        case open
        case reading
        case over
    }

    private enum Step {
        case open(CacheRecord)
        case read(any CacheBody, Range<Int64>)
        case deliver(Data)
        case opened
        case finished
        case nothing
    }

    private struct State: Sendable {
        var stage = Stage.opening
        var bodies: [any CacheBody] = []
        var slice = 0
        /// The offset of the next byte within the slice.
        var offset: Int64 = 0
        /// A piece that was read and not delivered.
        var piece: Data?
        var isBusy = false
        var opened: (@Sendable (Result<Void, CacheStoreError>) -> Void)?
        var finished: (@Sendable (TransportError?) -> Void)?
    }

    private let slices: [BodySlice]
    private let core: CacheCore
    private let exchange: CacheExchange
    private let flow: Backpressure?
    private let state = InlineLocked(State())
    private let turns = Trampoline()

    init(_ slices: [BodySlice], of core: CacheCore, for exchange: CacheExchange) {
        self.slices = slices.filter { !$0.bytes.isEmpty }
        self.core = core
        self.exchange = exchange
        flow = exchange.request.request.flow
    }

    var isDisposed: Bool { state.withLock { $0.stage == .over } }

    func dispose() {
        _ = state.withLock { state in
            defer { state = State(stage: .over) }
            return state
        }
    }

    /// Opens all bodies, and reads the first piece: until then, a damaged body is a miss.
    func open(_ opened: @escaping @Sendable (Result<Void, CacheStoreError>) -> Void) {
        state.withLock { $0.opened = opened }
        advance()
    }

    /// Delivers everything, and then calls a closure once.
    func readAll(_ finished: @escaping @Sendable (TransportError?) -> Void) {
        state.withLock { state in
            guard state.stage == .open else { return }
            state.stage = .reading
            state.finished = finished
        }
        advance()
    }

    private func advance() {
        turns.bounce {
            switch state.withLock({ next(&$0) }) {
            case .open(let record):
                core.ask(core.store.body(of: record)) { [self] result in receive(result, of: record) }
            case .read(let body, let range):
                core.ask(body.bytes(in: range), isVital: true) { [self] result in receive(result, of: range) }
            case .deliver(let data):
                if exchange.isNeeded { exchange.output.send(.body(data)) } else { dispose() }
                advance()
            case .opened: take(\.opened)?(.success(()))
            case .finished:
                let finished = take(\.finished)
                dispose()
                finished?(nil)
            case .nothing: break
            }
        }
    }

    private func next(_ state: inout State) -> Step {
        guard !state.isBusy, state.stage != .over, state.stage != .open else { return .nothing }
        if state.stage == .opening, state.bodies.count < slices.count {
            state.isBusy = true
            return .open(slices[state.bodies.count].record)
        }
        if state.stage == .opening, slices.isEmpty || state.piece != nil {
            state.stage = .open
            return .opened
        }
        if let piece = state.piece {
            if let flow, flow.whenOpen({ self.advance() }) { return .nothing }
            state.piece = nil
            state.offset += Int64(piece.count)
            if state.offset == Int64(slices[state.slice].bytes.count) {
                state.offset = 0
                state.slice += 1
            }
            return .deliver(piece)
        }
        guard state.slice < slices.count else { return .finished }
        state.isBusy = true
        let bytes = slices[state.slice].bytes
        let start = bytes.lowerBound + state.offset
        return .read(state.bodies[state.slice], start..<min(start + Self.pieceByteCount, bytes.upperBound))
    }

    private func receive(_ result: Result<any CacheBody, CacheStoreError>, of record: CacheRecord) {
        switch result {
        case .success(let body) where body.byteCount == record.bodyByteCount:
            state.withLock { state in
                guard state.stage != .over else { return }
                state.isBusy = false
                state.bodies.append(body)
            }
            advance()
        case .success: fail(CacheStoreError(.corrupt, detail: "the body has another length"), record)
        case .failure(let error): fail(error, record)
        }
    }

    private func receive(_ result: Result<Data, CacheStoreError>, of range: Range<Int64>) {
        let record = state.withLock { $0.slice < slices.count ? slices[$0.slice].record : nil }
        guard let record else { return }
        switch result {
        case .success(let data) where !data.isEmpty && Int64(data.count) <= Int64(range.count):
            state.withLock { state in
                guard state.stage != .over else { return }
                state.isBusy = false
                state.piece = data
            }
            advance()
        case .success: fail(CacheStoreError(.corrupt, detail: "the piece has another length"), record)
        case .failure(let error): fail(error, record)
        }
    }

    private func fail(_ error: CacheStoreError, _ record: CacheRecord) {
        guard !isDisposed else { return }
        let isCorrupt = error.kind == .corrupt
        if !isCorrupt, error.kind != .missing { core.journal.noteFailure(error, record.key) }
        let (opened, finished) = state.withLock { ($0.opened, $0.finished) }
        dispose()
        if finished != nil || isCorrupt { core.giveUp(record, isCorrupt: isCorrupt) }
        if let finished {
            // The head is out. A retry asks the server, because the record does not answer any more.
            return finished(TransportError(.truncatedResponse, phase: .receiving, detail: error.description))
        }
        opened?(.failure(error))
    }

    private func take<Closure: Sendable>(_ closure: WritableKeyPath<State, Closure?> & Sendable) -> Closure? {
        state.withLock { state in
            defer { state[keyPath: closure] = nil }
            return state[keyPath: closure]
        }
    }
}
