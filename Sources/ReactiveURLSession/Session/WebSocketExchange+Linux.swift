#if !canImport(Combine)
    import Foundation
    import FoundationNetworking

    /// The opening of a WebSocket, which the session on Linux cannot do as this library promises it.
    enum WebSocketExchange {
        static func begin(
            _ request: PreparedRequest,
            in session: URLSession,
            _ additionalHeaders: HTTP.Headers,
            _ pins: [PinPolicy],
            _ observer: Signal<TransportEvent, TransportError>.Observer,
            _ lifetime: Lifetime
        ) {
            observer.send(error: .withoutUpgrade(request, "URLSession on Linux"))
        }
    }
#endif
