import ReactiveCore
import ReactiveNetworking

/// A connection in memory. Each piece that arrives is received in one call, when the client asks for it.
final class ScriptedDuplex: ByteDuplex {
    private enum Call: Sendable {
        case received([UInt8])
        case ended(TransportError?)
    }

    private struct State: Sendable {
        var receiver: (any ByteDuplexReceiver)?
        var arriving = Deque<[UInt8]>()
        var isAwaited = false
        var hasEnded = false
        var error: TransportError?
        var isHolding = false
        var isFull = false
        var isOver = false
    }

    private let state = Locked(State())
    private let written: @Sendable ([UInt8]) -> Void

    init(_ written: @escaping @Sendable ([UInt8]) -> Void) {
        self.written = written
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    var isRead: Bool { state.withLock { $0.isAwaited && !$0.isOver } }

    // The server's side

    func arrive(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        state.withLock { if !$0.hasEnded, !$0.isOver { $0.arriving.append(bytes) } }
        deliver()
    }

    func end(_ error: TransportError?) {
        state.withLock { state in
            guard !state.hasEnded else { return }
            state.hasEnded = true
            state.error = error
        }
        deliver()
    }

    func hold() { state.withLock { $0.isHolding = true } }

    func take() {
        let receiver = state.withLock { state -> (any ByteDuplexReceiver)? in
            state.isHolding = false
            guard state.isFull else { return nil }
            state.isFull = false
            return state.receiver
        }
        receiver?.wrote()
    }

    // The client's side

    func open(to receiver: any ByteDuplexReceiver) { state.withLock { $0.receiver = receiver } }

    func read() {
        state.withLock { $0.isAwaited = true }
        deliver()
    }

    func write(_ bytes: [UInt8]) -> Bool {
        let (isOver, isTaken) = state.withLock { state in
            state.isFull = state.isHolding
            return (state.isOver, !state.isHolding)
        }
        guard !isOver else { return false }
        written(bytes)
        return isTaken
    }

    func close() { state.withLock { $0 = State(isOver: true) } }

    func abort() { close() }

    /// Passes on the next piece, or the end, if the client has asked for it.
    private func deliver() {
        let next = state.withLock { state -> (Call, any ByteDuplexReceiver)? in
            guard state.isAwaited, let receiver = state.receiver else { return nil }
            if let bytes = state.arriving.popFirst() {
                state.isAwaited = false
                return (.received(bytes), receiver)
            }
            guard state.hasEnded else { return nil }
            state.isAwaited = false
            return (.ended(state.error), receiver)
        }
        switch next {
        case (.received(let bytes), let receiver)?: receiver.received(bytes)
        case (.ended(let error), let receiver)?: receiver.ended(error)
        case nil: break
        }
    }
}
