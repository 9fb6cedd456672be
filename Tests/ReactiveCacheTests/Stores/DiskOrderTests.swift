import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveCache
@testable import ReactiveNetworking

@Suite struct DiskOrderTests {
    /// Operations that end when they are told to.
    private final class Bench: Sendable {
        let order = DiskOrder()
        let running = Locked<[(name: String, done: @Sendable () -> Void)]>([])

        func add(_ name: String, _ key: String?) {
            order.add(key.map { CacheKey(normalized: $0) }) { [running] done in
                running.modify { $0.append((name, done)) }
            }
        }

        var names: [String] { running.value.map(\.name) }

        func finish(_ name: String) {
            let done = running.modify { running in
                running.firstIndex { $0.name == name }.map { running.remove(at: $0).done }
            }
            done?()
        }
    }

    @Test func operationsOfOneURLFollowOneAnother() {  // H15
        let bench = Bench()
        for (name, key) in [("a1", "a"), ("a2", "a"), ("b1", "b"), ("a3", "a")] { bench.add(name, key) }
        #expect(bench.names == ["a1", "b1"])
        bench.finish("a1")
        #expect(bench.names == ["b1", "a2"])
        bench.finish("a2")
        bench.finish("b1")
        #expect(bench.names == ["a3"])
        bench.finish("a3")
        bench.add("a4", "a")
        #expect(bench.names == ["a4"])
    }

    @Test func anOperationOfAllURLsWaitsForThoseBeforeAndHoldsUpThoseBehind() {  // H15
        let bench = Bench()
        let operations: [(String, String?)] = [
            ("a1", "a"), ("b1", "b"), ("a2", "a"), ("all", nil), ("c1", "c"), ("b2", "b"), ("all2", nil), ("b3", "b"),
        ]
        for (name, key) in operations { bench.add(name, key) }
        #expect(bench.names == ["a1", "b1"])
        bench.finish("a1")
        bench.finish("b1")
        #expect(bench.names == ["a2"])
        bench.finish("a2")
        #expect(bench.names == ["all"])
        bench.add("d1", "d")
        #expect(bench.names == ["all"])
        bench.finish("all")
        #expect(bench.names == ["c1", "b2"])
        bench.finish("b2")
        bench.finish("c1")
        #expect(bench.names == ["all2"])
        bench.finish("all2")
        #expect(bench.names == ["b3", "d1"])
    }
}
