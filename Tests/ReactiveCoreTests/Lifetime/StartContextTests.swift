import ReactiveCore
import ReactiveTesting
import Testing

/// A source knows whether its consumer waits for it, through every operator and on every thread.
@Suite struct StartContextTests {
    typealias Probe = SignalProducer<StartContext, Never>

    /// Sends the kind of consumer of its start.
    private static let probe = Probe.deferred { context in SignalProducer(value: context) }

    private static let held = Lifetime.make()
    private static let clock = ImmediateTimedScheduler()
    private static let pool = PoolScheduler()

    /// Chains around the probe, each of which forwards the value of the probe.
    private static func chains() -> [(name: String, chain: Probe)] {
        [
            ("none", probe),
            ("map", probe.map { $0 }),
            ("filter", probe.filter { _ in true }),
            ("observe(on:)", probe.observe(on: pool)),
            ("observe(on:) with a buffer", probe.observe(on: pool, buffering: .dropOldest(limit: 4))),
            ("start(on:)", probe.start(on: pool)),
            ("delay", probe.delay(.seconds(1), on: clock)),
            ("debounce", probe.debounce(.seconds(1), on: clock, discardWhenCompleted: false)),
            ("throttle", probe.throttle(.seconds(1), on: clock, discardWhenCompleted: false)),
            ("throttle(while:)", probe.throttle(while: Property(value: false), on: clock)),
            (
                "collect(every:)",
                probe.collect(every: .milliseconds(1), on: QueueScheduler.shared, discardWhenCompleted: false).flatten()
            ),
            (
                "timeout",
                probe.promoteError(Failure.self).timeout(
                    after: .seconds(1),
                    raising: .failed,
                    on: QueueScheduler.shared
                ).ignoringFailure
            ),
            ("lazyMap", probe.lazyMap(on: pool) { $0 }),
            ("take(during:)", probe.take(during: held.lifetime)),
            ("take(until:)", probe.take(until: SignalProducer<Void, Never>.never)),
            ("take(untilReplacement:)", Probe.never.take(untilReplacement: probe)),
            ("skip(until:)", probe.delay(.seconds(1), on: clock).skip(until: SignalProducer<Void, Never>(value: ()))),
            ("retry", probe.promoteError(Failure.self).retry(upTo: 1).ignoringFailure),
            ("the second attempt", secondAttempt.retry(upTo: 1).ignoringFailure),
            ("repeat", probe.repeat(2).take(first: 1)),
            ("flatMapError", SignalProducer<StartContext, Failure>(error: .failed).flatMapError { _ in probe }),
            ("then", SignalProducer<Int, Never>.empty.then(probe)),
            ("concat", Probe.empty.concat(probe)),
            ("flatMap(.merge)", trigger.flatMap(.merge) { _ in probe }),
            ("flatMap(.concat)", SignalProducer([1, 2]).flatMap(.concat) { _ in probe.start(on: pool) }.take(last: 1)),
            ("flatMap(.latest)", trigger.flatMap(.latest) { _ in probe }),
            ("flatMap(.race)", trigger.flatMap(.race) { _ in probe }),
            ("flatMap(.throttle)", trigger.flatMap(.throttle) { _ in probe }),
            ("flatMap after a hop", trigger.observe(on: pool).flatMap(.merge) { _ in probe }),
            ("combineLatest", trigger.combineLatest(with: probe).map { $1 }),
            ("zip", trigger.zip(with: probe).map { $1 }),
            ("merge", Probe.merge(probe, .empty)),
            ("withLatest", trigger.delay(.seconds(1), on: clock).withLatest(from: probe).map { $1 }),
            ("lift", probe.lift { $0.map { $0 } }),
            ("an operator of the lifted signal", trigger.lift { $0.flatMap(.merge) { _ in probe } }),
            (
                "a signal in a start handler",
                Probe { observer, lifetime in
                    let (signal, input) = Signal<Int, Never>.pipe()
                    lifetime += signal.flatMap(.merge) { _ in probe }.observe(observer)
                    input.send(value: 1)
                }
            ),
            (
                "an operator of a started signal",
                Probe { observer, lifetime in
                    trigger.startWithSignal { signal, handle in
                        lifetime += handle
                        lifetime += signal.flatMap(.merge) { _ in probe }.observe(observer)
                    }
                }
            ),
            ("share", probe.share()),
            ("replayLazily", probe.replayLazily(upTo: 1)),
            ("a start handler", Probe { observer, lifetime in lifetime += probe.start(observer) }),
            (
                "a start handler on another thread",
                trigger.observe(on: pool).flatMap(.merge) { _ in
                    Probe { observer, lifetime in lifetime += probe.start { observer.send($0) } }
                }
            ),
            (
                "a chain in a start handler",
                Probe { observer, lifetime in
                    lifetime += trigger.observe(on: pool).flatMap(.merge) { _ in probe }.start { observer.send($0) }
                }
            ),
            (
                "startWithSignal in a start handler",
                Probe { observer, lifetime in
                    probe.startWithSignal { signal, handle in
                        lifetime += handle
                        _ = signal.observe(observer)
                    }
                }
            ),
            ("an action", Action<Int, StartContext, Never> { _ in probe }.apply(1).flatMapError { _ in .empty }),
        ]
    }

    private static let trigger = SignalProducer<Int, Never>(value: 1)

    private static var secondAttempt: SignalProducer<StartContext, Failure> {
        let hasFailed = Locked(false)
        return SignalProducer<StartContext, Failure>.deferred { context in
            let isSecond = hasFailed.withLock { hasFailed in
                defer { hasFailed = true }
                return hasFailed
            }
            return isSecond ? SignalProducer(value: context) : SignalProducer(error: .failed)
        }
    }

    @Test(arguments: chains().indices) func theSourceKnowsThatItsConsumerBlocks(index: Int) {
        let (name, chain) = Self.chains()[index]
        #expect(chain.first() == .success(.awaited), "\(name)")
    }

    @Test(arguments: chains().indices) func theSourceKnowsThatItsConsumerAwaits(index: Int) async {
        let (name, chain) = Self.chains()[index]
        #expect(await chain.firstValue() == .awaited, "\(name)")
    }

    @Test(arguments: chains().indices) func theSourceKnowsThatItsConsumerUsesCallbacks(index: Int) async {
        let (name, chain) = Self.chains()[index]
        let context = await withCheckedContinuation { continuation in
            chain.take(first: 1).startWithValues { continuation.resume(returning: $0) }
        }
        #expect(context == .observed, "\(name)")
    }

    @Test func everyBlockingOrAwaitingFormMarksItsStart() async throws {
        let seen = Locked<[StartContext]>([])
        let probe = SignalProducer<Int, Never>.deferred { context in
            seen.withLock { $0.append(context) }
            return SignalProducer(value: 1)
        }
        _ = probe.first()
        _ = probe.single()
        _ = probe.last()
        _ = probe.wait()
        _ = try await probe.value()
        _ = await probe.firstValue()
        for await _ in probe.values() {}
        #expect(seen.value == Array(repeating: .awaited, count: 7))
    }

    @Test func aTaskInsideAStartHandlerInheritsTheConsumer() async throws {
        let chain = SignalProducer<StartContext, Never>(awaiting: {
            await withCheckedContinuation { continuation in
                Self.probe.startWithValues { continuation.resume(returning: $0) }
            }
        })
        #expect(try await chain.value() == .awaited)
    }

    @Test func aHandlerForACallbackDoesNotInheritTheBlockingConsumerOnItsStack() {
        let (signal, input) = Signal<Int, Never>.pipe()
        let seen = Locked<[StartContext]>([])
        let handler = Probe { observer, lifetime in lifetime += Self.probe.start(observer) }
        signal.flatMap(.merge) { _ in handler }.observeValues { context in seen.withLock { $0.append(context) } }
        _ = SignalProducer<Int, Never> { observer, _ in
            input.send(value: 1)
            observer.send(value: 1)
            observer.sendCompleted()
        }
        .first()
        #expect(seen.value == [.observed])
    }

    @Test func aTaskThatOutlivesItsChainDoesNotInheritTheConsumer() async {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let context = await withCheckedContinuation { continuation in
            _ = SignalProducer<Int, Never> { observer, _ in
                Task {
                    for await _ in gate {}
                    Self.probe.startWithValues { continuation.resume(returning: $0) }
                }
                observer.send(value: 1)
                observer.sendCompleted()
            }
            .first()
            open.finish()
        }
        #expect(context == .observed)
    }

    @Test func aStartCanOverrideTheKindOfConsumer() {
        #expect(Self.probe.started(in: .observed).first() == .success(.observed))
        #expect(Self.probe.started(in: .awaited).first() == .success(.awaited))
    }

    @Test func aSharedStartKeepsTheConsumerThatStartedIt() {
        let replay = Self.probe.replayLazily(upTo: 1)
        replay.start()
        #expect(replay.first() == .success(.observed))
    }

    private enum Failure: Error { case failed }
}

extension SignalProducer {
    fileprivate var ignoringFailure: SignalProducer<Value, Never> { flatMapError { _ in .empty } }
}

extension SignalProducer {
    /// Makes the producer of each start from the kind of its consumer.
    fileprivate static func deferred(_ make: @escaping @Sendable (StartContext) -> SignalProducer) -> SignalProducer {
        SignalProducer(sendingTo: { output in
            let start = SerialDisposable()
            let cancel = { @Sendable in
                start.dispose()
                output.interrupt()
            }
            guard output.open(from: start, cancel: cancel) else { return }
            make(output.context).start(in: output.context) {
                start.inner = $0
            } value: {
                output.send($0)
            } terminate: {
                output.terminate($0)
            }
        })
    }
}
