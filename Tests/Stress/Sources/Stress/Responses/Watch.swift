#if os(Linux)
    import Foundation
    import ReactiveNetworking

    /// The events that the observer of one exchange sees.
    final class Watch: Sendable {
        /// The end of an exchange.
        enum End: Sendable, CustomStringConvertible {
            case completed
            case interrupted
            /// A text, and whether the deadline of an operation was the reason.
            case failed(String, byDeadline: Bool)

            var description: String {
                switch self {
                case .completed: "completed"
                case .interrupted: "been interrupted"
                case .failed(let text, _): "failed: \(text)"
                }
            }
        }

        fileprivate struct State {
            var meaning = RandomResponse.Meaning()
            var end: End?
            var endInstant = ContinuousClock.now
            var insideCount = 0
            var hasHead = false
            var isWhole = false
            var complaints: [String] = []
        }

        let begun = ContinuousClock.now
        private let state = Locked(State())
        private let hasEnded = DispatchSemaphore(value: 0)

        /// Receives an event of an exchange.
        func receive(_ event: Signal<TransportEvent, TransportError>.Event) {
            enter("\(event)") { state in
                switch event {
                case .value(let value): state.take(value)
                case .completed: state.end(.completed)
                case .interrupted: state.end(.interrupted)
                case .failed(let error): state.end(.failed("\(error)", byDeadline: false))
                }
            }
            if event.isTerminating { hasEnded.signal() }
        }

        /// Receives an event of an operation.
        func receive(_ event: Signal<Network.DataResponse<Data>, Network.OperationError>.Event) {
            enter("\(event)") { state in
                switch event {
                case .value(let response):
                    state.meaning.status = 200
                    state.meaning.body = Array(response.parsedData)
                    state.isWhole = true
                case .completed: state.end(.completed)
                case .interrupted: state.end(.interrupted)
                case .failed(.timedOut): state.end(.failed("the deadline", byDeadline: true))
                case .failed(let error): state.end(.failed("\(error)", byDeadline: false))
                }
            }
            if event.isTerminating { hasEnded.signal() }
        }

        private func enter(_ event: @autoclosure () -> String, _ change: (inout State) -> Void) {
            state.withLock { state in
                state.insideCount += 1
                if state.insideCount > 1 { state.complaints.append("events overlap at \(event())") }
                if state.end != nil { state.complaints.append("\(event()) follows the end") }
                change(&state)
            }
            sched_yield()
            state.withLock { $0.insideCount -= 1 }
        }

        /// Returns whether the exchange has ended by then.
        func wait(until instant: ContinuousClock.Instant) -> Bool {
            let left = ContinuousClock.now.duration(to: instant)
            let isOver = hasEnded.wait(timeout: .now() + max(0, left / .seconds(1))) == .success
            // Further waits do not block.
            if isOver { hasEnded.signal() }
            return isOver
        }

        var end: End? { state.withLock { $0.end } }

        /// The time from an instant until the end.
        func lateness(after instant: ContinuousClock.Instant) -> Duration {
            instant.duration(to: state.withLock { $0.endInstant })
        }

        /// Returns the violations that were found, and how the result differs from the right one.
        func verdict(_ meaning: RandomResponse.Meaning?) -> [String] {
            state.withLock { state in
                var complaints = state.complaints
                if case .completed = state.end, !state.isWhole { complaints.append("it completed without a response") }
                guard let meaning else { return complaints }
                guard case .completed? = state.end else {
                    return complaints + ["it must complete, and has \(state.end?.description ?? "not ended")"]
                }
                if state.meaning != meaning { complaints.append("the result is \(state.meaning), not \(meaning)") }
                return complaints
            }
        }
    }

    extension Watch.State {
        fileprivate mutating func end(_ end: Watch.End) {
            guard self.end == nil else { return }
            self.end = end
            endInstant = .now
        }

        fileprivate mutating func take(_ event: TransportEvent) {
            if isWhole { complaints.append("\(event) follows the whole response") }
            switch event {
            case .informational:
                if hasHead { complaints.append("an informational response follows the head") }
                meaning.informationalCount += 1
            case .head(let head):
                if hasHead { complaints.append("a second head") }
                hasHead = true
                meaning.status = head.status.rawValue
            case .body(let bytes):
                if !hasHead { complaints.append("a body precedes the head") }
                meaning.body += bytes
            case .trailers: if !hasHead { complaints.append("trailers precede the head") }
            case .completed:
                if !hasHead { complaints.append("there is no head") }
                isWhole = true
            default: break
            }
        }
    }
#endif
