import Foundation
import ReactiveCore

struct TestError: Error {}

typealias Numbers = SignalProducer<Int, TestError>

/// A random program: a chain of operators over two pipes, threads that send into them, and one that disposes of the
/// start.
struct Program {
    let seed: UInt64
    let name: String
    private let stages: [Stage]
    private let senders: [[Step]]
    private let disposesAfter: Int?

    enum Step: Sendable {
        case value(Int, pipe: Int)
        case complete(pipe: Int)
        case fail(pipe: Int)
    }

    init(seed: UInt64, races: Bool) {
        var generator = Seeded(seed)
        self.seed = seed
        let stages = (0..<(races ? 1 : Int.random(in: 1...4, using: &generator))).map { _ in
            Stage.all.randomElement(using: &generator)!
        }
        self.stages = stages
        name = stages.map(\.name).joined(separator: " → ")
        senders = (0..<(races ? 1 : 2)).map { _ in
            (0..<Int.random(in: 1...(races ? 4 : 24), using: &generator)).map { number in
                let pipe = Int.random(in: 0...1, using: &generator)
                return switch Int.random(in: 0..<24, using: &generator) {
                case 0: .complete(pipe: pipe)
                case 1: .fail(pipe: pipe)
                default: .value(number, pipe: pipe)
                }
            }
        }
        disposesAfter = races || Bool.random(using: &generator) ? Int.random(in: 0...64, using: &generator) : nil
    }

    /// - Returns: what was wrong.
    func run() -> [String] {
        let monitor = Monitor()
        let hasFailedToDispose = !run(start(monitor))
        return monitor.verdict() + (hasFailedToDispose ? ["the handle does not read disposed"] : [])
    }

    private func run(_ started: Started) -> Bool {
        let group = DispatchGroup()
        for steps in senders {
            DispatchQueue.global().async(group: group) { for step in steps { Self.take(step, started.inputs) } }
        }
        if let disposesAfter {
            for _ in 0..<disposesAfter { sched_yield() }
            started.handle.dispose()
        }
        group.wait()
        started.handle.dispose()
        Stage.queue.queue.sync {}
        return started.handle.isDisposed
    }

    /// Runs many programs together: one thread sends into each in turn while another disposes of each in turn.
    ///
    /// - Returns: what was wrong, with the program it was wrong with.
    static func race(_ programs: [Program]) -> [(Program, [String])] {
        let monitors = programs.map { _ in Monitor() }
        race(programs, zip(programs, monitors).map { $0.start($1) })
        return zip(programs, monitors).map { ($0, $1.verdict()) }.filter { !$0.1.isEmpty }
    }

    private static func race(_ programs: [Program], _ started: [Started]) {
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
            for (program, started) in zip(programs, started) {
                for step in program.senders.joined() { take(step, started.inputs) }
            }
        }
        for started in started { started.handle.dispose() }
        group.wait()
        Stage.queue.queue.sync {}
    }

    private struct Started: Sendable {
        let inputs: [Signal<Int, TestError>.Observer]
        let handle: any Disposable
    }

    private func start(_ monitor: Monitor) -> Started {
        let pipes = (0..<2).map { _ in Signal<Int, TestError>.pipe() }
        var chain = pipes[0].output.producer
        for stage in stages { chain = stage.apply(chain, pipes[1].output.producer) }
        let token = CountedToken(monitor)
        let handle = chain.on(disposed: { monitor.end() }).start { event in
            token.touch()
            monitor.receive(event)
        }
        return Started(inputs: pipes.map(\.input), handle: handle)
    }

    private static func take(_ step: Step, _ inputs: [Signal<Int, TestError>.Observer]) {
        switch step {
        case .value(let value, let pipe): inputs[pipe].send(value: value)
        case .complete(let pipe): inputs[pipe].sendCompleted()
        case .fail(let pipe): inputs[pipe].send(error: TestError())
        }
    }
}

/// An object that lives as long as the closure of the observer.
private final class CountedToken: Sendable {
    private let monitor: Monitor

    init(_ monitor: Monitor) {
        self.monitor = monitor
    }

    deinit { monitor.release() }

    func touch() {}
}

/// Checks the grammar: values, then at most one end, one event at a time, and then one release of the resources.
final class Monitor: Sendable {
    private struct State {
        var insideCount = 0
        var endCount = 0
        var disposedCount = 0
        var isReleased = false
        var complaints: [String] = []
    }

    private let state = Locked(State())

    func receive(_ event: Signal<Int, TestError>.Event) {
        state.withLock { state in
            state.insideCount += 1
            if state.insideCount > 1 { state.complaints.append("events overlap at \(event)") }
            if state.endCount > 0 { state.complaints.append("\(event) follows the end") }
            if state.disposedCount > 0 { state.complaints.append("\(event) follows the disposal") }
            if event.isTerminating { state.endCount += 1 }
        }
        sched_yield()
        state.withLock { $0.insideCount -= 1 }
    }

    func end() { state.withLock { $0.disposedCount += 1 } }

    private var isReleased: Bool { state.withLock { $0.isReleased } }

    func release() { state.withLock { $0.isReleased = true } }

    /// Returns the violations that were found, after everything has ended.
    func verdict() -> [String] {
        // The participating threads may still be releasing their objects.
        var patience = 100_000
        while !isReleased, patience > 0 {
            sched_yield()
            patience -= 1
        }
        return state.withLock { state in
            var complaints = state.complaints
            if state.endCount != 1 { complaints.append("\(state.endCount) ends") }
            if state.disposedCount != 1 { complaints.append("disposed of \(state.disposedCount) times") }
            if !state.isReleased { complaints.append("the observer is still alive") }
            return complaints
        }
    }
}
