import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

/// The number of requests while a consumer takes pages one at a time.
@Suite struct PageDemandTests {
    private let world = PageWorld(
        "<?page=2>; rel=next",
        "<?page=3>; rel=next",
        "<?page=4>; rel=next",
        nil,
        delay: .zero
    )

    private var pages: SignalProducer<[Int], OperationError> {
        world.network.pages(of: .get("http://api.test/todos"), as: [Int].self).map(\.parsedData)
    }

    @Test func aLoopRequestsAPageWhenItNeedsIt() async throws {  // B7
        var counts: [Int] = []
        for try await page in pages.values() {
            #expect(page == [counts.count])
            counts.append(world.stub.requests.count)
        }
        #expect(counts == [1, 2, 3, 4])
        #expect(world.isQuiet)
    }

    @Test func aLoopThatIsLeftRequestsNoFurtherPage() async throws {  // B7
        for try await page in pages.values() where page == [1] { break }
        #expect(world.stub.requests.count == 2)
        #expect(world.isQuiet)
    }

    @Test func awaitingOneValueRequestsOnePage() async throws {  // B7
        #expect(try await pages.value() == [0])
        #expect(world.stub.requests.count == 1)
        #expect(world.isQuiet)
    }

    @Test func aPageThatAnOperatorDropsIsFollowedByTheNext() async throws {  // B7
        var counts: [Int] = []
        for try await _ in pages.filter({ $0[0] > 1 }).values() { counts.append(world.stub.requests.count) }
        #expect(counts == [3, 4])
    }

    @Test func theElementsOfAPageAreTakenBeforeTheNextPage() async throws {  // B7
        var counts: [Int] = []
        let elements = pages.flatMap(.concat) { page in
            SignalProducer<Int, OperationError>([page[0], page[0]])
        }
        for try await _ in elements.values() { counts.append(world.stub.requests.count) }
        #expect(counts == [1, 1, 2, 2, 3, 3, 4, 4])
    }

    @Test func theFailureComesWhenTheLoopAsksForThePage() async {  // B7
        let loop = PageWorld("<?page=2>; rel=next", "<?page=1>; rel=next", delay: .zero)
        let pages = loop.network.pages(of: .get("http://api.test/todos?page=1"), as: [Int].self).values()
        var seen: [[Int]] = []
        let error = OperationError.requestFailure(error: PageError.loop(url: "http://api.test/todos?page=1"))
        await #expect(throws: error) {
            for try await page in pages { seen.append(page.parsedData) }
        }
        #expect(seen == [[0], [1]])
    }

    @Test func aTaskCanceledWhileItHandlesAPageRequestsNoFurtherPage() async {  // B7, N3
        let task = Task { [pages] in
            for try await _ in pages.values() {
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        _ = await task.result
        #expect(world.stub.requests.count == 1)
        #expect(world.isQuiet)
    }
}
