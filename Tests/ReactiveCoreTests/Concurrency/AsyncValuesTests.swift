import ReactiveCore
import ReactiveTesting
import Testing

private struct Failure: Error, Equatable {}

@Suite struct AsyncValuesTests {
    @Test func valuesArriveInOrderAndTheLoopEnds() async {  // R43
        var seen: [Int] = []
        for await value in SignalProducer(1...10_000).values() { seen.append(value) }
        #expect(seen == Array(1...10_000))
    }

    @Test func theFailureIsThrownAfterTheValues() async {  // R43: typed
        let producer = SignalProducer<Int, Failure>([1, 2]).concat(error: Failure())
        var seen: [Int] = []
        do throws(Failure) {
            for try await value in producer.values() { seen.append(value) }
            Issue.record("no failure")
        } catch {
            #expect(error == Failure())
        }
        #expect(seen == [1, 2])
    }

    @Test func aBufferKeepsTheNewestOrTheOldest() async {  // R43
        let source = SignalProducer(1...5)
        var newest: [Int] = []
        for await value in source.values(buffering: .dropOldest(limit: 2)) { newest.append(value) }
        var oldest: [Int] = []
        for await value in source.values(buffering: .dropNewest(limit: 2)) { oldest.append(value) }
        var all: [Int] = []
        for await value in source.values(buffering: .unbounded) { all.append(value) }
        #expect(newest == [4, 5])
        #expect(oldest == [1, 2])
        #expect(all == [1, 2, 3, 4, 5])
    }

    @Test func theReleaseOfADroppedValueCanCancelTheTask() async {  // R46
        await #expect(processExitsWith: .success) {
            for _ in 1...200 {
                let (signal, input) = Signal<ScopedDisposable<AnyDisposable>, Never>.pipe()
                let (started, begin) = AsyncStream<Void>.makeStream()
                let values = signal.producer.on(started: { begin.yield() }).values(buffering: .dropOldest(limit: 1))
                let task = Task { for await _ in values {} }
                for await _ in started.prefix(1) {}
                await Task.yield()
                for _ in 1...3 { input.send(value: ScopedDisposable(AnyDisposable { task.cancel() })) }
                await task.value
            }
        }
    }

    @Test func leavingTheLoopDisposesOfTheStart() async {  // R43
        let (signal, input) = Signal<Int, Never>.pipe()
        let ended = Locked(false)
        let producer = SignalProducer(signal).on(starting: { input.send(value: 0) })
            .on(disposed: { ended.withLock { $0 = true } })
        let task = Task {
            for await value in SignalProducer(value: 1).concat(producer).values() {
                return value
            }
            return -1
        }
        #expect(await task.value == 1)
        #expect(ended.withLock { $0 })
    }

    @Test func cancelingTheTaskEndsTheLoopAndTheStart() async {  // R43
        let disposed = Locked(false)
        let (started, begin) = AsyncStream<Void>.makeStream()
        let producer = SignalProducer<Int, Never>.never
            .on(started: { begin.yield() }, disposed: { disposed.withLock { $0 = true } })
        let task = Task {
            for await _ in producer.values() {}
            return true
        }
        for await _ in started { break }
        task.cancel()
        #expect(await task.value)
        #expect(disposed.withLock { $0 })
    }

    @Test func aLoopOverASignalReceivesValuesSentAfterItBegan() async {
        let (signal, input) = Signal<Int, Never>.pipe()
        input.send(value: 1)
        var iterator = signal.values().makeAsyncIterator()
        input.send(value: 2)
        input.sendCompleted()
        #expect(await iterator.next() == 2)
        #expect(await iterator.next() == nil)
        #expect(await iterator.next() == nil)
    }
}

@Suite struct FirstValueTests {
    @Test func theFirstValueIsReturnedAndTheStartDisposedOf() async throws {  // R43
        let disposed = Locked(false)
        let producer = SignalProducer<Int, Never>(value: 1).concat(.never)
            .on(disposed: { disposed.withLock { $0 = true } })
        #expect(try await producer.value() == 1)
        #expect(disposed.withLock { $0 })
    }

    @Test func awaitingAProducerThrowsItsFailure() async {
        await #expect(throws: Failure()) { try await SignalProducer<Int, Failure>(error: Failure()).value() }
        await #expect(throws: Failure()) { try await SignalProducer<Int, Failure>(error: Failure()).firstValue() }
    }

    @Test func anEmptyProducerThrowsAnErrorOrReturnsNil() async {
        await #expect(throws: NoValueError()) { try await SignalProducer<Int, Failure>.empty.value() }
        #expect(await SignalProducer<Int, Never>.empty.firstValue() == nil)
    }

    @Test func cancelingTheTaskDisposesOfTheStart() async {  // R43
        let disposed = Locked(false)
        let producer = SignalProducer<Int, Never>.never.on(disposed: { disposed.withLock { $0 = true } })
        let task = Task { try await producer.value() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(disposed.withLock { $0 })
    }
}

@Suite struct AsyncSourceTests {
    @Test func anOperationsResultIsSent() async throws {  // R43
        let producer = SignalProducer<Int, any Error>(awaiting: { 7 })
        #expect(try await producer.value() == 7)
        let failing = SignalProducer<Int, Failure>(awaiting: { () async throws(Failure) -> Int in throw Failure() })
        await #expect(throws: Failure()) { try await failing.value() }
    }

    @Test func disposingOfTheStartCancelsTheTask() async {  // R43
        let (cancelled, note) = AsyncStream<Bool>.makeStream()
        let (started, begin) = AsyncStream<Void>.makeStream()
        let producer = SignalProducer<Int, any Error>(awaiting: {
            await withTaskCancellationHandler {
                begin.yield()
                for await _ in AsyncStream<Never>.makeStream().stream {}
            } onCancel: {
                note.yield(true)
            }
            return 1
        })
        let events = producer.record()
        for await _ in started { break }
        events.dispose()
        for await wasCancelled in cancelled {
            #expect(wasCancelled)
            break
        }
        #expect(events.descriptions == ["0.0 seconds: INTERRUPTED"])
    }

    @Test func aSequencesElementsAreSent() async throws {  // R43
        let stream = AsyncStream { continuation in
            for value in 1...3 { continuation.yield(value) }
            continuation.finish()
        }
        var seen: [Int] = []
        for await value in SignalProducer<Int, Never>(elementsOf: stream).values() { seen.append(value) }
        #expect(seen == [1, 2, 3])
    }

    @Test func aCancellationErrorInsideTheTaskIsAnInterruption() async {
        let producer = SignalProducer<Int, any Error>(awaiting: { throw CancellationError() })
        await #expect(throws: CancellationError.self) { try await producer.value() }
        var iterator = producer.values().makeAsyncIterator()
        #expect(await (try? iterator.next()) == .some(nil))
    }
}
