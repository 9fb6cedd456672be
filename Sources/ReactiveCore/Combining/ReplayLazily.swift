extension SignalProducer {
    /// Shares one run of this producer among all starts, and replays its last values and its end to those who come late (R20).
    ///
    /// The run begins with the first start, and never again, not even after it has ended. It is disposed of when every copy
    /// of the result and every one of its starts are gone; disposing of one start leaves the others alone.
    ///
    /// ```swift
    /// let user = loadUser().replayLazily(upTo: 1)
    /// user.startWithResult(show)          // loads
    /// user.startWithResult(log)           // shows what was loaded, or waits for it
    /// ```
    ///
    /// - Parameter capacity: how many values to keep; not negative.
    public func replayLazily(upTo capacity: Int) -> SignalProducer {
        precondition(capacity >= 0, "A replay cannot keep \(capacity) values")
        let replay = Replay(of: self, capacity: capacity)
        return SignalProducer { sink, run in replay.attach(sink, to: run) }
    }
}

/// The shared run, which ends with the last reference to this object: those are the copies of the producer and the starts.
private final class Replay<Value: Sendable, Failure: Error>: Sendable {
    /// Belongs to the exclusion of the core.
    private struct History {
        var values = Deque<Value>()
        var end: Termination<Failure>?
    }

    private let source: Locked<SignalProducer<Value, Failure>?>
    private let capacity: Int
    private let run = Run()
    private let core = SignalCore<Value, Failure>()
    private let history = Guarded(History())

    init(of producer: SignalProducer<Value, Failure>, capacity: Int) {
        source = Locked(producer)
        self.capacity = capacity
        _ = core.run.open(interrupt: nil)
    }

    deinit { run.dispose() }

    func attach(_ sink: Sink<Value, Failure>, to subscriber: Run) {
        subscriber.adopt(AnyDisposable { [self] in _ = self })
        guard subscriber.open(sharing: core.run, interrupt: { sink.terminate(.interrupted) }) else { return }
        core.run.post { [core, history] in
            for value in history.state.values.elements where !subscriber.isStopped { sink.value(value) }
            if let end = history.state.end {
                subscriber.finish(sink, with: end)
            } else {
                core.insert(sink, of: subscriber, late: .interrupted) {}
            }
        }
        startOnce(in: subscriber.context)
    }

    private func startOnce(in context: StartContext) {
        let source: SignalProducer<Value, Failure>? = source.withLock { source in
            defer { source = nil }
            return source
        }
        // The run must not own this object, or nothing would ever end it.
        let (core, history, capacity) = (core, history, capacity)
        let all = core.sink
        let recorder = Sink<Value, Failure>(
            value: { value in
                history.state.values.append(value)
                if history.state.values.count > capacity { _ = history.state.values.popFirst() }
                all.value(value)
            },
            terminate: { end in
                history.state.end = end
                all.terminate(end)
            }
        )
        source?.started(in: context).body(
            Sink(
                value: { core.run.send($0, to: recorder) },
                // The core stays open for those who come late.
                terminate: { end in core.run.post { recorder.terminate(end) } }
            ),
            run
        )
    }
}
