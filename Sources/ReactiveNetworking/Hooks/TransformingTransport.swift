import Foundation

/// A transport wrapped in one layer of transforms.
struct TransformingTransport: Transport {
    let layer: Hooks.Transform
    let inner: any Transport

    var toleratesSlowObservers: Bool { inner.toleratesSlowObservers }

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        let changed: PreparedRequest
        do {
            changed = try layer.preparedRequest?(request) ?? request
        } catch {
            return SignalProducer(error: .refused(at: .preparedRequest, error))
        }
        return inner.exchange(changed)
            .changing(layer)
            .changingBody(layer.body, upTo: request.maxBodySize)
    }
}

extension TransportError {
    fileprivate static func refused(at place: HookError.Stage, _ cause: any Error) -> TransportError {
        .abortedByClient(HookError(place, cause: cause))
    }
}

extension SignalProducer where Value == TransportEvent, Failure == TransportError {
    /// Transforms heads and chunks as they arrive.
    fileprivate func changing(_ layer: Hooks.Transform) -> SignalProducer {
        guard layer.head != nil || layer.chunk != nil else { return self }
        return attemptMap { event in
            switch event {
            case .head(let head):
                Result { try layer.head?(head) ?? head }.map { .head($0) }.mapError { .refused(at: .head, $0) }
            case .body(let data):
                Result { try layer.chunk?(data) ?? data }.map { .body($0) }.mapError { .refused(at: .body, $0) }
            case .phase, .uploadProgress, .informational, .completed:
                .success(event)
            }
        }
    }

    /// Buffers the body until it is complete.
    fileprivate func changingBody(
        _ change: (@Sendable (Data, ResponseHead) throws -> Data)?,
        upTo limit: Int
    ) -> SignalProducer {
        guard let change else { return self }
        return SignalProducer { observer, lifetime in
            let held = Locked(HeldBody(limit: limit))
            lifetime += self.start { event in
                switch held.withLock({ $0.receive(event) }) {
                case .hold: break
                case .pass: observer.send(event)
                case .refuse(let error): observer.send(error: error)
                case .release(let data, let head):
                    do {
                        observer.send(value: .body(try change(data, head)))
                        observer.send(event)
                    } catch {
                        observer.send(error: .refused(at: .body, error))
                    }
                }
            }
        }
    }
}

/// The received part of a body.
private struct HeldBody: Sendable {
    enum Step: Sendable {
        case hold
        case pass
        case refuse(TransportError)
        /// Deliver the transformed body first, because it is complete.
        case release(Data, ResponseHead)
    }

    let limit: Int
    private var head: ResponseHead?
    private var data = Data()

    init(limit: Int) {
        self.limit = limit
    }

    mutating func receive(_ event: Signal<TransportEvent, TransportError>.Event) -> Step {
        switch event {
        case .value(.head(let head)):
            self.head = head
            return .pass
        case .value(.body(let more)):
            guard more.count <= limit - data.count else { return .refuse(.bodyTooLarge(over: limit)) }
            data.append(more)
            return .hold
        case .value(.completed), .completed:
            guard let head, !data.isEmpty else { return .pass }
            defer { data = Data() }
            return .release(data, head)
        case .value, .failed, .interrupted:
            return .pass
        }
    }
}
