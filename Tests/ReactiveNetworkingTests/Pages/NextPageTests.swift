import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct NextPageTests {
    private struct Refusal: Error, Equatable {}

    private func failure(_ world: PageWorld, next: Network.NextPage<[Int]> = .link) -> PageError? {
        let events = world.run(next: next)
        #expect(events.values.first == [0])
        #expect(world.isQuiet)
        return events.failure?.cause(as: PageError.self)
    }

    @Test func aClosureFindsTheAddressOfTheNextPage() {  // B4
        let world = PageWorld(nil)
        let events = world.run(next: .url { $0.parsedData == [2] ? nil : "/todos/\($0.parsedData[0] + 1)" })
        #expect(events.values == [[0], [1], [2]])
        #expect(world.urls == ["", "/1", "/2"].map { "http://api.test/todos" + $0 })
    }

    @Test func aClosureMakesTheRequestOfTheNextPage() {  // B4
        let world = PageWorld(nil)
        let next = Network.NextPage<[Int]>.request { page, request in
            page.parsedData == [2] ? nil : request.adding(queryParameters: ["after": page.parsedData[0]])
        }
        let events = world.run(next: next)
        #expect(events.values == [[0], [1], [2]])
        #expect(world.urls == ["", "?after=0", "?after=1"].map { "http://api.test/todos" + $0 })
    }

    @Test func anotherRelationCanBeFollowed() {  // B2
        let world = PageWorld("<?page=2>; rel=next, <?page=0>; rel=\"prev\"", nil)
        _ = world.run(next: .link(to: "PREV"))
        #expect(world.urls.last == "http://api.test/todos?page=0")
    }

    @Test func aLinkWithAnAnchorIsNotTheNextPage() {  // B2
        let world = PageWorld("</other>; rel=next; anchor=\"#part\", <?page=2>; rel=next", nil)
        #expect(world.run().values == [[0], [1]])
        #expect(world.urls.last == "http://api.test/todos?page=2")
    }

    @Test func anAmbiguousNextPageIsAFailure() {  // B5
        #expect(failure(PageWorld("<?a>; rel=next, <?b>; rel=next")) == .ambiguousLink(relation: "next"))
        let malformed = HTTP.LinkError(reason: .unclosedTarget, position: 2)
        #expect(failure(PageWorld("<a")) == .invalidLink(malformed))
        #expect(PageWorld("<?a>; rel=next, <?a>; rel=next", nil).run().values == [[0], [1]])
        #expect(failure(PageWorld(nil), next: .url { _ in "http://[" }) == .invalidTarget)
        let other = PageWorld("<ftp://api.test/>; rel=next").run()
        #expect(other.failure?.cause(as: RequestError.self) != nil)
    }

    @Test(
        arguments: [
            "<?page=2>; rel=\"next\";", "<?page=2>; rel=next; type=application/json", "<?page=2>;;rel = next",
            "x, <?page=2>; rel=next", "</b; rel=prev, <?page=2>; rel=next", "</b; rel=next, <?page=2>; rel=next",
        ]
    )
    func aLinkThatCanBeReadIsFollowed(field: String) {  // B2
        let world = PageWorld(field, nil)
        #expect(world.run().values == [[0], [1]])
        #expect(world.urls.last == "http://api.test/todos?page=2")
    }

    @Test(arguments: ["</b; rel=prev", "/b; rel=\"last\"", "x", "x, y; z", ";", "</b>; rel=\"prev"])
    func aMalformedLinkToAnotherPageEndsNoPaging(field: String) {  // B2
        let events = PageWorld(field).run()
        #expect(events.values == [[0]])
        #expect(events.failure == nil)
    }

    @Test func aMalformedLinkToTheNextPageIsAFailure() {  // B2, B5
        let unclosed = HTTP.LinkError(reason: .unclosedTarget, position: 13)
        #expect(failure(PageWorld("</b; rel=next")) == .invalidLink(unclosed))
        let missing = HTTP.LinkError(reason: .missingTarget, position: 0)
        #expect(failure(PageWorld("/b; REL=\"Next prev\"")) == .invalidLink(missing))
    }

    @Test(arguments: ["?page[number]=2&filter[name]=a%20b", "/todos?page%5Bnumber%5D=2&filter[name]=a%20b"])
    func theAddressOfAPageKeepsItsEscapes(target: String) {  // B3, N40
        let url = "http://api.test/todos?page%5Bnumber%5D=2&filter%5Bname%5D=a%20b"
        let link = PageWorld("<\(target)>; rel=next", nil)
        _ = link.run()
        #expect(link.urls.last == url)
        let address = PageWorld(nil)
        _ = address.run(next: .url { $0.parsedData == [0] ? target : nil })
        #expect(address.urls.last == url)
    }

    @Test func anErrorOfTheClosureIsTheFailure() {  // B4
        let thrown = PageWorld(nil).run(next: .url { _ in throw Refusal() })
        let refusal = OperationError.requestFailure(error: Refusal())
        #expect(thrown.all == [.value(at: .seconds(1), [0]), .failed(at: .seconds(1), refusal)])
        let own = PageWorld(nil).run(next: .request { _, _ in throw OperationError.missingData })
        #expect(own.failure == .missingData)
    }

    @Test(arguments: ["<?page=1>; rel=next", "<http://api.test/todos?page=1#x>; rel=next", "<>; rel=next"])
    func aPageThatWasRequestedBeforeIsAFailure(link: String) {  // B5, BC-7
        let world = PageWorld(link)
        let events = world.run(.get("http://api.test/todos?page=1"))
        #expect(
            events.all == [
                .value(at: .seconds(1), [0]),
                .failed(
                    at: .seconds(1),
                    .requestFailure(error: PageError.loop(url: "http://api.test/todos?page=1"))
                ),
            ]
        )
        #expect(world.stub.requests.count == 1)
    }

    @Test func aLoopOfSeveralPagesIsFound() {  // B5
        let world = PageWorld("<?page=2>; rel=next", "<?page=3>; rel=next", "<?page=1>; rel=next")
        let events = world.run(Request(.get, "http://api.test/todos", parameters: ["page": 1]))
        #expect(events.values == [[0], [1], [2]])
        #expect(events.failure?.cause(as: PageError.self) == .loop(url: "http://api.test/todos?page=1"))
        #expect(world.stub.requests.count == 3)
    }

    @Test func aRequestThatWasSentBeforeIsAFailure() {  // B5
        let world = PageWorld(nil)
        let events = world.run(
            next: .request { page, request in
                request.adding(headers: ["X-Page": "\(page.parsedData[0] % 2)"])
            }
        )
        #expect(events.values == [[0], [1], [2]])
        #expect(events.failure?.cause(as: PageError.self) == .loop(url: "http://api.test/todos"))
    }

    @Test func theErrorRedactsTheURL() {  // B5, N18
        let world = PageWorld("<?token=secret>; rel=next")
        let text = "\(world.run(.get("http://api.test/todos?token=secret")).failure as Any)"
        #expect(text.contains("The next page was requested before"))
        #expect(!text.contains("secret"))
    }
}
