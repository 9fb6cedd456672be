#if os(Linux)
    import Foundation

    /// The request body passed to libcurl: read on the loop's thread, and filled by a task if it is a stream.
    final class RequestBodyReader: Sendable {
        /// The result of a read.
        enum Reading: Sendable {
            case bytes(Int)
            /// No bytes are available yet; the transfer is resumed when they are.
            case wait
            case end
            case failure(TransportError)
        }

        fileprivate struct State: Sendable {
            var chunks = Deque<Data>()
            /// The number of bytes of the first chunk that have been sent.
            var offset = 0
            var bufferedByteCount = 0
            var sentByteCount: Int64 = 0
            var writtenByteCount: Int64 = 0
            var isFinished = false
            /// True once libcurl has received the end of the body.
            var hasEnded = false
            var failure: TransportError?
            /// True if the loop waits for the next bytes.
            var isAwaited = false
            var writer: CheckedContinuation<Void, Never>?
            var task: Task<Void, Never>?
            /// The number of times that the stream was started. Writes of earlier runs are dropped.
            var run = 0
        }

        private static let highWater = 256 * 1_024

        let byteCount: Int64?
        private let stream: BodyStream?
        private let state: InlineLocked<State>

        init(_ content: BodyContent) {
            byteCount = content.byteCount
            var state = State()
            switch content {
            case .data(let data):
                stream = nil
                if !data.isEmpty { state.chunks.append(data) }
                state.isFinished = true
            case .stream(let stream):
                self.stream = stream
            }
            self.state = InlineLocked(state)
        }

        var sentByteCount: Int64 { state.withLock { $0.sentByteCount } }
        /// True if libcurl waits for the source.
        var isAwaited: Bool { state.withLock { $0.isAwaited } }
        /// True if the source has written all announced bytes, and only its end is missing.
        var hasGivenAll: Bool {
            state.withLock { [byteCount] state in byteCount.map { state.writtenByteCount >= $0 } ?? false }
        }
        /// True once libcurl has taken the whole body.
        var hasGone: Bool { state.withLock { state in byteCount.map { $0 == state.sentByteCount } ?? state.hasEnded } }
        var isAtEnd: Bool { state.withLock { $0.isFinished && $0.chunks.isEmpty } || byteCount == sentByteCount }

        /// Copies as many of the available bytes as fit into a buffer.
        ///
        /// - Parameter transfer: The transfer to resume when more bytes are available.
        func read(into buffer: UnsafeMutableRawBufferPointer, for transfer: Transfer) -> Reading {
            let (reading, writer, mustBegin) = state.withLock { state in
                let reading = state.read(into: buffer, byteCount)
                let mustBegin = stream != nil && state.task == nil && !state.isFinished && state.failure == nil
                let hasRoom = state.bufferedByteCount < Self.highWater / 2
                defer { if hasRoom { state.writer = nil } }
                return (reading, hasRoom ? state.writer : nil, mustBegin)
            }
            writer?.resume()
            if mustBegin { begin(for: transfer) }
            return reading
        }

        /// Rewinds to an offset, to send the body again. A stream can only return to its beginning.
        func rewind(to offset: Int64) -> Bool {
            guard let stream else { return state.withLock { $0.rewindData(to: offset) } }
            guard offset == 0, stream.canBeReplayed else { return false }
            stop { $0 = State(run: $0.run + 1) }
            return true
        }

        /// Stops the source.
        func cancel() {
            stop { state in
                state.run += 1
                state.isFinished = true
            }
        }

        private func stop(_ change: @Sendable (inout State) -> Void) {
            guard stream != nil else { return }
            let (task, writer) = state.withLock { state in
                let parts = (state.task, state.writer)
                change(&state)
                state.task = nil
                state.writer = nil
                return parts
            }
            task?.cancel()
            writer?.resume()
        }

        // Source

        private func begin(for transfer: Transfer) {
            guard let stream else { return }
            let run = state.withLock { $0.run }
            let task = Task(executorPreference: PoolExecutor.shared) {
                let failure: TransportError?
                do {
                    try await stream.write { try await self.write($0, run, for: transfer) }
                    failure = nil
                } catch {
                    failure = TransportError(unavailable: error)
                }
                self.finish(run, failure, for: transfer)
            }
            let isTooLate = state.withLock { state in
                if state.run == run { state.task = task }
                return state.run != run
            }
            if isTooLate { task.cancel() }
        }

        private func write(_ chunk: Data, _ run: Int, for transfer: Transfer) async throws {
            try Task.checkCancellation()
            guard !chunk.isEmpty else { return }
            let isAwaited = try state.withLock { state in
                guard state.run == run else { throw CancellationError() }
                return try state.append(chunk, byteCount)
            }
            if isAwaited { transfer.loop.post(.resume(transfer)) }
            await withCheckedContinuation { continuation in
                let mustWait = state.withLock { state in
                    guard state.run == run, state.bufferedByteCount >= Self.highWater else { return false }
                    state.writer = continuation
                    return true
                }
                if !mustWait { continuation.resume() }
            }
        }

        private func finish(_ run: Int, _ failure: TransportError?, for transfer: Transfer) {
            let isAwaited = state.withLock { state in
                guard state.run == run else { return false }
                state.failure = failure
                state.isFinished = true
                defer { state.isAwaited = false }
                return state.isAwaited
            }
            if isAwaited { transfer.loop.post(.resume(transfer)) }
        }
    }

    extension RequestBodyReader.State {
        fileprivate init(run: Int) {
            self.init()
            self.run = run
        }

        fileprivate mutating func read(into buffer: UnsafeMutableRawBufferPointer, _ announced: Int64?)
            -> RequestBodyReader.Reading
        {
            if let failure { return .failure(failure) }
            guard let chunk = chunks.first else { return readingWithoutBytes(announced) }
            let start = chunk.startIndex + offset
            var count = min(buffer.count, chunk.endIndex - start)
            // Hold back the last announced byte until the source ends: the source may write more than it announced.
            if let announced, !isFinished, sentByteCount + Int64(count) >= announced {
                count = Int(clamping: announced - sentByteCount - 1)
                guard count > 0 else {
                    isAwaited = true
                    return .wait
                }
            }
            chunk.copyBytes(to: buffer, from: start..<(start + count))
            offset += count
            sentByteCount += Int64(count)
            bufferedByteCount -= count
            if start + count == chunk.endIndex, !isWhole {
                _ = chunks.popFirst()
                offset = 0
            }
            return count == 0 ? readingWithoutBytes(announced) : .bytes(count)
        }

        /// True if the chunk is a body in memory, which is kept so that it can be sent again.
        private var isWhole: Bool { writtenByteCount == 0 }

        private mutating func readingWithoutBytes(_ announced: Int64?) -> RequestBodyReader.Reading {
            guard isFinished else {
                isAwaited = true
                return .wait
            }
            guard let announced, sentByteCount < announced else {
                hasEnded = true
                return .end
            }
            return .failure(.bodyLength("it ended after \(sentByteCount) of \(announced) bytes"))
        }

        /// - Returns: Whether the loop waits for bytes.
        fileprivate mutating func append(_ chunk: Data, _ announced: Int64?) throws -> Bool {
            writtenByteCount += Int64(chunk.count)
            if let announced, writtenByteCount > announced {
                throw TransportError.bodyLength("it has more than the \(announced) bytes announced")
            }
            chunks.append(chunk)
            bufferedByteCount += chunk.count
            defer { isAwaited = false }
            return isAwaited
        }

        fileprivate mutating func rewindData(to target: Int64) -> Bool {
            guard target >= 0, target <= Int64(chunks.first?.count ?? 0) else { return false }
            offset = Int(target)
            sentByteCount = target
            return true
        }
    }

    extension TransportError {
        fileprivate static func bodyLength(_ reason: String) -> TransportError {
            TransportError(.bodyUnavailable, phase: .sending, detail: reason)
        }

        fileprivate init(unavailable error: any Error) {
            if let error = error as? TransportError {
                self = error
            } else {
                let cause = RequestError.Cause(error)
                self.init(.bodyUnavailable, phase: .sending, detail: "its source failed with \(cause)")
                self.cause = cause
            }
        }
    }
#endif
