import Foundation
import ReactiveNetworking

/// Ctrl-C, which cancels what is under way, so that it can clean up and tell how far it came.
final class Interrupt {
    /// How long cleaning up may take; a pipe that nobody reads holds it up for ever.
    private static let grace = DispatchTimeInterval.seconds(1)

    private struct State: Sendable {
        var count = 0
        var cancel: (@Sendable () -> Void)?
    }

    private let source: any DispatchSourceSignal
    private let state = Locked(State())

    /// A Boolean value that tells whether it has happened.
    var hasHappened: Bool { state.withLock { $0.count > 0 } }

    /// Takes the place of the system's reaction, which ends the process on the spot. A second Ctrl-C still does.
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

    /// Does something when it happens, or has happened.
    func cancels(_ action: @escaping @Sendable () -> Void) {
        let hasHappened = state.withLock { state in
            state.cancel = action
            return state.count > 0
        }
        if hasHappened { action() }
    }

    private static func end() { _exit(ExitCode.interrupted.rawValue) }
}
