import Dispatch
import Foundation
import ReactiveMedia
import ReactiveTesting

typealias TextEvent = MediaEvent<String>
typealias TextEvents = EventRecorder<MediaEvent<String>, Network.OperationError>

/// A loader of texts on virtual time. The media of a request is its path, in upper case if the variant has a size.
struct VirtualMedia {
    let clock = TestScheduler()
    let stub: StubTransport
    let network: Network
    let loader: MediaLoader<String>
    /// The texts that were decoded, in order.
    let decoded = Locked<[String]>([])

    /// - Parameter answer: Returns the reply to a request by its path and the number of exchanges before.
    init(
        cache: MediaCache<String> = MediaCache(),
        order: TransferOrder = .firstInFirstOut,
        maxTransfers: Int = 6,
        cost: Int = 1,
        _ answer: @escaping @Sendable (String, Int) -> StubTransport.Reply = { path, _ in .text(path) }
    ) {
        stub = StubTransport(clock: clock) { answer($0.url.lastPathComponent, $1) }
        network = Network(transport: stub, clock: clock)
        let costOf: @Sendable (String) -> Int = { _ in cost }
        let decoding = MediaDecoding(cost: costOf) { [decoded] data, variant in
            let text = String(decoding: data, as: UTF8.self)
            decoded.modify { $0.append(text) }
            if text == "broken" { throw MediaError.unreadable(byteCount: data.count) }
            return variant.size == nil ? text : text.uppercased()
        }
        loader = MediaLoader(
            network: network,
            cache: cache,
            decoding: decoding.preprocessing("reversed") { text, _ in String(text.reversed()) },
            options: .init(order: order, maxTransfers: maxTransfers)
        )
    }

    /// The last components of the URLs that were requested, in order.
    var paths: [String] { stub.requests.map(\.url.lastPathComponent) }

    /// A Boolean value that indicates whether nothing is scheduled, live, or counted.
    var isQuiet: Bool { clock.scheduledCount == 0 && stub.liveCount == 0 && network.activity.count.value == 0 }

    /// Starts a load, and records its events except for the progress.
    func record(_ path: String, variant: MediaVariant = .original, placeholder: String? = nil) -> TextEvents {
        loader.load(.media(path), variant: variant, placeholder: placeholder.map { .media($0) })
            .filter { if case .progress = $0 { false } else { true } }
            .record(on: clock)
    }
}

extension Request {
    static func media(_ path: String) -> Request { Request(.get, "http://media.test/\(path)") }
}

extension StubTransport.Reply {
    /// Returns a text that arrives after a number of seconds.
    static func text(_ text: String, after seconds: Int) -> StubTransport.Reply {
        .text(text).delayed(by: .seconds(seconds))
    }
}

extension MediaVariant {
    static let small = MediaVariant(PixelSize(width: 1, height: 1))
}

/// A random number generator that a seed makes reproducible.
struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

private let mainQueueKey: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
}()

/// A Boolean value that indicates whether the caller runs on the main queue, which need not have the main thread.
var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: mainQueueKey) == true }
