import ReactiveCore
import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveNetworking

@Suite struct CustodyTests {
    private struct Failure: Error {}

    private let released = Locked<[Int]>([])

    private func custody(of number: Int = 1) -> Custody<Int> {
        Custody(number) { [released] number in released.withLock { $0.append(number) } }
    }

    @Test func aUseCanChangeTheResource() {
        let custody = custody()
        custody.use(ifAbandoned: ()) { $0 += 1 }
        #expect(custody.use(ifAbandoned: 0) { $0 } == 2)
        #expect(released.value == [])
    }

    @Test func anAbandonedResourceIsReleasedOnce() {
        let custody = custody()
        custody.abandon()
        custody.abandon()
        #expect(released.value == [1])
        #expect(custody.use(ifAbandoned: 0) { $0 } == 0)
    }

    @Test func aResourceThatIsAbandonedDuringAUseIsReleasedAfterIt() {
        let custody = custody()
        let result = custody.use(ifAbandoned: "abandoned") { number in
            custody.abandon()
            #expect(released.value == [])
            number = 2
            return "used"
        }
        #expect(result == "used")
        #expect(released.value == [2])
        #expect(custody.use(ifAbandoned: 0) { $0 } == 0)
    }

    @Test func aUseThatFailsPutsTheResourceBack() {
        let custody = custody()
        #expect(throws: Failure.self) {
            try custody.use(ifAbandoned: ()) { number throws(Failure) in
                number = 2
                throw Failure()
            }
        }
        #expect(custody.use(ifAbandoned: 0) { $0 } == 2)
    }

    @Test func theEndOfTheCustodyReleasesTheResource() {
        _ = custody(of: 3)
        #expect(released.value == [3])
    }

    @Test func abandoningOnOtherThreadsReleasesOnce() async {
        for number in 0..<200 {
            let custody = custody(of: number)
            await withTaskGroup { group in
                for _ in 0..<2 { group.addTask { custody.abandon() } }
                group.addTask { custody.use(ifAbandoned: ()) { _ in } }
            }
        }
        #expect(released.value == Array(0..<200))
    }
}
