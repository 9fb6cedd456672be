import Foundation

/// A transport wrapped in the functions of one transform.
struct TransformingTransport: Transport {
    let transform: Hooks.Transform
    let inner: any Transport

    var toleratesSlowObservers: Bool { inner.toleratesSlowObservers }

    func exchange(_ request: PreparedRequest) -> SignalProducer<TransportEvent, TransportError> {
        let changed: PreparedRequest
        do {
            changed = try transform.preparedRequest?(request) ?? request
        } catch {
            return SignalProducer(error: .refused(at: .preparedRequest, error))
        }
        return inner.exchange(changed)
            .changing(transform)
            .changingBody(transform.body, upTo: request.maxBodySize)
    }
}

extension TransportError {
    fileprivate static func refused(at place: HookError.Stage, _ cause: any Error) -> TransportError {
        .abortedByClient(HookError(place, cause: cause))
    }
}

extension SignalProducer where Value == TransportEvent, Failure == TransportError {
    /// Transforms heads and chunks as they arrive.
    fileprivate func changing(_ transform: Hooks.Transform) -> SignalProducer {
        guard transform.head != nil || transform.chunk != nil else { return self }
        return attemptMap { event in
            switch event {
            case .head(let head):
                Result { try transform.head?(head) ?? head }.map { .head($0) }.mapError { .refused(at: .head, $0) }
            case .body(let data):
                Result { try transform.chunk?(data) ?? data }.map { .body($0) }.mapError { .refused(at: .body, $0) }
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
