/// A client that sends requests and reports their responses as signal producers.
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
/// Every `send` is cold: nothing happens until it is started, and each start is one operation with its own attempts,
/// its own deadline and its own end. An operation sends one value and completes, or fails, or is interrupted by
/// disposal, which cancels the transfer at once. No `send` blocks or throws: an invalid request is a failure
/// like any other.
public struct Network: Sendable {
    /// Everything that a network is made of, by reference: a network is copied with every operation.
    package let core: Core

    package final class Core: Sendable {
        let transport: any DirectTransport
        let clock: any TimedScheduler
        /// The scheduler that delivers events unless `send` names one, or `nil` if the network names none.
        let namedScheduler: (any Scheduler)?
        package let worker: any Scheduler
        /// The scheduler that parses responses, or `nil` to parse them where they arrive.
        let parser: (any Scheduler)?
        package let running = RunningOperations()
        let log = NetworkLog()
        let report = ReportHub()
        let activity: ActivityCounter
        let environment: EnvironmentSource?
        /// The network's own settings, if it has any.
        let configuration: Configuration?
        /// A Boolean value that indicates whether the network gives anything to its requests.
        let hasLayers: Bool
        /// The requests that were sent recently; `nil` if the layers change.
        let layeredRequests: LayeredRequests?

        init(
            _ environment: EnvironmentSource?,
            _ configuration: Configuration?,
            _ transport: any Transport,
            _ clock: any TimedScheduler,
            delivery: (any Scheduler)?,
            parsing: (any Scheduler)?,
            _ activity: ActivityCounter?
        ) {
            self.environment = environment
            self.configuration = configuration
            hasLayers = environment != nil || configuration != nil
            if case .changing = environment { layeredRequests = nil } else { layeredRequests = LayeredRequests() }
            self.transport = transport as? any DirectTransport ?? ProducingTransport(transport)
            self.clock = clock
            namedScheduler = delivery
            worker = parsing ?? (clock.isVirtual ? ImmediateScheduler() : PoolScheduler())
            parser = parsing ?? (self.transport.toleratesSlowEnds ? nil : worker)
            self.activity = activity ?? ActivityCounter(clock: clock)
        }
    }

    /// The environment of the operations.
    enum EnvironmentSource: Sendable {
        case fixed(Environment)
        /// Each start has the environment of its moment.
        case changing(@Sendable () -> Environment)

        var value: Environment {
            switch self {
            case .fixed(let environment): environment
            case .changing(let environment): environment()
            }
        }
    }

    /// The clock that deadlines, delays, and the time stamps of events are measured on.
    public var clock: any TimedScheduler { core.clock }

    /// The number of this network's operations that are running.
    public var activity: ActivityCounter { core.activity }

    /// A signal of the attempts, responses, failures, delays, and ends of this network's operations, as they happen.
    ///
    /// The signal reports all events of the operations that begin after this property was first read, and no events of
    /// earlier operations. The events arrive one at a time, on the thread where they happen. Secrets are redacted in
    /// every text.
    public var events: Signal<Network.Event, Never> { core.log.signal }

    /// Creates a network.
    ///
    /// On a virtual clock (`TimedScheduler.isVirtual`), events are delivered and responses parsed at their virtual
    /// instant on the thread that advances the clock, unless schedulers are given. The whole behavior is then
    /// reproducible.
    ///
    /// - Parameters:
    ///   - environment: The environment of relative requests. Without one, they fail with
    ///     `invalidURL(text:reason:)` unless they name their own.
    ///   - configuration: The settings of all requests: headers, retries, redirects, hooks and more; see
    ///     ``Configuration``.
    ///   - transport: The transport that exchanges the requests. The default on Linux is `SocketTransport`, and on
    ///     other platforms `URLSessionTransport`. See "The engine on Linux".
    ///   - clock: The source of all time: deadlines, delays, time stamps.
    ///   - scheduler: The scheduler that delivers events if `send` names none. By default, callbacks are called on the
    ///     main queue; code that awaits (`value()`, `values()`) or blocks (`first()`, `wait()`) never depends on the
    ///     main queue, and its operators run on a background thread.
    ///   - parsingScheduler: The scheduler that parses responses. By default they are parsed where they arrive if that
    ///     delays nothing else (``Transport/toleratesSlowObservers``), and otherwise on a pool of threads; never on the
    ///     main thread.
    ///   - activity: The counter of running operations; a new one by default.
    public init(
        environment: Environment? = nil,
        configuration: Configuration? = nil,
        transport: (any Transport)? = nil,
        clock: any TimedScheduler = QueueScheduler.shared,
        scheduler: (any Scheduler)? = nil,
        parsingScheduler: (any Scheduler)? = nil,
        activity: ActivityCounter? = nil
    ) {
        self.init(
            in: environment.map { .fixed($0) },
            configuration,
            transport,
            clock,
            delivery: scheduler,
            parsing: parsingScheduler,
            activity
        )
    }

    /// Creates a network over a transport, with the environment and the configuration named after it.
    ///
    /// - Parameters:
    ///   - transport: The transport that exchanges the requests.
    ///   - environment: The environment of relative requests.
    ///   - configuration: The settings of all requests; see ``Configuration``.
    ///   - clock: The source of all time: deadlines, delays, time stamps.
    ///   - scheduler: The scheduler that delivers events if `send` names none. By default, callbacks are called on the
    ///     main queue.
    ///   - parsingScheduler: The scheduler that parses responses; never the main thread by default.
    ///   - activity: The counter of running operations; a new one by default.
    @_disfavoredOverload
    public init(
        transport: any Transport,
        environment: Environment? = nil,
        configuration: Configuration? = nil,
        clock: any TimedScheduler = QueueScheduler.shared,
        scheduler: (any Scheduler)? = nil,
        parsingScheduler: (any Scheduler)? = nil,
        activity: ActivityCounter? = nil
    ) {
        self.init(
            environment: environment,
            configuration: configuration,
            transport: transport,
            clock: clock,
            scheduler: scheduler,
            parsingScheduler: parsingScheduler,
            activity: activity
        )
    }

    /// Creates a network whose environment changes. Each start uses the environment of its moment for all its attempts.
    ///
    /// - Parameters:
    ///   - environment: The property that holds the environment of relative requests.
    ///   - configuration: The settings of all requests: headers, retries, redirects, hooks and more; see
    ///     ``Configuration``.
    ///   - transport: The transport that exchanges the requests; that of the platform by default.
    ///   - clock: The source of all time: deadlines, delays, time stamps.
    ///   - scheduler: The scheduler that delivers events if `send` names none. By default, callbacks are called on the
    ///     main queue.
    ///   - parsingScheduler: The scheduler that parses responses; never the main thread by default.
    ///   - activity: The counter of running operations; a new one by default.
    public init(
        environment: some PropertyProtocol<Environment> & Sendable,
        configuration: Configuration? = nil,
        transport: (any Transport)? = nil,
        clock: any TimedScheduler = QueueScheduler.shared,
        scheduler: (any Scheduler)? = nil,
        parsingScheduler: (any Scheduler)? = nil,
        activity: ActivityCounter? = nil
    ) {
        self.init(
            in: .changing { environment.value },
            configuration,
            transport,
            clock,
            delivery: scheduler,
            parsing: parsingScheduler,
            activity
        )
    }

    private init(
        in environment: EnvironmentSource?,
        _ configuration: Configuration?,
        _ transport: (any Transport)?,
        _ clock: any TimedScheduler,
        delivery: (any Scheduler)?,
        parsing: (any Scheduler)?,
        _ activity: ActivityCounter?
    ) {
        core = Core(
            environment,
            configuration,
            transport ?? PlatformTransport.shared,
            clock,
            delivery: delivery,
            parsing: parsing,
            activity
        )
    }

    /// Interrupts all operations of this network and of its copies that run, at log-out for example.
    ///
    /// ```swift
    /// network.cancelAll()
    /// ```
    ///
    /// Their transfers are canceled at once. Each operation ends as `interrupted`, where its other events would have
    /// arrived, and `async` calls throw a `CancellationError`; a download keeps what it has received for a resumption,
    /// as after a disposal. An operation whose result is on its way to its consumer has ended before, and delivers it.
    /// Operations that begin later are not affected: those that wait in a ``RequestQueue`` (cancel them first, with
    /// ``RequestQueue/cancelAll()``), and the next page of a consumer that has not asked for it yet.
    public func cancelAll() { core.running.cancelAll() }

    /// Returns the request with everything that its layers give it.
    package func resolved(_ request: Request) -> Request {
        guard core.hasLayers || request.box != nil else { return request }
        guard let layeredRequests = core.layeredRequests else {
            return request.resolved(in: core.environment?.value, core.configuration)
        }
        return layeredRequests.form(of: request) { request.resolved(in: core.environment?.value, core.configuration) }
    }

    /// Returns a producer whose starts are operations of this network, with one result each.
    func perform<Value>(
        _ request: Request,
        _ options: SendOptions,
        _ response: BufferedResponse<Value>
    ) -> SignalProducer<Value, OperationError> {
        SignalProducer(sendingTo: { output in
            let place = place(of: options.scheduler, for: output.context, isResponse: true)
            begin(request, options, sendingTo: output, at: place) { BufferedReceiver(response, $1) }
        })
    }

    /// Begins an operation.
    ///
    /// - Parameters:
    ///   - request: The request as the user described it.
    ///   - options: The options of the call.
    ///   - output: The consumer.
    ///   - place: The place where events are delivered.
    ///   - result: Extracts the operation's result from a value, for reports, or returns `nil` for an intermediate
    ///     value.
    ///   - makeReceiver: Creates the receiver of the response.
    package func begin<Value>(
        _ request: Request,
        _ options: SendOptions,
        sendingTo output: StartOutput<Value, OperationError>,
        at place: DeliveryPlace,
        reporting result: @escaping @Sendable (Value) -> (any Sendable)? = { $0 },
        _ makeReceiver: (borrowing OperationContext, StartOutput<Value, OperationError>) -> any ResponseReceiver
    ) {
        let context = context(of: request, options)
        if let obstacle {
            let receiver = FailingReceiver(obstacle, output)
            return Operation(context, at: .inPlace(otherwiseOn: nil), receiver).begin(failingWith: obstacle)
        }
        let reported = context.reporter.map { output.reported(by: $0, result) } ?? output
        let receiver = makeReceiver(context, reported)
        Operation(context, at: place, receiver).begin()
    }

    /// The reason why no operation can begin: without Dispatch there are neither deadlines nor queues to deliver on, so
    /// the failure arrives on the caller's thread.
    var obstacle: OperationError? {
        guard !clock.isVirtual, !DispatchDescriptors.open() else { return nil }
        let detail = "Dispatch cannot open what timers and queues need"
        return .requestFailure(error: TransportError(.resourcesExhausted, phase: .preparing, detail: detail))
    }
}
