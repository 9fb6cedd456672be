import Foundation

/// Sends requests, and streams what becomes of them.
///
/// ```swift
/// let network = Network()
///
/// network.send(TodoEndpoint(id: 1), as: Todo.self)
///     .startWithResult { result in
///         switch result {
///         case .success(let response): print(response.parsedData)
///         case .failure(let error): print(error)
///         }
///     }
/// ```
///
/// Every `send` is cold: nothing happens until it is started, and each start is one operation with its own attempts, its
/// own deadline and its own end (N1). It sends one value and completes, or fails, or is interrupted by disposal, which
/// cancels the transfer at once (N2, N3). Nothing blocks and nothing throws: a request that cannot be made is a failure
/// like any other.
public struct Network: Sendable {
    let transport: any Transport
    /// The clock that deadlines, delays, and the time stamps of events are measured on.
    public let clock: any TimedScheduler
    /// Where events are delivered unless `send` names a scheduler, if the network names one.
    let namedScheduler: (any Scheduler)?
    let worker: any Scheduler
    /// Where responses are parsed, if not where they arrive.
    let parser: (any Scheduler)?
    let retryPolicy: RetryPolicy
    let redirectPolicy: RedirectPolicy
    let hooks: Hooks?
    let log = NetworkLog()
    let report = ReportHub()
    /// Asked at each start; `nil` where there is none.
    private var environment: (@Sendable () -> Environment)?
    /// `nil` where nothing was given, so that a plain request passes as it is.
    private let sharedConfiguration: SharedConfiguration?

    /// Kept by reference: a network is copied with every operation.
    private final class SharedConfiguration: Sendable {
        let configuration: Configuration

        init(_ configuration: Configuration) { self.configuration = configuration }
    }

    /// How many of this network's operations are running.
    public let activity: ActivityCounter

    /// What happens to this network's operations, as it happens: attempts, responses, failures, delays, ends. Events of
    /// different operations may arrive from different threads, one at a time. Secrets are redacted in every text.
    ///
    /// An operation is told whole or not at all: those are told that begin after this property was first read.
    public var events: Signal<Network.Event, Never> { log.signal }

    /// One for all, where no more is asked for: no environment, and everything as it is by default (F-64).
    public static let shared = Network()

    /// A network.
    ///
    /// On a virtual clock (`TimedScheduler.isVirtual`) events are delivered, and responses parsed, at their virtual
    /// instant on the thread that advances it, unless schedulers are given: so the whole behaviour is reproducible (N12).
    ///
    /// - Parameters:
    ///   - environment: where relative requests go, and what they have in common. Without one they fail, as
    ///     ``RequestError/invalidURL(text:reason:)``, unless they name their own.
    ///   - configuration: what all requests have in common; see there for the layers.
    ///   - transport: what exchanges the requests; by default what serves best here: ``CurlTransport`` on Linux,
    ///     ``URLSessionTransport`` elsewhere, and where libcurl cannot be used.
    ///   - clock: all time comes from here: deadlines, delays, time stamps.
    ///   - scheduler: where events are delivered if `send` names no other. By default, callbacks are called on the main queue;
    ///     code that awaits (`value()`, `values()`) or blocks (`first()`, `wait()`) never depends on the main queue, and its
    ///     operators run on a background thread.
    ///   - parsingScheduler: where responses are parsed; by default where they arrive, if that holds up nothing else
    ///     (``Transport/toleratesSlowObservers``), else a pool of threads; never the main one.
    ///   - retryPolicy: which failures are followed by another attempt, and the delays, unless a configuration says so.
    ///   - redirectPolicy: which redirects are followed.
    ///   - hooks: your own code around every operation; none by default, which costs nothing.
    ///   - activity: the counter; one of its own by default.
    public init(
        environment: Environment? = nil,
        configuration: Configuration? = nil,
        transport: (any Transport)? = nil,
        clock: any TimedScheduler = QueueScheduler.shared,
        scheduler: (any Scheduler)? = nil,
        parsingScheduler: (any Scheduler)? = nil,
        retryPolicy: RetryPolicy = .standard,
        redirectPolicy: RedirectPolicy = .standard,
        hooks: Hooks? = nil,
        activity: ActivityCounter? = nil
    ) {
        self.transport = transport ?? PlatformTransport.shared
        self.clock = clock
        namedScheduler = scheduler
        worker = parsingScheduler ?? (clock.isVirtual ? ImmediateScheduler() : PoolScheduler())
        parser = parsingScheduler ?? (self.transport.toleratesSlowObservers ? nil : worker)
        self.retryPolicy = retryPolicy
        self.redirectPolicy = redirectPolicy
        self.hooks = hooks
        self.activity = activity ?? ActivityCounter(clock: clock)
        sharedConfiguration = configuration.map(SharedConfiguration.init)
        if let environment { self.environment = { environment } }
    }

    /// A network whose environment changes: each start takes the one of its moment, and keeps it for all its attempts. The
    /// other parameters are those of the plain initializer.
    public init(
        environment: some PropertyProtocol<Environment> & Sendable,
        configuration: Configuration? = nil,
        transport: (any Transport)? = nil,
        clock: any TimedScheduler = QueueScheduler.shared,
        scheduler: (any Scheduler)? = nil,
        parsingScheduler: (any Scheduler)? = nil,
        retryPolicy: RetryPolicy = .standard,
        redirectPolicy: RedirectPolicy = .standard,
        hooks: Hooks? = nil,
        activity: ActivityCounter? = nil
    ) {
        self.init(
            configuration: configuration,
            transport: transport,
            clock: clock,
            scheduler: scheduler,
            parsingScheduler: parsingScheduler,
            retryPolicy: retryPolicy,
            redirectPolicy: redirectPolicy,
            hooks: hooks,
            activity: activity
        )
        self.environment = { environment.value }
    }

    /// The request with all that its layers say.
    func resolved(_ request: Request) -> Request {
        guard environment != nil || sharedConfiguration != nil || request.details != nil else { return request }
        return request.resolved(in: environment?(), sharedConfiguration?.configuration)
    }

    func perform<Output>(
        _ request: Request,
        _ options: SendOptions,
        endingIn ending: BufferedReceiver<Output>
    ) -> SignalProducer<Output, OperationError> {
        perform(request, options, receivedBy: ending)
    }

    func perform<Reception: ResponseReceiver>(
        _ request: Request,
        _ options: SendOptions,
        receivedBy reception: Reception
    ) -> SignalProducer<Reception.Output, OperationError> {
        .deferred { context in
            perform(Operation(request, options, on: self), options, in: context, receivedBy: reception)
        }
    }

    func perform<Reception: ResponseReceiver>(
        _ operation: Operation,
        _ options: SendOptions,
        in context: StartContext,
        receivedBy reception: Reception
    ) -> SignalProducer<Reception.Output, OperationError> {
        if let obstacle { return SignalProducer(error: obstacle) }
        return perform(operation, receivedBy: reception)
            .delivered(delivery(on: options.scheduler, in: context, isResponse: true), for: operation)
            .reported(by: operation) { $0 }
    }

    /// Why no operation can begin: without Dispatch there are neither deadlines nor queues to deliver on, so the failure
    /// arrives on the caller's thread.
    var obstacle: OperationError? {
        guard !clock.isVirtual, !DispatchDescriptors.open() else { return nil }
        let detail = "Dispatch cannot open what timers and queues need"
        return .requestFailure(error: TransportError(.outOfFileDescriptors, phase: .preparing, detail: detail))
    }

    /// Everything but the delivery, which is the door's.
    func perform<Reception: ResponseReceiver>(
        _ operation: Operation,
        receivedBy reception: Reception
    ) -> SignalProducer<Reception.Output, OperationError> {
        operation.mocking(transport).attempt(operation, redirectPolicy, within: reception.decorator, on: worker)
            .received(by: reception, for: operation, on: self)
            .intercepted(for: operation)
            .retrying(operation.retryPolicy, for: operation)
            .gated(for: operation)
            .aborting(operation)
            .judgingFailures(of: operation, on: worker)
            .counted(by: activity)
            .logged(by: operation)
    }
}
