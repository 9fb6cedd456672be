import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

@Suite struct DueTimesTests {
    private let start = Moment.now

    @Test func keysAreReturnedInTheOrderInWhichTheyAreDue() {
        var times = DueTimes<String>()
        #expect(times.next == nil)
        for (key, seconds) in [("c", 3), ("a", 1), ("d", 4), ("b", 2)] { times.set(key, due: instant(seconds)) }
        #expect(times.next == instant(1))
        #expect(allDue(at: 3, in: &times) == ["a", "b", "c"])
        #expect(times.next == instant(4))
        #expect(times.count == 1)
    }

    @Test func aKeyIsDueAtItsInstantAndNotBefore() {
        var times = DueTimes<Int>()
        times.set(1, due: instant(5))
        let early = times.popDue(at: instant(5) + .nanoseconds(-1))
        #expect(early == nil)
        let due = times.popDue(at: instant(5))
        #expect(due == 1)
        let again = times.popDue(at: instant(5))
        #expect(again == nil)
    }

    @Test func settingAKeyAgainReplacesItsInstant() {
        var times = DueTimes<String>()
        times.set("a", due: instant(1))
        times.set("b", due: instant(2))
        times.set("a", due: instant(3))
        #expect(times.next == instant(2))
        #expect(times.count == 2)
        times.set("a", due: instant(1))
        #expect(allDue(at: 9, in: &times) == ["a", "b"])
    }

    @Test func aRemovedKeyIsNeverDue() {
        var times = DueTimes<String>()
        for (key, seconds) in [("a", 1), ("b", 2), ("c", 3)] { times.set(key, due: instant(seconds)) }
        var isRemoved = times.remove("a")
        #expect(isRemoved)
        isRemoved = times.remove("a")
        #expect(!isRemoved)
        #expect(times.next == instant(2))
        #expect(allDue(at: 9, in: &times) == ["b", "c"])
    }

    @Test(arguments: [1, 2, 3])
    func timesAgreeWithADictionaryUnderRandomOperations(seed: UInt64) throws {
        var generator = SplitMix(state: seed)
        var times = DueTimes<Int>()
        var model: [Int: Moment] = [:]
        for now in 0..<8_000 {
            let key = Int.random(in: 0..<200, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0, 1:
                let due = instant(now + Int.random(in: 0..<500, using: &generator))
                times.set(key, due: due)
                model[key] = due
            case 2:
                let isRemoved = times.remove(key)
                try #require(isRemoved == (model.removeValue(forKey: key) != nil))
            default:
                let first = model.values.min()
                let popped = times.popDue(at: instant(now))
                let due = popped.flatMap { model.removeValue(forKey: $0) }
                try #require(due == first.flatMap { $0 <= instant(now) ? $0 : nil })
            }
            try #require(times.next == model.values.min())
            try #require(times.count == model.count)
        }
    }

    @Test func cancelledKeysLeaveNoMemoryBehind() {
        var times = DueTimes<Int>()
        times.set(-1, due: instant(500_000))
        for key in 0..<50_000 { times.set(key, due: instant(key * 7 % 50_000)) }
        for key in 0..<50_000 { times.remove(key) }
        #expect(times.count == 1)
        #expect(times.next == instant(500_000))
        #expect(times.slotCount <= 1_024)
        for key in 0..<50_000 {
            times.set(key, due: instant(key))
            times.remove(key)
        }
        #expect(times.slotCount <= 1_024)
    }

    private func instant(_ second: Int) -> Moment { start + .seconds(second) }

    private func allDue<Key>(at second: Int, in times: inout DueTimes<Key>) -> [Key] {
        var keys: [Key] = []
        while let key = times.popDue(at: instant(second)) { keys.append(key) }
        return keys
    }
}
