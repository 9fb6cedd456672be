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
        var finished: [Int] = []
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
            joinFinished()
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
        for thread in state.withLock({ $0.threads.values.map(\.self) }) { thread.join() }
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
        guard let thread = WorkerThread.start({ [self] in serve(socket, number) }) else {
            return close(socket, number)
        }
        state.withLock { $0.threads[number] = thread }
    }

    private func serve(_ socket: Socket, _ number: Int) {
        let identity = WorkerThread.current
        state.withLock { _ = $0.workers.insert(identity) }
        var connection = Connection(number: number, socket: socket, engine: self)
        connection.serve()
        close(socket, number)
        state.withLock { state in
            state.workers.remove(identity)
            state.finished.append(number)
        }
    }

    private func close(_ socket: Socket, _ number: Int?) {
        if let number { state.withLock { $0.sockets[number] = nil } }
        socket.close()
        journal.connectionClosed()
    }

    /// Joins ended threads, which otherwise keep their stacks.
    private func joinFinished() {
        let ended = state.withLock { state in
            defer { state.finished.removeAll() }
            return state.finished.compactMap { state.threads.removeValue(forKey: $0) }
        }
        for thread in ended { thread.join() }
    }
}
