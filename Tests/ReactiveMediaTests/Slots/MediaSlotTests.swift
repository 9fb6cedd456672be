import ReactiveMedia
import ReactiveTesting
import Testing

@Suite @MainActor struct MediaSlotTests {
    private typealias Content = MediaContent<String>

    /// The contents of a slot from now on, without the progress.
    private func contents(of slot: MediaSlot<String>) -> Locked<[Content]> {
        let contents = Locked<[Content]>([])
        slot.content.producer.skipRepeats().startWithValues { content in
            if case .loading(_, _?) = content { return }
            contents.modify { $0.append(content) }
        }
        return contents
    }

    private let loading = Content.loading(placeholder: nil, progress: nil)

    @Test func aSlotThatIsSetAnewShowsOnlyTheNewMedia() {  // MC-5, M6
        let media = VirtualMedia { path, _ in .text(path, after: path == "a" ? 1 : 2) }
        let slot = MediaSlot(loader: media.loader)
        let contents = contents(of: slot)
        slot.request = .media("a")
        slot.request = .media("b")
        media.clock.advance(by: .seconds(3))
        #expect(contents.value == [.empty, loading, .loaded("b", from: .network)])
        #expect(media.stub.cancelledCount == 1)
        #expect(media.isQuiet)
    }

    @Test func nothingArrivesAfterASlotWasCleared() {  // MC-6, M6
        let media = VirtualMedia { path, _ in .text(path, after: 1) }
        let slot = MediaSlot(loader: media.loader)
        let contents = contents(of: slot)
        slot.request = .media("a")
        slot.request = nil
        #expect(media.isQuiet)
        media.clock.advance(by: .seconds(3))
        #expect(contents.value == [.empty, loading, .empty])
        #expect(slot.request == nil)
    }

    @Test func theSameRequestDoesNotStartAnew() {  // M6
        let media = VirtualMedia { path, _ in path == "a" ? .text(path, after: 1) : .status(.notFound) }
        let slot = MediaSlot(loader: media.loader)
        slot.request = .media("a")
        slot.request = .media("a")
        media.clock.advance(by: .seconds(1))
        slot.request = .media("a")
        slot.request = .media("b")
        slot.request = .media("b")
        #expect(media.paths == ["a", "b"])
        #expect(slot.content.value.error != nil)
    }

    @Test func mediaInMemoryIsShownWhenTheSetterReturns() {  // M2, M6
        let media = VirtualMedia()
        _ = media.record("a")
        let slot = MediaSlot(loader: media.loader)
        let contents = contents(of: slot)
        slot.request = .media("a")
        #expect(contents.value == [.empty, .loaded("a", from: .memory)])
    }

    @Test func aFailureKeepsThePlaceholderAndCanBeReloaded() {  // M5, M6
        let media = VirtualMedia { path, number in
            switch (path, number) {
            case ("thumbnail", _): .text(path)
            case (_, 1): .status(.notFound).delayed(by: .seconds(1))
            default: .text(path, after: 1)
            }
        }
        let slot = MediaSlot(loader: media.loader)
        let contents = contents(of: slot)
        slot.load(.media("full"), placeholder: .media("thumbnail"))
        media.clock.advance(by: .seconds(1))
        let error = Network.OperationError.unexpectedResponseCode(httpCode: .notFound, data: nil)
        #expect(
            contents.value == [
                .empty, loading, .loading(placeholder: "thumbnail", progress: nil),
                .failed(error, placeholder: "thumbnail"),
            ]
        )
        #expect(slot.content.value.media == "thumbnail")
        slot.reload()
        media.clock.advance(by: .seconds(1))
        #expect(slot.content.value == .loaded("full", from: .network))
    }

    @Test func anotherVariantOfTheRequestSharesItsTransfer() {  // M3, M6
        let media = VirtualMedia { path, _ in .text(path, after: 1) }
        let slot = MediaSlot(loader: media.loader)
        slot.load(.media("a"))
        slot.load(.media("a"), variant: .small)
        media.clock.advance(by: .seconds(1))
        #expect(slot.content.value == .loaded("A", from: .network))
        #expect(media.paths == ["a"])
        #expect(media.decoded.value == ["a"])
    }

    @Test func theLoadEndsWhenItsSlotIsReleased() {  // M6
        let media = VirtualMedia { _, _ in .never }
        var slot: MediaSlot? = MediaSlot(loader: media.loader)
        weak let gone = slot
        slot?.request = .media("a")
        #expect(media.stub.liveCount == 1)
        slot = nil
        #expect(gone == nil)
        #expect(media.isQuiet)
    }

    @Test func anObserverMaySetTheNextRequest() {  // M6
        let media = VirtualMedia { path, _ in path == "a" ? .status(.notFound) : .text(path) }
        let slot = MediaSlot(loader: media.loader)
        slot.content.producer.startWithValues { [unowned slot] content in
            guard content.error != nil else { return }
            MainActor.assumeIsolated { slot.request = .media("b") }
        }
        slot.request = .media("a")
        #expect(slot.content.value == .loaded("b", from: .network))
        #expect(media.isQuiet)
    }

    @Test func aSlotIsATargetOfRequests() async {  // U2, M6
        let media = VirtualMedia()
        let slot = MediaSlot(loader: media.loader)
        let request = MutableProperty<Request?>(nil)
        slot <~ request
        request.value = .media("a")
        _ = await slot.content.producer.filter { $0.media != nil }.firstValue()
        #expect(slot.content.value == .loaded("a", from: .network))
        #expect(slot.request == .media("a"))
    }

    @Test func onARealClockTheContentArrivesOnTheMainActor() async {  // M4, M6
        let decoding = MediaDecoding { data, _ in
            // Decoding must not block the view.
            isOnMainQueue ? "main" : String(decoding: data, as: UTF8.self)
        }
        let loader = MediaLoader(network: Network(transport: StubTransport(.text("a"))), decoding: decoding)
        let slot = MediaSlot(loader: loader)
        let areOnMain = Locked<[Bool]>([])
        await withCheckedContinuation { continuation in
            slot.content.signal.observeValues { content in
                areOnMain.modify { $0.append(isOnMainQueue) }
                if content.media != nil { continuation.resume() }
            }
            slot.request = .media("a")
        }
        #expect(slot.content.value == .loaded("a", from: .network))
        #expect(areOnMain.value.allSatisfy { $0 })
    }
}
