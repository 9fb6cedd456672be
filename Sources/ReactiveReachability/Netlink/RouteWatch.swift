#if !canImport(Network)
    import Dispatch
    import ReactiveCore

    /// Watches the kernel's tables through a socket of its own, from ``begin()`` to ``end()``.
    ///
    /// Dispatch waits for the socket, beside the timers of all schedulers, so that no thread belongs to it.
    final class RouteWatch: Sendable {
        private enum State: Sendable {
            case idle
            case open(RouteSocket, any DispatchSourceRead & Sendable, RouteDump)
            case ended
        }

        /// The sockets of the process that are being closed, which Dispatch does later.
        private struct Closing: Sendable {
            var count = 0
            /// The watches that begin when no socket is left, so that observers who come and go do not use up the
            /// descriptors of the process.
            var waiting: [RouteWatch] = []
        }

        private static let queue = DispatchQueue(label: "ReactiveNetworking.Reachability")
        private static let closing = Locked(Closing())

        private let state = Locked(State.idle)
        private let tell: @Sendable (NetworkTable) -> Void

        /// - Parameter tell: Receives the tables, one after the other.
        init(_ tell: @escaping @Sendable (NetworkTable) -> Void) {
            self.tell = tell
        }

        func begin() {
            let hasToWait = Self.closing.withLock { closing in
                if closing.count > 0 { closing.waiting.append(self) }
                return closing.count > 0
            }
            if !hasToWait { open() }
        }

        func end() {
            let before = state.swap(.ended)
            if case .open(_, let source, _) = before { Self.close(source) }
        }

        private func open() {
            // Without its own descriptors, Dispatch would terminate the process.
            guard case .idle = state.value, DispatchDescriptors.open(), let socket = RouteSocket() else { return }
            let source =
                DispatchSource.makeReadSource(fileDescriptor: socket.descriptor, queue: Self.queue) as! DispatchSource
            source.setEventHandler { self.read() }
            source.setCancelHandler {
                socket.close()
                Self.closed()
            }
            let isOpen = state.withLock { state in
                guard case .idle = state else { return false }
                state = .open(socket, source, RouteDump())
                return true
            }
            source.activate()
            guard isOpen else { return Self.close(source) }
            change { $0.refresh() }
        }

        private func read() {
            while true {
                guard case .open(let socket, _, _) = state.value else { return }
                switch socket.receive() {
                case .datagram(let datagram): change { $0.receive(datagram) }
                case .lost: change { $0.refresh() }
                case .nothing: return
                }
            }
        }

        private func change(_ change: (inout RouteDump) -> [RouteDump.Action]) {
            let result = state.withLock { state -> (RouteSocket, [RouteDump.Action])? in
                guard case .open(let socket, let source, var dump) = state else { return nil }
                let actions = change(&dump)
                state = .open(socket, source, dump)
                return (socket, actions)
            }
            guard let (socket, actions) = result else { return }
            for action in actions {
                switch action {
                case .request(let request): if !socket.send(request) { self.change { $0.abandon() } }
                case .tell(let table): tell(table)
                }
            }
        }
    }

    extension RouteWatch {
        private static func close(_ source: any DispatchSourceRead) {
            closing.withLock { $0.count += 1 }
            source.cancel()
        }

        /// Opens the waiting watches after the last socket was closed. Meanwhile it still counts: a watch that ends
        /// while it opens has a socket, too, and others must wait for that one.
        private static func closed() {
            while let watches = nextWatches() {
                for watch in watches { watch.open() }
            }
        }

        private static func nextWatches() -> [RouteWatch]? {
            closing.withLock { closing in
                guard closing.count == 1, !closing.waiting.isEmpty else {
                    closing.count -= 1
                    return nil
                }
                defer { closing.waiting = [] }
                return closing.waiting
            }
        }
    }
#endif
