import ReactiveCore
import ReactiveTesting
import Testing

/// However a start ends, nothing retains its parts afterward, even while its handle is retained.
struct ReleaseTests {
    private typealias Operator = (
        name: String, apply: (SignalProducer<Int, TestError>) -> SignalProducer<Int, TestError>
    )

    private static func operators(on scheduler: TestScheduler) -> [Operator] {
        [
            ("map", { $0.map { $0 } }),
            ("take(first:)", { $0.take(first: 2) }),
            ("take(last:)", { $0.take(last: 2) }),
            ("take(until:)", { $0.take(until: SignalProducer<Void, Never>.never) }),
            ("take(untilReplacement:)", { $0.take(untilReplacement: SignalProducer<Int, TestError>.never) }),
            ("take(during:)", { $0.take(during: Lifetime(Lifetime.Token())) }),
            ("skip(until:)", { $0.skip(until: SignalProducer<Void, Never>.never) }),
            ("collect", { $0.collect().map(\.count) }),
            ("reduce", { $0.reduce(0, +) }),
            ("materialize", { $0.materialize().promoteError(TestError.self).map { $0.value ?? 0 } }),
            ("attempt", { $0.attempt { _ in .success(()) } }),
            ("flatMapError", { $0.flatMapError { _ in SignalProducer<Int, TestError>.never } }),
            ("repeat", { $0.repeat(2) }),
            ("retry", { $0.retry(upTo: 2) }),
            ("retry with a wait", { $0.retry(upTo: 2, interval: .seconds(1), on: scheduler) }),
            ("timeout", { $0.timeout(after: .seconds(9), raising: .c, on: scheduler) }),
            ("delay", { $0.delay(.seconds(1), on: scheduler) }),
            ("observe(on:)", { $0.observe(on: scheduler) }),
            ("start(on:)", { $0.start(on: scheduler) }),
            ("lift", { $0.lift { $0.map { $0 } } }),
        ]
    }

    @Test(arguments: [Signal<Int, TestError>.Event.completed, .failed(.a), .interrupted])
    func operatorsRetainNothingAfterTheSourceEnds(_ last: Signal<Int, TestError>.Event) {  // R9
        expectRelease { source, scheduler in
            source.send(value: 1)
            source.send(last)
            scheduler.run()
        }
    }

    @Test func operatorsRetainNothingAfterDisposal() {  // R13
        expectRelease { source, _ in source.send(value: 1) }
    }

    @Test func operatorsRetainNothingAfterTheSourceIsReleased() {  // R8
        expectRelease { _, _ in }
    }

    /// Starts each operator over a source, plays `scene`, releases the source and disposes of the start. Expects that
    /// an object retained by both ends of the chain is released although the handle is not.
    private func expectRelease(
        after scene: (Signal<Int, TestError>.Observer, TestScheduler) -> Void,
        location: SourceLocation = #_sourceLocation
    ) {
        let scheduler = TestScheduler()
        for (name, apply) in Self.operators(on: scheduler) {
            weak var held: AnyDisposable?
            let handle: any Disposable
            do {
                let object = AnyDisposable()
                held = object
                let inputs = Log<Signal<Int, TestError>.Observer>()
                let source = SignalProducer<Int, TestError> { observer, _ in inputs.add(observer) }
                handle = apply(source.on(value: { _ in _ = object })).start { _ in _ = object }
                scheduler.advance()
                if let input = inputs.all.last { scene(input, scheduler) }
                inputs.removeAll()
                scheduler.run()
                handle.dispose()
            }
            scheduler.run()
            #expect(held == nil, "\(name) keeps something alive", sourceLocation: location)
            #expect(handle.isDisposed)
            #expect(scheduler.scheduledCount == 0)
        }
    }
}
