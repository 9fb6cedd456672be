#if os(Linux)
    import Foundation
    import ReactiveCore
    import ReactiveTestSupport

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    /// Lookups whose threads are closures that a test runs, on a clock that the test sets.
    final class LookupBench: Sendable {
        typealias Answer = Result<[SocketAddress], LookupFailure>

        private struct State: Sendable {
            var threads: [@Sendable () -> Void] = []
            var threadError: Int32 = 0
            var asked: [String] = []
            var answers: [String: Answer] = [:]
            var heard: [String] = []
            var now = ContinuousClock.now
            var inside: (@Sendable (String) -> Void)?
        }

        private let state: Locked<State>
        let lookups: NameLookups

        init() {
            let state = Locked(State())
            self.state = state
            lookups = NameLookups(
                resolver: { question in
                    let (inside, answer) = state.withLock { state in
                        state.asked.append("\(question.name) \(question.families)")
                        return (state.inside, state.answers[question.name] ?? .success(Self.addresses))
                    }
                    inside?(question.name)
                    return answer
                },
                threadStart: { thread in
                    state.withLock { state in
                        if state.threadError == 0 { state.threads.append(thread) }
                        return state.threadError
                    }
                },
                patience: .zero,
                now: { state.withLock { $0.now } }
            )
        }

        static let addresses = [SocketAddress(literal: "192.0.2.1", port: 0)!]

        /// The questions that have reached the resolver.
        var asked: [String] { state.withLock { $0.asked } }
        /// The answers that have arrived, as the words given to ``ask(_:_:as:)`` and the results.
        var heard: [String] { state.withLock { $0.heard } }
        /// The threads that were started and not run yet.
        var threadCount: Int { state.withLock { $0.threads.count } }

        func answer(_ name: String, with answer: Answer) { state.withLock { $0.answers[name] = answer } }
        func failThreads(with number: Int32) { state.withLock { $0.threadError = number } }
        func advance(by duration: Duration) { state.withLock { $0.now += duration } }
        /// Runs a closure while the resolver looks a name up.
        func whileResolving(_ inside: @escaping @Sendable (String) -> Void) { state.withLock { $0.inside = inside } }

        /// Asks for a host. The answer is noted together with a word.
        @discardableResult
        func ask(
            _ host: String,
            _ families: AddressFamilies = .any,
            as word: String,
            then action: (@Sendable () -> Void)? = nil
        ) -> LookupTicket? {
            lookups.addresses(of: host, families) { [state] answer in
                let text =
                    switch answer {
                    case .success(let addresses): addresses.map(\.text).joined(separator: " ")
                    case .failure(let failure): "\(failure.kind)"
                    }
                state.withLock { $0.heard.append("\(word): \(text)") }
                action?()
            }
        }

        /// Runs the thread that was started first until it has no work.
        func runThread() {
            state.withLock { $0.threads.isEmpty ? nil : $0.threads.removeFirst() }?()
        }
    }
#endif
