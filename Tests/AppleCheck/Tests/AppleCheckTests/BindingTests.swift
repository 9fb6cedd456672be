import AppKit
import Combine
import ReactiveMedia
import ReactiveTesting
import SwiftUI
import Testing
import UIKit

private struct Row: Sendable, Equatable {
    var id: Int
    var text = ""
}

@Suite @MainActor struct BindingTests {
    private let clock = TestScheduler()

    private func images() -> MediaLoader<UIImage> {
        let stub = StubTransport(.text("image"), clock: clock)
        return MediaLoader(network: Network(transport: stub, clock: clock), decoding: .image)
    }

    private var request: Request { Request(.get, "http://media.test/a") }

    /// Returns after all work that was pending on the main queue.
    private func settle() async {
        await withCheckedContinuation { continuation in
            PoolScheduler().schedule { UIScheduler().schedule { continuation.resume() } }
        }
    }

    @Test func aKeyPathIsATargetThatDoesNotKeepItsObject() async {  // U4
        let title = MutableProperty("a")
        var label: UILabel? = UILabel()
        weak let gone = label
        label?.reactive[\.text] <~ title
        await settle()
        #expect(label?.text == "a")
        title.value = "b"
        await settle()
        #expect(label?.text == "b")
        label = nil
        #expect(gone == nil)
    }

    @Test func controlEventsAreASignal() {  // U4
        let button = UIControl()
        let events = button.reactive.controlEvents(.touchUpInside).map { 1 }.record()
        button.sendActions(for: .touchUpInside)
        button.sendActions(for: .editingChanged)
        #expect(events.values == [1])
        let field = UITextField()
        let texts = field.reactive.texts().record()
        field.text = "a"
        field.sendActions(for: .editingChanged)
        #expect(texts.values == ["a"])
    }

    @Test func anImageViewShowsTheMediaOfItsRequest() async {  // U4
        let view = UIImageView()
        let source = MutableProperty<Request?>(request)
        view.reactive.media(from: images()) <~ source
        await settle()
        #expect(view.image?.cgImage?.width == 5)
        source.value = nil
        await settle()
        #expect(view.image == nil)
    }

    @Test func aDataSourceAppliesTheDifferences() async {  // U4
        let rows = MutableProperty([Row(id: 1), Row(id: 2), Row(id: 3)])
        let view = UICollectionView()
        let source = CollectionDataSource(for: view, items: rows, by: \.id) { _, _, _ in UICollectionViewCell() }
        await settle()
        rows.value = [Row(id: 3), Row(id: 1, text: "new"), Row(id: 4)]
        await settle()
        #expect(view.steps == ["insert [0, 1, 2]", "delete [1]", "insert [2]", "reload [0]", "move [2, 0]"])
        #expect(view.dataSource?.collectionView(view, numberOfItemsInSection: 0) == 3)
        withExtendedLifetime(source) {}
    }

    @Test func aTableDataSourceAppliesTheDifferences() async {  // U4
        let rows = MutableProperty([Row(id: 1), Row(id: 2), Row(id: 3)])
        let view = UITableView()
        let source = TableDataSource(for: view, items: rows, by: \.id) { _, _, _ in UITableViewCell() }
        await settle()
        rows.value = [Row(id: 3), Row(id: 1, text: "new"), Row(id: 4)]
        await settle()
        #expect(view.steps == ["insert [0, 1, 2]", "delete [1]", "insert [2]", "reload [0]", "move [2, 0]"])
        #expect(view.dataSource?.tableView(view, numberOfRowsInSection: 0) == 3)
        withExtendedLifetime(source) {}
    }

    @Test func theIndicatorsFollowTheActivity() async {  // U5
        let (touch, desk) = (UIActivityIndicatorView(), NSProgressIndicator())
        let isActive = MutableProperty(true)
        touch.reactive.isAnimating <~ isActive
        desk.reactive.isAnimating <~ isActive
        await settle()
        #expect(touch.isAnimating && desk.isRunning)
        isActive.value = false
        await settle()
        #expect(!touch.isAnimating && !desk.isRunning)
        _ = Text("list").activityIndicator(ActivityCounter(clock: clock)).body
    }

    @Test func aPropertyHasABindingAndAPublisher() {  // U3
        let name = MutableProperty("a")
        let binding = name.binding
        binding.wrappedValue = "b"
        #expect(name.value == "b")
        #expect(binding.wrappedValue == "b")
        var values: [String] = []
        let subscription = name.publisher.sink { values.append($0) }
        name.value = "c"
        subscription.cancel()
        name.value = "d"
        #expect(values == ["b", "c"])
    }

    @Test func remoteMediaIsAView() {  // U3
        let view = RemoteMedia(request, loader: images()) { content in Text(content.media == nil ? "none" : "image") }
        _ = view.body
    }

    @Test func anImageIsDownsampledToItsVariant() throws {  // M4
        var gif = Data("GIF89a".utf8)
        gif.append(contentsOf: [200, 0, 100, 0] + [UInt8](repeating: 0, count: 190))
        let decoder = MediaLoader<NSImage>(
            network: Network(transport: StubTransport(.status(.ok, body: gif)), clock: clock),
            decoding: .image
        )
        let variant = MediaVariant(PixelSize(width: 20, height: 20))
        let image = decoder.load(request, variant: variant).record().values.last?.loaded
        #expect(image?.size.width == 20)
    }

    @Test func anImageIsNotDecodedBeyondALimit() {  // M4
        let stub = StubTransport(.status(.ok, body: Data(count: 10_000)), clock: clock)
        let loader = MediaLoader<UIImage>(network: Network(transport: stub, clock: clock), decoding: .image)
        #expect(loader.load(request).record().values.last?.loaded?.cgImage?.width == 8_192)
    }

    @Test func aMemoryWarningEmptiesTheCache() {  // M1
        let cache = MediaCache<Int>()
        cache.insert(1, for: request, cost: 1)
        NotificationCenter.default.post(name: UIApplication.didReceiveMemoryWarningNotification, object: nil)
        #expect(cache.count == 0)
    }
}
