import ReactiveCore

/// The sockets and threads of a server: one thread to accept connections, and one for each connection.
///
/// The accepting thread joins the others and ends last: joining it waits for all of them.
final class ServerEngine: Sendable {
    private struct State {
        var isStopping = false
        var connectionCount = 0
        var sockets: [Int: Socket] = [:]
        var threads: [Int: WorkerThread] = [:]
        /// Ended threads that nobody has joined yet.
        var finished: [WorkerThread] = []
        var workers: Set<WorkerThread.Identity> = []
    }

    let configuration: LoopbackServer.Configuration
    let routes = RouteTable()
    let journal: RequestLog
    let port: Int
    private let listener: Socket
    private let pipe: WakePipe
    private let state = Locked(State())
    private let acceptor = Locked<WorkerThread?>(nil)

    init(_ configuration: LoopbackServer.Configuration) throws(LoopbackServer.StartError) {
        self.configuration = configuration
        journal = RequestLog(recordLimit: configuration.recordLimit)
        listener = try Socket.bound(to: configuration.address)
        port = listener.port
        do {
            try listener.listen(backlog: Int32(clamping: configuration.backlog))
            pipe = try WakePipe()
        } catch {
            listener.close()
            throw error
        }
    }

    var isStopping: Bool { state.withLock { $0.isStopping } }

    func start() throws(LoopbackServer.StartError) {
        guard let thread = WorkerThread.start({ [self] in acceptUntilWoken() }) else {
            pipe.wake()
            pipe.closeReadEnd()
            listener.close()
            throw LoopbackServer.StartError(call: "pthread_create", code: nil)
        }
        acceptor.withLock { $0 = thread }
    }

    /// Stops the server. Returns when all threads have ended, except when called on one of them.
    func stop() {
        let isFirst = state.withLock { state in
            defer { state.isStopping = true }
            // Under the lock: a connection removes its socket from this table before closing it.
            for socket in state.sockets.values { socket.end() }
            return !state.isStopping
        }
        if isFirst { pipe.wake() }
        guard !state.withLock({ $0.workers.contains(WorkerThread.current) }) else { return }
        // Waits while holding the lock, so that a second caller waits, too.
        acceptor.withLock { thread in
            thread?.join()
            thread = nil
        }
        routes.removeAll()
    }

    /// Detaches the last thread of a server that was released on one of its own threads, where nobody is left to join
    /// it.
    func abandon() {
        acceptor.withLock { thread in
            thread?.detach()
            thread = nil
        }
        routes.removeAll()
    }

    private func acceptUntilWoken() {
        let source = configuration.acceptance == .never ? nil : listener
        while pipe.waitsUnwoken(listener: source) {
            guard let socket = listener.accept() else {
                // Without a free descriptor the listener stays readable.
                _ = pipe.waitsUnwoken(listener: nil, for: .milliseconds(5))
                continue
            }
            admit(socket)
        }
        listener.close()
        if case .unixSocket(let path) = configuration.address { Socket.removeName(path) }
        pipe.closeReadEnd()
        let rest = state.withLock { state in
            defer { (state.threads, state.finished) = ([:], []) }
            return state.finished + state.threads.values
        }
        for thread in rest { thread.join() }
    }

    private func admit(_ socket: Socket) {
        journal.connectionOpened()
        let number = state.withLock { state -> Int? in
            guard !state.isStopping else { return nil }
            state.connectionCount += 1
            state.sockets[state.connectionCount] = socket
            return state.connectionCount
        }
        guard configuration.acceptance == .serve, let number else {
            socket.resetOnClose()
            return close(socket, number)
        }
        // Under the lock: the thread looks for itself in the table when it ends.
        let hasStarted = state.withLock { state in
            state.threads[number] = WorkerThread.start { [self] in serve(socket, number) }
            return state.threads[number] != nil
        }
        if !hasStarted { close(socket, number) }
    }

    private func serve(_ socket: Socket, _ number: Int) {
        let identity = WorkerThread.current
        state.withLock { _ = $0.workers.insert(identity) }
        var connection = Connection(number: number, socket: socket, engine: self)
        connection.serve()
        close(socket, number)
        let ended = state.withLock { state -> [WorkerThread] in
            state.workers.remove(identity)
            guard let thread = state.threads.removeValue(forKey: number) else { return [] }
            defer { state.finished = [thread] }
            return state.finished
        }
        // An ended thread keeps its stack until it is joined: each joins the one that ended before it.
        for thread in ended { thread.join() }
    }

    private func close(_ socket: Socket, _ number: Int?) {
        if let number { state.withLock { $0.sockets[number] = nil } }
        socket.close()
        journal.connectionClosed()
    }
}
