#if canImport(Combine)
    import Foundation

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    /// The WebSocket of a session's task.
    final class SessionWebSocket: PlatformWebSocket {
        private struct State: Sendable {
            var receive: (@Sendable (PlatformWebSocketReport) -> Void)?
            /// The reports before the receiver was set.
            var reports: [PlatformWebSocketReport] = []
        }

        private let task: URLSessionWebSocketTask
        private let state = Locked(State())

        init(_ task: URLSessionWebSocketTask) {
            self.task = task
        }

        func observe(_ receive: @escaping @Sendable (PlatformWebSocketReport) -> Void) {
            let reports = state.withLock { state in
                state.receive = receive
                defer { state.reports = [] }
                return state.reports
            }
            for report in reports { receive(report) }
        }

        /// Passes on what the delegate of the task learns.
        func report(_ report: PlatformWebSocketReport) {
            let receive = state.withLock { state in
                if state.receive == nil { state.reports.append(report) }
                defer { if case .ended = report { state.receive = nil } }
                return state.receive
            }
            receive?(report)
        }

        func limitMessages(toByteCount limit: Int) { task.maximumMessageSize = limit }

        func receive(_ completion: @escaping @Sendable (PlatformWebSocketMessage) -> Void) {
            task.receive { result in
                // The delegate reports the reason of a failure.
                guard case .success(let message) = result else { return }
                switch message {
                case .string(let text): completion(.text(text))
                case .data(let data): completion(.data(data))
                @unknown default: break
                }
            }
        }

        func send(_ message: PlatformWebSocketMessage, _ completion: @escaping @Sendable (Bool) -> Void) {
            let sent: URLSessionWebSocketTask.Message =
                switch message {
                case .text(let text): .string(text)
                case .data(let data): .data(data)
                }
            task.send(sent) { completion($0 == nil) }
        }

        func ping(_ completion: @escaping @Sendable (Bool) -> Void) { task.sendPing { completion($0 == nil) } }

        func close(_ code: UInt16, _ reason: String) {
            let code = URLSessionWebSocketTask.CloseCode(rawValue: Int(code)) ?? .normalClosure
            task.cancel(with: code, reason: reason.isEmpty ? nil : Data(reason.utf8))
        }

        func abort() { task.cancel() }
    }
#endif
