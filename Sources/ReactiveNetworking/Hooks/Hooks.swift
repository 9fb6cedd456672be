import Foundation

/// Your own code around every operation of a network.
///
/// ```swift
/// let hooks = Hooks()
///     .gate { _ in try await gatekeeper.pass() }
///     .layer(Hooks.Transform(preparedRequest: { try $0.header("X-Trace", trace()) }))
/// let network = Network(hooks: hooks)
/// ```
///
/// What a hook throws ends the operation, with a ``HookError`` in ``Network/OperationError/requestFailure(error:)``. All time
/// counts into the operation's deadline, and all hooks work on whatever transport there is. Gates and interceptors that are
/// asynchronous run in a task, which disposal cancels; everything else runs where the operation happens to be, and must
/// not block.
public struct Hooks: Sendable {
    var gates: [@Sendable (Request) -> SignalProducer<Void, HookError>] = []
    var layers: [Transform] = []
    var interceptors: [@Sendable () -> OperationInterceptors.Decider] = []

    /// No hooks, to begin with.
    public init() {}

    func adding(_ change: (inout Hooks) -> Void) -> Hooks {
        var copy = self
        change(&copy)
        return copy
    }
}

extension Hooks {
    /// Adds a gate, through which each start passes once, before its first attempt and after the gates that were added before.
    /// It lets the operation pass by returning; what it throws ends the operation, and nothing was sent.
    public func gate(_ gate: @escaping @Sendable (Request) async throws -> Void) -> Hooks {
        adding {
            $0.gates.append { request in
                SignalProducer {
                    try await gate(request)
                } failure: {
                    HookError(.gate, cause: $0)
                }
            }
        }
    }

    /// Adds a gate that lets an operation pass by completing, and not by a value; see ``gate(_:)``.
    public func gate<Value: Sendable, Failure: Error>(
        producing gate: @escaping @Sendable (Request) -> SignalProducer<Value, Failure>
    ) -> Hooks {
        adding {
            $0.gates.append { request in
                gate(request).map { _ in }.mapError { HookError(.gate, cause: $0) }
            }
        }
    }
}

extension Hooks {
    /// A pair of transforms: of what goes out, and of what comes in. What is `nil` changes nothing.
    public struct Transform: Sendable {
        /// Changes the request as it was described, with all that its layers say, once in each start and before everything
        /// else. One that is made anew gets what the layers say afterwards.
        public var request: (@Sendable (Request) throws -> Request)?
        /// Changes the request when all gates have let it pass, once in each start: for what is known only then, such as what a
        /// gate has brought. The deadline, the number of attempts and the ``RetryPolicy`` are settled before.
        public var requestAfterGates: (@Sendable (Request) throws -> Request)?
        /// Changes the request as it is sent, anew in each attempt. Its authorization comes later, so that a signature holds for
        /// what is sent; a redirect takes along what was added, as far as it may.
        public var preparedRequest: (@Sendable (PreparedRequest) throws -> PreparedRequest)?
        /// Changes the head of the response that the redirects have led to.
        public var head: (@Sendable (ResponseHead) throws -> ResponseHead)?
        /// Changes each piece of the body as it comes. How a body falls into pieces is nobody's choice.
        public var chunk: (@Sendable (Data) throws -> Data)?
        /// Changes the whole body, which is held back and in memory until then, up to the request's
        /// ``Request/maxBodySize``; not asked where there is none.
        public var body: (@Sendable (Data, ResponseHead) throws -> Data)?

        /// A layer of the transforms that are given.
        public init(
            request: (@Sendable (Request) throws -> Request)? = nil,
            requestAfterGates: (@Sendable (Request) throws -> Request)? = nil,
            preparedRequest: (@Sendable (PreparedRequest) throws -> PreparedRequest)? = nil,
            head: (@Sendable (ResponseHead) throws -> ResponseHead)? = nil,
            chunk: (@Sendable (Data) throws -> Data)? = nil,
            body: (@Sendable (Data, ResponseHead) throws -> Data)? = nil
        ) {
            self.request = request
            self.requestAfterGates = requestAfterGates
            self.preparedRequest = preparedRequest
            self.head = head
            self.chunk = chunk
            self.body = body
        }
    }

    /// Adds a layer inside those that were added before: what goes out passes the first layer first, and what comes in passes
    /// it last.
    public func layer(_ layer: Transform) -> Hooks {
        adding { $0.layers.append(layer) }
    }

    /// The request after all layers, or why there is none.
    func transformed(_ request: Request) -> (Request, HookError?) {
        var result = request
        do {
            for layer in layers { result = try layer.request?(result) ?? result }
            return (result, nil)
        } catch {
            return (request, HookError(.request, cause: error))
        }
    }

    /// The request after what all layers make of it behind the gates.
    func transformedAfterGates(_ request: Request) throws(HookError) -> Request {
        do {
            return try layers.reduce(request) { try $1.requestAfterGates?($0) ?? $0 }
        } catch {
            throw HookError(.request, cause: error)
        }
    }

    /// Whether a layer changes the request behind the gates.
    var changeAfterGates: Bool { layers.contains { $0.requestAfterGates != nil } }

    /// Whether the request of an operation that has begun may become another one.
    var mayRevise: Bool { changeAfterGates || !interceptors.isEmpty }

    /// Whether what comes in is not what was sent.
    var changeBodies: Bool { layers.contains { $0.chunk != nil || $0.body != nil } }

    /// `transport` inside all layers.
    func wrapping(_ transport: some Transport) -> any Transport {
        layers.reversed().reduce(transport as any Transport) { TransformingTransport(layer: $1, inner: $0) }
    }
}
