import Foundation
import ReactiveNetworking

/// A transport around another that keeps the last response as it came, accepted or not.
final class Wiretap: Transport {
    struct Response: Sendable {
        var head: ResponseHead
        var body = Data()
    }

    private let transport: any Transport
    private let heard = Locked<Response?>(nil)

    init(on transport: any Transport) {
        self.transport = transport
    }

    var response: Response? { heard.withLock { $0 } }

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        transport.exchange(request).on(value: { [heard] event in
            switch event {
            case .head(let head): heard.withLock { $0 = Response(head: head) }
            case .body(let data): heard.withLock { $0?.body.append(data) }
            case .phase, .uploadProgress, .informational, .completed: break
            }
        })
    }
}
