extension Hooks {
    /// Returns the request after all transforms, in their order.
    func transformed(_ request: PreparedRequest) throws(HookError) -> PreparedRequest {
        do {
            return try transforms.reduce(request) { try $1.preparedRequest?($0) ?? $0 }
        } catch {
            throw HookError(.preparedRequest, cause: error)
        }
    }

    /// Returns the transforms for one response, or `nil` if there are none.
    ///
    /// - Parameter limit: The largest body that is collected in memory.
    func responseTransforms(upTo limit: Int) -> ResponseTransforms? {
        let transforms = transforms
        return transforms.isEmpty ? nil : ResponseTransforms(transforms, upTo: limit)
    }
}

/// The transforms that a response passes, the innermost first.
final class ResponseTransforms: Sendable {
    fileprivate struct Stage: Sendable {
        let transform: Hooks.Transform
        /// The body that is transformed as a whole, if it is.
        let held: Locked<HeldBody>?
    }

    private let stages: [Stage]
    private let limit: Int

    fileprivate init(_ transforms: [Hooks.Transform], upTo limit: Int) {
        self.limit = limit
        stages = transforms.reversed().map {
            Stage(transform: $0, held: $0.body == nil ? nil : Locked(HeldBody()))
        }
    }

    /// Returns the events that follow from an event of the exchange.
    func transformed(_ event: TransportEvent) throws(TransportError) -> [TransportEvent] {
        try transformed([event], by: stages[...])
    }

    /// Returns the events that follow from the end of the exchange: the bodies that are still held.
    func rest() throws(TransportError) -> [TransportEvent] {
        var events: [TransportEvent] = []
        for (index, stage) in stages.enumerated() {
            guard let body = try stage.release() else { continue }
            events += try transformed([body], by: stages[(index + 1)...])
        }
        return events
    }

    private func transformed(
        _ events: [TransportEvent],
        by stages: ArraySlice<Stage>
    ) throws(TransportError) -> [TransportEvent] {
        var events = events
        for stage in stages {
            var next: [TransportEvent] = []
            for event in events { next += try stage.transformed(event, upTo: limit) }
            events = next
        }
        return events
    }
}

extension ResponseTransforms.Stage {
    fileprivate func transformed(_ event: TransportEvent, upTo limit: Int) throws(TransportError) -> [TransportEvent] {
        switch event {
        case .head(let head):
            let head = try attempt(.head) { try transform.head?(head) ?? head }
            held?.withLock { $0.head = head }
            return [.head(head)]
        case .body(let data):
            let data = try attempt(.body) { try transform.chunk?(data) ?? data }
            guard let held else { return [.body(data)] }
            guard held.withLock({ $0.append(data, upTo: limit) }) else { throw .bodyTooLarge(over: limit) }
            return []
        case .trailers, .completed: return [try release(), event].compactMap { $0 }
        case .phase, .uploadProgress, .informational: return [event]
        }
    }

    /// Returns the transformed body, unless it is empty or was released before.
    fileprivate func release() throws(TransportError) -> TransportEvent? {
        guard let (data, head) = held?.withLock({ $0.release() }), let change = transform.body else { return nil }
        return .body(try attempt(.body) { try change(data, head) })
    }

    private func attempt<Result>(_ stage: HookError.Stage, _ body: () throws -> Result) throws(TransportError) -> Result
    {
        do { return try body() } catch { throw .abortedByClient(HookError(stage, cause: error)) }
    }
}

/// The received part of a body that is transformed as a whole.
private struct HeldBody: Sendable {
    var head: ResponseHead?
    private var data = Data()

    /// Returns `false` if the body is larger than `limit` bytes.
    mutating func append(_ more: Data, upTo limit: Int) -> Bool {
        guard more.count <= limit - data.count else { return false }
        data.append(more)
        return true
    }

    mutating func release() -> (Data, ResponseHead)? {
        guard let head, !data.isEmpty else { return nil }
        defer { data = Data() }
        return (data, head)
    }
}
