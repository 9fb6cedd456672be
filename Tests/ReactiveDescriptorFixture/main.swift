#if os(Linux)
    import Dispatch
    import Foundation
    import ReactiveNetworking

    // Uses a facility for the first time in a process that can open only a limited number of files.
    //
    // Arguments: the number of free descriptors; the facility (see `Use`); whether it is used before or after the
    // descriptors are taken; and a local port that answers, or two. The process prints the result and exits with 0.

    enum Use: String {
        case send, lookup
        /// A transport over sockets.
        case sockets
        /// A transport over sockets that has an idle connection to the second port.
        case idle
        /// A transport over sockets whose server is silent.
        case deadline
        /// A transport over sockets that may take a second to connect; no descriptors are taken.
        case hurried
        /// Callbacks, while the main thread waits for a line; no descriptors are taken.
        case blocked
        /// Callbacks, while the main queue runs; no descriptors are taken.
        case looping
        /// An observer of a property, while the main thread waits for a line; no descriptors are taken.
        case observing
    }

    /// Takes all descriptors of a process that may have no more than 64, except `freeCount`.
    struct Exhaustion {
        private var taken: [Int32] = []

        init(butFor freeCount: Int) {
            var limit = rlimit(rlim_cur: 64, rlim_max: 64)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            while true {
                let descriptor = dup(STDERR_FILENO)
                guard descriptor >= 0 else { break }
                taken.append(descriptor)
            }
            give(back: freeCount)
        }

        mutating func give(back count: Int) {
            for descriptor in taken.suffix(count) { close(descriptor) }
            taken.removeLast(min(count, taken.count))
        }
    }

    func report(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = write(STDOUT_FILENO, line, line.count)
    }

    func send(
        to url: String,
        over network: Network = Network(scheduler: ImmediateScheduler()),
        abortAfter limit: Duration = .seconds(600)
    ) {
        let request = RequestBuilder(.get, url).build()
        let result: Result<HTTP.Headers, Network.OperationError>? =
            network.send(request, abortAfter: limit, maxRetries: 0).first()
        switch result {
        case .success?: report("answered")
        case .failure(.timedOut)?: report("timedOut")
        case .failure(let error)?: report((error.cause(as: TransportError.self)?.kind).map { "\($0)" } ?? "\(error)")
        case nil: report("nothing")
        }
    }

    /// Creates a network over a new transport, or reports why there is none.
    func socketNetwork(_ configuration: SocketTransport.Configuration = .init()) -> Network? {
        do throws(TransportError) {
            return Network(transport: try SocketTransport(configuration), scheduler: ImmediateScheduler())
        } catch {
            report("\(error.kind)")
            return nil
        }
    }

    /// Uses a transport over sockets while few descriptors are free, and again when there are more.
    func runSockets(_ use: Use, _ order: String, _ ports: [String], _ freeCount: Int) {
        var network = order == "before" ? socketNetwork() : nil
        if let network, use != .sockets { send(to: "http://127.0.0.1:\(ports[ports.count - 1])/", over: network) }
        var exhaustion = Exhaustion(butFor: freeCount)
        network = network ?? socketNetwork()
        let url = "http://127.0.0.1:\(ports[0])/"
        switch use {
        case .deadline:
            if let network { send(to: url + "silent", over: network, abortAfter: .milliseconds(200)) }
        default:
            if let network { send(to: url, over: network) }
        }
        exhaustion.give(back: 32)
        if let network = network ?? socketNetwork() { send(to: url, over: network) }
    }

    /// Sends with callbacks on the main queue, by default, and does not let it run, or does.
    func runCallbacks(_ use: Use, _ port: String) {
        let network = Network()
        for _ in 1...2 {
            network.send(RequestBuilder(.get, "http://127.0.0.1:\(port)/").build()).startWithResult { _ in
                // Longer than a main queue that does not run is waited for.
                QueueScheduler.shared.schedule(after: .seconds(7)) { exit(0) }
            }
        }
        if use == .looping { dispatchMain() }
        _ = readLine()
    }

    /// Observes a property on the main queue, and does not let it run.
    func observeProperty() {
        let property = MutableProperty(0)
        property.producer.observe(on: UIScheduler()).startWithValues { _ in }
        QueueScheduler.shared.schedule { property.value = 1 }
        _ = readLine()
    }

    let arguments = CommandLine.arguments
    guard arguments.count == 5, let freeCount = Int(arguments[1]), let use = Use(rawValue: arguments[2]) else {
        exit(2)
    }
    if [.sockets, .idle, .deadline].contains(use) {
        runSockets(use, arguments[3], arguments[4].components(separatedBy: ","), freeCount)
        exit(0)
    }
    if [.blocked, .looping].contains(use) {
        runCallbacks(use, arguments[4])
        exit(0)
    }
    if use == .hurried {
        var configuration = SocketTransport.Configuration()
        configuration.connectTimeout = .seconds(1)
        if let network = socketNetwork(configuration) { send(to: "http://127.0.0.1:\(arguments[4])/", over: network) }
        exit(0)
    }
    if use == .observing {
        observeProperty()
        exit(0)
    }
    if arguments[3] == "before" { _ = Network() }
    var exhaustion = Exhaustion(butFor: freeCount)
    send(to: use == .send ? "http://127.0.0.1:\(arguments[4])/" : "http://name.invalid/")
    if use == .send, arguments[3] == "after" {
        exhaustion.give(back: 32)
        send(to: "http://127.0.0.1:\(arguments[4])/")
    }
#endif
