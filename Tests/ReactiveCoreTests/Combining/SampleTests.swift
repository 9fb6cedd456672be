import ReactiveCore
import ReactiveTesting
import Testing

@Suite struct SampleTests {
    let source = Probe<Int>()

    @Test func theLatestValueIsSentWhenTheSamplerSends() {  // R23
        let (sampler, input) = Signal<String, Never>.pipe()
        let events = record(source.producer.sample(with: sampler).map { "\($0)\($1)" })
        input.send(value: "a")
        source.send(1, 2)
        input.send(value: "b")
        input.send(value: "c")
        source.send(3)
        source.complete()
        input.send(value: "d")
        #expect(events.text == "2b 2c 3d")
        input.sendCompleted()
        #expect(events.text == "2b 2c 3d |")
    }

    @Test func theResultCompletesWhenSourceAndSamplerHave() {  // R23
        let (sampler, input) = Signal<String, Never>.pipe()
        let events = record(source.producer.sample(on: sampler))
        input.sendCompleted()
        #expect(events.text == "")
        source.complete()
        #expect(events.text == "|")
    }

    @Test func anInterruptionOrFailureOfSourceOrSamplerEndsBoth() {  // R23
        let (sampler, input) = Signal<String, Never>.pipe()
        let sampled = record(source.producer.sample(on: sampler))
        input.sendInterrupted()
        #expect(sampled.text == "!")
        #expect(!source.isRunning)
        let second = record(source.producer.sample(on: SignalProducer<Int, Never>.never))
        source.interrupt()
        let third = record(source.producer.sample(on: SignalProducer<Int, Never>.never))
        source.fail(.b)
        #expect(second.text == "!")
        #expect(third.all.map(\.event) == [.failed(.b)])
    }

    @Test func theSourceStartsBeforeTheSampler() {  // R16
        let numbers = SignalProducer<Int, Never>([1, 2])
        #expect(record(numbers.sample(on: SignalProducer<String, Never>(["x", "y"]))).text == "2 2 |")
    }

    @Test func disposingDisposesOfSourceAndSampler() {  // R13
        let sampler = Probe<Int>()
        let events = record(source.producer.sample(on: sampler.producer.flatMapError { _ in .empty }))
        events.dispose()
        #expect(events.text == "!")
        #expect(!source.isRunning && !sampler.isRunning)
    }

    @Test func signalsCanBeSampled() {  // R23
        let (signal, input) = Signal<Int, Never>.pipe()
        let (sampler, samplerInput) = Signal<String, Never>.pipe()
        let on = record(signal.sample(on: sampler))
        let with = record(signal.sample(with: sampler).map { "\($0)\($1)" })
        input.send(value: 1)
        samplerInput.send(value: "x")
        #expect([on.text, with.text] == ["1", "1x"])
    }
}
