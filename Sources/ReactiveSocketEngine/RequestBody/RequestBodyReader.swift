#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// The body of a request as a transport reads it: from memory, or from a stream, which a task writes to a buffer.
    ///
    /// One thread at a time reads. The other members may be used on any thread.
    final class RequestBodyReader: Sendable {
        /// The result of a read.
        enum Reading: Sendable {
            case bytes(Int)
            /// No bytes are available yet; the consumer is told when they are.
            case wait
            case end
            case failure(TransportError)
        }

        private enum Source: Sendable {
            case memory(Data)
            case stream(BodyStream)
        }

        private struct State: Sendable {
            /// The bytes of a stream. For a body in memory it stays empty.
            var buffer: BodyBuffer
            /// The number of bytes of a body in memory that were read.
            var offset = 0
            /// A Boolean value that indicates whether the consumer has read the end of the body.
            var hasGivenEnd = false
            /// A Boolean value that indicates whether the consumer waits for the next bytes.
            var isAwaited = false
            var hasBegun = false
            var writer: CheckedContinuation<Void, Never>?
            var task: Task<Void, Never>?
            /// The number of times that the stream was stopped. Writes of earlier runs are dropped.
            var run = 0

            /// Returns whether the consumer must be told about a change.
            mutating func noteChange() -> Bool {
                defer { isAwaited = false }
                return isAwaited
            }
        }

        /// The parts of a step that have to be acted on outside the lock.
        private struct Step: Sendable {
            var reading: Reading
            var spent: Data?
            var writer: CheckedContinuation<Void, Never>?
            var runToBegin: Int?
        }

        /// The number of bytes, or `nil` if it is not known before the end.
        let byteCount: Int64?
        private let source: Source
        private let state: InlineLocked<State>

        init(_ content: BodyContent) {
            byteCount = content.byteCount
            source =
                switch content {
                case .data(let data): .memory(data)
                // A stream without bytes is not started.
                case .stream(let stream): stream.byteCount == 0 ? .memory(Data()) : .stream(stream)
                }
            state = InlineLocked(State(buffer: BodyBuffer(announced: content.byteCount)))
        }

        /// The number of bytes that were read.
        var sentByteCount: Int64 { state.withLock { $0.buffer.readByteCount + Int64($0.offset) } }
        /// The number of bytes that the source of a stream is ahead of the reads.
        var waitingByteCount: Int { state.withLock { $0.buffer.waitingByteCount } }
        /// A Boolean value that indicates whether the consumer waits for the source.
        var isAwaited: Bool { state.withLock { $0.isAwaited } }

        /// A Boolean value that indicates whether the source has written all announced bytes, and at most its end is
        /// missing.
        var hasGivenAll: Bool {
            guard case .stream = source else { return true }
            return state.withLock { $0.buffer.hasAllAnnounced }
        }

        /// A Boolean value that indicates whether the consumer has taken the whole body, with its end if that marks the
        /// end of the message.
        var hasGone: Bool { byteCount.map { $0 == sentByteCount } ?? state.withLock { $0.hasGivenEnd } }

        /// A Boolean value that indicates whether no bytes are left, and the source has ended as announced.
        var isAtEnd: Bool {
            guard case .memory(let data) = source else { return state.withLock { $0.buffer.isAtEnd } }
            return state.withLock { $0.offset == data.count }
        }

        /// Copies as many of the available bytes as fit into a buffer.
        ///
        /// - Parameters:
        ///   - buffer: The memory to copy to, which is not empty.
        ///   - consumer: The object that is told when more bytes are available.
        func read(into buffer: UnsafeMutableRawBufferPointer, for consumer: any BodyConsumer) -> Reading {
            guard case .stream(let stream) = source else { return readMemory(into: buffer) }
            var count = 0
            while count < buffer.count {
                let step = step(into: UnsafeMutableRawBufferPointer(rebasing: buffer[count...]), hasBytes: count > 0)
                step.writer?.resume()
                if let run = step.runToBegin { begin(stream, run, for: consumer) }
                guard case .bytes(let read) = step.reading else { return step.reading }
                guard read > 0 else { break }
                count += read
            }
            return .bytes(count)
        }

        private func readMemory(into buffer: UnsafeMutableRawBufferPointer) -> Reading {
            guard case .memory(let data) = source else { return .end }
            return state.withLock { state in
                let start = data.startIndex + state.offset
                let count = min(buffer.count, data.endIndex - start)
                guard count > 0 else {
                    state.hasGivenEnd = true
                    return .end
                }
                data.copyBytes(to: buffer, from: start..<(start + count))
                state.offset += count
                return .bytes(count)
            }
        }

        /// Copies bytes of one piece.
        ///
        /// - Parameters:
        ///   - buffer: The memory to copy to.
        ///   - hasBytes: Whether bytes were found before. Then there being no more is no result of its own.
        private func step(into buffer: UnsafeMutableRawBufferPointer, hasBytes: Bool) -> Step {
            state.withLock { state in
                var step = Step(reading: .wait)
                let count = state.buffer.read(into: buffer, spent: &step.spent)
                if state.buffer.hasRoom { swap(&step.writer, &state.writer) }
                guard count == 0, !hasBytes else {
                    step.reading = .bytes(count)
                    return step
                }
                switch state.buffer.exhaustion {
                case .open:
                    state.isAwaited = true
                    step.runToBegin = state.hasBegun ? nil : state.run
                    state.hasBegun = true
                case .ended:
                    state.hasGivenEnd = true
                    step.reading = .end
                case .failed(let error):
                    step.reading = .failure(error)
                }
                return step
            }
        }

        /// Rewinds to an offset, to send the body again. A stream can only return to its beginning.
        func rewind(to offset: Int64) -> Bool {
            switch source {
            case .memory(let data):
                guard (0...Int64(data.count)).contains(offset) else { return false }
                state.withLock { state in
                    state.offset = Int(offset)
                    state.hasGivenEnd = false
                }
            case .stream(let stream):
                guard offset == 0, stream.canBeReplayed else { return false }
                stop { [byteCount] state in
                    state = State(buffer: BodyBuffer(announced: byteCount), run: state.run)
                }
            }
            return true
        }

        /// Stops the source. Reads of a stream fail from here on, unless all of it was read.
        func cancel() {
            guard case .stream = source else { return }
            stop { state in
                state.buffer.cancel()
                state.isAwaited = false
            }
        }

        private func stop(_ change: @Sendable (inout State) -> Void) {
            let old = state.withLock { state in
                let old = state
                change(&state)
                state.run = old.run + 1
                state.task = nil
                state.writer = nil
                return old
            }
            // Handlers of the user run when a task is canceled, and the caller may be a loop or hold a lock (EN4).
            if let task = old.task { DispatchQueue.global().async { task.cancel() } }
            old.writer?.resume()
        }

        // Source

        private func begin(_ stream: BodyStream, _ run: Int, for consumer: any BodyConsumer) {
            let task = Task(executorPreference: PoolExecutor.shared) {
                let failure: TransportError?
                do {
                    try await stream.write { try await self.write($0, run, for: consumer) }
                    failure = nil
                } catch {
                    failure = TransportError(unavailable: error)
                }
                self.end(run, failure, for: consumer)
            }
            let isTooLate = state.withLock { state in
                if state.run == run { state.task = task }
                return state.run != run
            }
            if isTooLate { task.cancel() }
        }

        /// Takes a piece from the source, part by part if it is larger than the room.
        private func write(_ piece: Data, _ run: Int, for consumer: any BodyConsumer) async throws {
            try Task.checkCancellation()
            var rest = piece
            while !rest.isEmpty {
                let (left, isAwaited) = try state.withLock { state in
                    guard state.run == run else { throw CancellationError() }
                    return (try state.buffer.append(rest), state.noteChange())
                }
                rest = left
                if isAwaited { consumer.bodyIsAvailable() }
                await waitForRoom(run)
            }
        }

        private func waitForRoom(_ run: Int) async {
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    guard state.run == run, state.buffer.isFull else { return false }
                    state.writer = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        }

        private func end(_ run: Int, _ failure: TransportError?, for consumer: any BodyConsumer) {
            let isAwaited = state.withLock { state in
                guard state.run == run else { return false }
                state.buffer.end(failure)
                return state.noteChange()
            }
            if isAwaited { consumer.bodyIsAvailable() }
        }
    }
#endif
