import Foundation
import ReactiveMedia
import ReactiveTesting

enum MediaLesson: Lesson {
    static let title = "Media: one transfer for many views"
    static let introduction =
        "Four views ask for one picture in virtual time. They share its transfer; each size is decoded once and kept."
    static let code = """
        let loader = MediaLoader(network: Network(transport: stub, clock: clock), decoding: decoding)
        let small = MediaVariant(PixelSize(width: 80, height: 80))
        show("cell", loader.load(picture, variant: small, placeholder: thumbnail), on: clock)
        await clock.advance(by: .seconds(2))
        show("detail", loader.load(picture), on: clock)
        """

    static func run(on server: LoopbackServer) async throws {
        let clock = TestScheduler()
        let stub = StubTransport(clock: clock) { request, _ in
            .text(request.url.lastPathComponent).delayed(by: .seconds(request.url.path == "/thumbnail" ? 1 : 4))
        }
        let decodingCount = Locked(0)
        let decoding = MediaDecoding { data, variant in
            decodingCount.modify { $0 += 1 }
            return String(decoding: data, as: UTF8.self) + (variant.size.map { " at \($0)" } ?? "")
        }
        let picture = Request(.get, "http://media.test/picture")
        let thumbnail = Request(.get, "http://media.test/thumbnail")
        let loader = MediaLoader(network: Network(transport: stub, clock: clock), decoding: decoding)
        let small = MediaVariant(PixelSize(width: 80, height: 80))

        show("cell", loader.load(picture, variant: small, placeholder: thumbnail), on: clock)
        await clock.advance(by: .seconds(2))
        show("detail", loader.load(picture), on: clock)
        let gone = show("gone", loader.load(picture), on: clock)
        await clock.advance(by: .seconds(1))
        gone.dispose()
        await clock.advance(by: .seconds(3))
        show("again", loader.load(picture, variant: small), on: clock)

        print("\n   \(stub.requests.count) requests, \(decodingCount.value) decodings, \(loader.cache.count) in memory")
    }

    /// Starts the load of a view, and prints its events except for the progress.
    @discardableResult
    private static func show(
        _ view: String,
        _ load: SignalProducer<MediaEvent<String>, Network.OperationError>,
        on clock: TestScheduler
    ) -> any Disposable {
        @Sendable func tell(_ text: String) { print("  \(clock.now.offset.column)  \(view.column(8))\(text)") }
        return load.start { event in
            switch event {
            case .value(.placeholder(let media)): tell("shows \(media) meanwhile")
            case .value(.loaded(let media, let source)): tell("shows \(media), from \(source)")
            case .failed(let error): tell("failed: \(error)")
            case .interrupted: tell("has gone")
            case .value(.progress), .completed: break
            }
        }
    }
}
