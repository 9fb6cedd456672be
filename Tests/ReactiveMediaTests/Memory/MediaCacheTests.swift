import ReactiveMedia
import ReactiveTesting
import Testing

@Suite struct MediaCacheTests {
    @Test func theLeastRecentlyStoredMediaIsEvictedWhenTheCacheIsFull() {  // MC-9, M1
        let media = VirtualMedia(cache: MediaCache(maxCost: 10), cost: 4)
        for path in ["a", "b", "c"] { _ = media.record(path) }
        #expect(media.loader.cache.media(for: .media("a")) == nil)
        #expect(media.loader.cache.media(for: .media("b")) == "b")
        #expect(media.loader.cache.media(for: .media("c")) == "c")
        #expect(media.loader.cache.totalCost == 8)
    }

    @Test func usingMediaMakesItTheLastToBeEvicted() {  // MC-10, M1
        let media = VirtualMedia(cache: MediaCache(maxCost: 10), cost: 4)
        for path in ["a", "b", "a", "c"] { _ = media.record(path) }
        #expect(media.loader.cache.media(for: .media("a")) == "a")
        #expect(media.loader.cache.media(for: .media("b")) == nil)
    }

    @Test func theNumberOfStoredMediaIsBounded() {  // M1
        let cache = MediaCache<Int>(maxCost: 100, maxCount: 2)
        for number in 1...3 { cache.insert(number, for: .media("\(number)"), cost: 1) }
        #expect((1...3).map { cache.media(for: .media("\($0)")) } == [nil, 2, 3])
        #expect(cache.count == 2)
    }

    @Test func theOldMediaOfAKeyIsReplaced() {  // M1
        let cache = MediaCache<Int>(maxCost: 10)
        cache.insert(1, for: .media("a"), cost: 9)
        cache.insert(2, for: .media("a"), cost: 10)
        #expect(cache.media(for: .media("a")) == 2)
        #expect(cache.totalCost == 10)
        cache.insert(3, for: .media("a"), cost: 11)
        #expect(cache.media(for: .media("a")) == nil)
        #expect(cache.totalCost == 0)
    }

    @Test func variantsAreKeptForThemselvesAndRemovedTogether() {  // M1
        let cache = MediaCache<Int>()
        cache.insert(1, for: .media("a"), cost: 1)
        cache.insert(2, for: .media("a"), variant: .small, cost: 1)
        cache.insert(3, for: .media("b"), cost: 1)
        #expect(cache.media(for: .media("a"), variant: .small) == 2)
        cache.remove(.media("a"))
        #expect(cache.count == 1)
        #expect(cache.media(for: .media("b")) == 3)
    }

    @Test func removeAllEmptiesTheCache() {  // M1
        let cache = MediaCache<Int>()
        for number in 1...3 { cache.insert(number, for: .media("\(number)"), cost: 5) }
        cache.removeAll()
        #expect(cache.count == 0)
        #expect(cache.totalCost == 0)
        #expect(cache.media(for: .media("1")) == nil)
    }

    @Test func mediaIsReleasedOutsideTheLock() {  // M1
        final class Heavy: Sendable {
            let released: @Sendable () -> Void
            init(_ released: @escaping @Sendable () -> Void) { self.released = released }
            deinit { released() }
        }
        let cache = MediaCache<Heavy>(maxCost: 10)
        let counts = Locked<[Int]>([])
        for number in 1...3 {
            // Reading the count would be a deadlock under the lock.
            cache.insert(Heavy { counts.modify { $0.append(cache.count) } }, for: .media("\(number)"), cost: 6)
        }
        cache.removeAll()
        #expect(counts.value == [1, 1, 0])
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func theMemoryOfMediaAgreesWithASimpleModel(seed: UInt64) {  // M1
        var random = SeededRandom(state: seed)
        let cache = MediaCache<Int>(maxCost: 40, maxCount: 7)
        var model: [(key: Int, value: Int, cost: Int)] = []
        for step in 0..<5_000 {
            let key = Int.random(in: 0..<12, using: &random)
            let index = model.firstIndex { $0.key == key }
            if Bool.random(using: &random) {
                let found = cache.media(for: .media("\(key)"))
                #expect(found == index.map { model[$0].value })
                if let index { model.append(model.remove(at: index)) }
            } else {
                let cost = Int.random(in: 0...20, using: &random)
                cache.insert(step, for: .media("\(key)"), cost: cost)
                if let index { model.remove(at: index) }
                model.append((key, step, cost))
                while model.count > 7 || model.reduce(0, { $0 + $1.cost }) > 40 { model.removeFirst() }
            }
            #expect(cache.count == model.count)
            #expect(cache.totalCost == model.reduce(0) { $0 + $1.cost })
        }
    }
}
