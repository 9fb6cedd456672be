import ReactiveNetworking

/// Measures overlapping operations from a common beginning, for a diagram.
final class Timings: Sendable {
    private let begun = ContinuousClock.now
    private let kept = Locked<[(row: Diagram.Row, begin: Duration)]>([])

    var now: Duration { begun.duration(to: .now) }

    /// Returns the producer, modified so that each start adds a row.
    func measured<Value, Failure>(
        _ label: String,
        _ producer: SignalProducer<Value, Failure>
    ) -> SignalProducer<Value, Failure> {
        .deferred { [self] in
            let begin = now
            let index = kept.withLock { kept in
                kept.append((Diagram.Row(label), begin))
                return kept.count - 1
            }
            @Sendable func end(_ mark: String) {
                let end = now
                kept.withLock { $0[index].row.stretch(from: begin, to: end, mark: mark) }
            }
            return producer.on(
                failed: { _ in end("✗") },
                completed: { end("●|") },
                interrupted: { end("⊘") }
            )
        }
    }

    var rows: [Diagram.Row] { kept.withLock { $0.map(\.row) } }
}
