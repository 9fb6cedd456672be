import ReactiveMedia
import ReactiveTesting
import Testing

@Suite struct MediaPlaceholderTests {
    private func media(full: StubTransport.Reply, thumbnail: StubTransport.Reply) -> VirtualMedia {
        VirtualMedia { path, _ in path == "full" ? full : thumbnail }
    }

    @Test func aPlaceholderThatArrivesAfterTheMediaIsNotSent() {  // MC-11, M5
        let media = media(full: .text("full", after: 1), thumbnail: .text("thumbnail", after: 2))
        let load = media.record("full", placeholder: "thumbnail")
        media.clock.advance(by: .seconds(1))
        #expect(load.all == [.value(at: .seconds(1), .loaded("full", from: .network)), .completed(at: .seconds(1))])
        #expect(media.stub.cancelledCount == 1)
        #expect(media.isQuiet)
    }

    @Test func aPlaceholderThatArrivesBeforeTheMediaIsSent() {  // MC-12, M5
        let media = media(full: .text("full", after: 2), thumbnail: .text("thumbnail", after: 1))
        let load = media.record("full", placeholder: "thumbnail")
        media.clock.advance(by: .seconds(2))
        #expect(
            load.all == [
                .value(at: .seconds(1), .placeholder("thumbnail")),
                .value(at: .seconds(2), .loaded("full", from: .network)), .completed(at: .seconds(2)),
            ]
        )
    }

    @Test func theFailureOfAPlaceholderIsIgnored() {  // M5
        let media = media(full: .text("full", after: 2), thumbnail: .status(.notFound))
        let load = media.record("full", placeholder: "thumbnail")
        media.clock.advance(by: .seconds(2))
        #expect(load.all == [.value(at: .seconds(2), .loaded("full", from: .network)), .completed(at: .seconds(2))])
    }

    @Test func theFailureOfTheMediaEndsThePlaceholder() {  // M5
        let media = media(full: .status(.notFound).delayed(by: .seconds(1)), thumbnail: .never)
        let load = media.record("full", placeholder: "thumbnail")
        media.clock.advance(by: .seconds(1))
        #expect(load.isTerminated)
        #expect(load.values.isEmpty)
        #expect(media.isQuiet)
    }

    @Test func aPlaceholderInMemoryIsSentBeforeStartReturns() {  // M2, M5
        let media = media(full: .text("full", after: 1), thumbnail: .text("thumbnail"))
        _ = media.record("thumbnail")
        let load = media.record("full", placeholder: "thumbnail")
        #expect(load.all == [.value(at: .zero, .placeholder("thumbnail"))])
    }

    @Test func mediaInMemoryNeedsNoPlaceholder() {  // M2, M5
        let media = media(full: .text("full"), thumbnail: .text("thumbnail"))
        _ = media.record("full")
        #expect(media.record("full", placeholder: "thumbnail").values == [.loaded("full", from: .memory)])
        #expect(media.paths == ["full"])
    }

    @Test func disposingEndsTheLoadsOfMediaAndPlaceholder() {  // M5, N3
        let media = media(full: .never, thumbnail: .never)
        media.record("full", placeholder: "thumbnail").dispose()
        #expect(media.stub.cancelledCount == 2)
        #expect(media.isQuiet)
    }
}
