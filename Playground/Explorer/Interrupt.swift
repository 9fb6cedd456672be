import Foundation
import ReactiveNetworking

/// Handles Ctrl-C by canceling the current transfer, so that it can clean up and report its progress.
final class Interrupt {
    /// The maximum time for cleaning up, which a pipe that nobody reads would block forever.
    private static let grace = DispatchTimeInterval.seconds(1)

    private struct State: Sendable {
        var count = 0
        var cancel: (@Sendable () -> Void)?
    }

    private let source: any DispatchSourceSignal
    private let state = Locked(State())

    /// A Boolean value that indicates whether the user pressed Ctrl-C.
    var hasHappened: Bool { state.withLock { $0.count > 0 } }

    /// Replaces the system's reaction, which ends the process immediately. A second Ctrl-C still does.
    init() {
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler { [state] in
            let (count, cancel) = state.withLock { state in
                state.count += 1
                return (state.count, state.cancel)
            }
            guard count == 1 else { return Self.end() }
            DispatchQueue.global().asyncAfter(deadline: .now() + Self.grace) { Self.end() }
            cancel?()
        }
        source.resume()
    }

    /// Sets the action for Ctrl-C, and runs it immediately if the user has already pressed it.
    func cancels(_ action: @escaping @Sendable () -> Void) {
        let hasHappened = state.withLock { state in
            state.cancel = action
            return state.count > 0
        }
        if hasHappened { action() }
    }

    private static func end() { _exit(ExitCode.interrupted.rawValue) }
}
