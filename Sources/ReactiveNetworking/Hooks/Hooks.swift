/// Custom code that runs around every operation of a network.
///
/// ```swift
/// let hooks = Hooks()
///     .gate { _ in try await gatekeeper.pass() }
///     .transform(preparedRequest: { try $0.header("X-Trace", trace()) })
/// let network = Network(configuration: Network.Configuration(hooks: hooks))
/// ```
///
/// A hook that throws ends the operation with a ``HookError`` inside ``Network/OperationError/requestFailure(error:)``.
/// All time that hooks take counts toward the operation's deadline. Hooks work with every transport. Asynchronous gates
/// and interceptors run in a task that disposal cancels; other hooks run where the operation is running and must not
/// block. Hooks equal only their own copies.
public struct Hooks: Hashable, Sendable {
    typealias Gate = @Sendable (Request) -> SignalProducer<Void, HookError>
    typealias MakeInterceptor = @Sendable () -> OperationInterceptors.Decider

    enum Hook: Sendable {
        case gate(Gate)
        case transform(Transform)
        case interceptor(MakeInterceptor)
    }

    private var entries: [Unique<Hook>] = []

    /// Creates an empty set of hooks.
    public init() {}

    func adding(_ hook: Hook) -> Hooks {
        var copy = self
        copy.entries.append(Unique(hook))
        return copy
    }

    /// Returns these hooks with `others` behind them. A hook that both have runs once.
    func followed(by others: Hooks?) -> Hooks {
        guard let others else { return self }
        var result = self
        result.entries += others.entries.filter { !entries.contains($0) }
        return result
    }

    var gates: [Gate] { entries.compactMap { if case .gate(let gate) = $0.value { gate } else { nil } } }

    var transforms: [Transform] {
        entries.compactMap { if case .transform(let transform) = $0.value { transform } else { nil } }
    }

    var interceptors: [(identity: Identity, make: MakeInterceptor)] {
        entries.compactMap { if case .interceptor(let make) = $0.value { ($0.identity, make) } else { nil } }
    }
}

extension Hooks {
    /// Returns these hooks with a gate added.
    ///
    /// Each start passes the gate once, before its first attempt and after the gates that were added earlier. The
    /// operation continues when `gate` returns; a thrown error ends it before anything is sent.
    ///
    /// - Parameter gate: Receives the request.
    /// - Returns: The hooks with the gate.
    public func gate(_ gate: @escaping @Sendable (Request) async throws -> Void) -> Hooks {
        adding(
            .gate { request in
                SignalProducer {
                    try await gate(request)
                } failure: {
                    HookError(.gate, cause: $0)
                }
            }
        )
    }

    /// Returns these hooks with a gate that is a producer.
    ///
    /// The operation continues when the producer completes; values are ignored. A failure ends the operation before
    /// anything is sent.
    ///
    /// - Parameter gate: Receives the request and returns the producer.
    /// - Returns: The hooks with the gate.
    public func gate<Value: Sendable, Failure: Error>(
        producing gate: @escaping @Sendable (Request) -> SignalProducer<Value, Failure>
    ) -> Hooks {
        adding(.gate { request in gate(request).map { _ in }.mapError { HookError(.gate, cause: $0) } })
    }
}

extension Hooks {
    /// The functions of one ``transform(request:requestAfterGates:preparedRequest:head:chunk:body:)``.
    struct Transform: Sendable {
        var request: (@Sendable (Request) throws -> Request)?
        var requestAfterGates: (@Sendable (Request) throws -> Request)?
        var preparedRequest: (@Sendable (PreparedRequest) throws -> PreparedRequest)?
        var head: (@Sendable (ResponseHead) throws -> ResponseHead)?
        var chunk: (@Sendable (Data) throws -> Data)?
        var body: (@Sendable (Data, ResponseHead) throws -> Data)?
    }

    /// Returns these hooks with transforms added inside the earlier ones: requests pass the first transform first, and
    /// responses pass it last. A transform that is `nil` changes nothing.
    ///
    /// - Parameters:
    ///   - request: Transforms the request as it was described, with its configuration applied. It runs once for each
    ///     start, before everything except the configuration. If it returns a new request, the configuration is applied
    ///     to that request afterward.
    ///   - requestAfterGates: Transforms the request after all gates, once for each start, for values that are known
    ///     only then, such as a gate's result. The deadline and the number of attempts are already fixed.
    ///   - preparedRequest: Transforms the request as it is sent, in each attempt. Authorization is added afterward,
    ///     so a signature covers the transformed request. A redirect keeps added header fields where that is allowed.
    ///   - head: Transforms the head of the final response, after redirects.
    ///   - chunk: Transforms each chunk of the body as it arrives. The boundaries of the chunks are arbitrary.
    ///   - body: Transforms the whole body, which is buffered in memory up to the request's ``Request/maxBodySize``. It
    ///     is not called for a response without a body.
    /// - Returns: The hooks with the transforms.
    public func transform(
        request: (@Sendable (Request) throws -> Request)? = nil,
        requestAfterGates: (@Sendable (Request) throws -> Request)? = nil,
        preparedRequest: (@Sendable (PreparedRequest) throws -> PreparedRequest)? = nil,
        head: (@Sendable (ResponseHead) throws -> ResponseHead)? = nil,
        chunk: (@Sendable (Data) throws -> Data)? = nil,
        body: (@Sendable (Data, ResponseHead) throws -> Data)? = nil
    ) -> Hooks {
        adding(
            .transform(
                Transform(
                    request: request,
                    requestAfterGates: requestAfterGates,
                    preparedRequest: preparedRequest,
                    head: head,
                    chunk: chunk,
                    body: body
                )
            )
        )
    }

    /// Returns the request after all transforms, and the error of the first transform that failed.
    func transformed(_ request: Request) -> (Request, HookError?) {
        var result = request
        do {
            for transform in transforms { result = try transform.request?(result) ?? result }
            return (result, nil)
        } catch {
            return (request, HookError(.request, cause: error))
        }
    }

    /// Returns the request after the transforms that run behind the gates.
    func transformedAfterGates(_ request: Request) throws(HookError) -> Request {
        do {
            return try transforms.reduce(request) { try $1.requestAfterGates?($0) ?? $0 }
        } catch {
            throw HookError(.request, cause: error)
        }
    }

    /// A Boolean value that indicates whether a transform changes the request after the gates.
    var changeAfterGates: Bool { transforms.contains { $0.requestAfterGates != nil } }

    /// A Boolean value that indicates whether the request of a running operation can change.
    var mayRevise: Bool { changeAfterGates || !interceptors.isEmpty }

    /// A Boolean value that indicates whether a transform changes bodies, so that their length differs from what the
    /// server announced.
    var changeBodies: Bool { transforms.contains { $0.chunk != nil || $0.body != nil } }
}
