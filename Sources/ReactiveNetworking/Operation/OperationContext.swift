/// The request of an operation.
struct CurrentRequest: Sendable {
    /// The request as the hooks have transformed it at the start.
    let first: Request
    /// The later changes that hooks make to it; `nil` if no hook can change it.
    let revisions: Revisions?

    var value: Request { revisions?.current?.request ?? first }
}

/// Everything about an operation that its start decides once. It stays where it is made, because a copy is expensive.
package struct OperationContext: ~Copyable, Sendable {
    package let network: Network
    package let clock: any TimedScheduler
    let begun: SchedulerInstant
    /// The limit of the whole operation, for its error.
    let limit: Duration
    let deadline: SchedulerInstant
    /// A Boolean value that indicates whether the hooks of the start left no time for anything else.
    let isLate: Bool
    let maxRetries: Int
    /// The use of retry budgets, if a policy may have one.
    let account: RetryAccount?
    /// The interceptors; `nil` if no hook can change the request.
    let interceptors: OperationInterceptors?
    /// The error of a hook, which every attempt fails with.
    let refusal: HookError?
    let currentRequest: CurrentRequest
    let firstScheme: (any AuthorizationScheme)?
    /// The token refreshers whose refresh this operation is part of.
    package let refreshing: Set<ObjectIdentifier>
    let log: OperationLog
    /// The reporter of the operation's outcome, if anybody observes it.
    let reporter: OperationReporter?

    /// The current request.
    package var request: Request { currentRequest.value }

    /// The later changes that hooks make to the request; `nil` if no hook can change it.
    var revisions: Revisions? { currentRequest.revisions }

    /// Reads part of the current request without copying all of it.
    @inline(__always)
    package func withRequest<Result, Thrown: Error>(_ read: (Request) throws(Thrown) -> Result) throws(Thrown) -> Result
    {
        guard let current = revisions?.current else { return try read(currentRequest.first) }
        return try read(current.request)
    }

    /// The authorization scheme to ask for credentials or to notify of responses during the exchange.
    var scheme: (any AuthorizationScheme)? {
        guard let current = revisions?.current else { return firstScheme }
        return current.scheme
    }

    /// The hooks of the current request.
    var hooks: Hooks? { withRequest { $0.hooks } }

    /// The retry policy of the current request.
    package var retryPolicy: RetryPolicy { withRequest { $0.box?.settings.configuration.retryPolicy } ?? .standard }

    /// The redirect policy of the current request.
    var redirectPolicy: RedirectPolicy { withRequest { $0.box?.settings.configuration.redirectPolicy } ?? .standard }

    /// Creates the JSON decoder for decodings that specify none.
    package var decoder: DecoderSource { withRequest { $0.box?.settings.configuration.decoder } ?? Self.plainDecoder }

    /// Creates the JSON encoder for values that come without one.
    package var encoder: @Sendable () -> JSONEncoder {
        withRequest { $0.box?.settings.configuration.encoder } ?? Self.plainEncoder
    }

    private static let plainEncoder: @Sendable () -> JSONEncoder = { JSONEncoder() }
    private static let plainDecoder: DecoderSource = { JSONDecoder() }

    /// The scheduler that parses responses, or `nil` to parse them where they arrive.
    var parser: (any Scheduler)? { network.core.parser }

    /// The scheduler that parses the pieces of a response one after the other, or `nil` to parse them where they
    /// arrive. They may arrive on the thread of another consumer where only the ends tolerate slow observers.
    package var pieceParser: (any Scheduler)? {
        network.core.transport.toleratesSlowObservers ? parser : network.core.worker
    }
}

extension Network {
    /// Returns the context of an operation that begins now. The hooks of the request run, and their time counts.
    func context(of request: Request, _ options: SendOptions) -> OperationContext {
        let begun = clock.now
        let request = request.isResolved ? request.withCode(of: core.configuration) : request
        var first = resolved(request)
        var refusal: HookError?
        let hooksOfStart = first.hooks
        if let hooksOfStart {
            (first, refusal) = hooksOfStart.transformed(first)
            // If a hook returned a new request, the configuration is not applied to it yet.
            first = resolved(first)
        }
        let hooks = first.hooks
        let mayBeRevised = hooks?.mayRevise ?? false
        let current = CurrentRequest(first: first, revisions: mayBeRevised ? Revisions(of: request, on: self) : nil)
        QueueTicket.note(first)
        // Each setting is read by itself: a copy of the configuration would retain all of them.
        let box = first.box
        let limit = Deadline.limit(atMost: options.abortAfter ?? box?.settings.configuration.abortAfter ?? .seconds(10))
        let deadline = begun.advanced(by: max(limit, .zero))
        // Not one condition with `||` and `&&`: with `-O`, Swift 6.3 releases an undefined register behind that one.
        let hooksRan = hooksOfStart != nil
        let isLate = limit <= .zero ? true : hooksRan ? clock.now >= deadline : false
        return OperationContext(
            network: self,
            clock: clock,
            begun: begun,
            limit: limit,
            deadline: deadline,
            isLate: isLate,
            maxRetries: max(options.maxRetries ?? box?.settings.configuration.maxRetries ?? 10, 0),
            account: mayBeRevised || box?.settings.configuration.retryPolicy?.budget != nil ? RetryAccount() : nil,
            interceptors: mayBeRevised ? OperationInterceptors(hooks) : nil,
            refusal: refusal,
            currentRequest: current,
            firstScheme: first.pendingScheme,
            refreshing: TokenRefresher.refreshing,
            log: OperationLog(to: core.log, box?.settings.configuration.logging, since: begun, on: clock),
            reporter: core.report.observers(of: first).map {
                OperationReporter(to: $0, of: current, since: begun, on: clock)
            }
        )
    }
}

/// The caller's options for one operation; `nil` defers to the configuration.
package struct SendOptions: Sendable {
    /// A duration that means no deadline and can still be added to an instant.
    package static let unlimited = Duration.seconds(3_000_000_000)

    package var scheduler: (any Scheduler)?
    var abortAfter: Duration?
    var maxRetries: Int?

    package init(scheduler: (any Scheduler)?, abortAfter: Duration?, maxRetries: Int?) {
        self.scheduler = scheduler
        self.abortAfter = abortAfter
        self.maxRetries = maxRetries
    }
}
