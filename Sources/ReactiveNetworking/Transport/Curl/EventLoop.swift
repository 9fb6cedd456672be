#if os(Linux)
    import CCurl
    import Foundation
    import Synchronization

    /// The thread that runs libcurl: it waits for sockets, timers, and commands from other threads.
    ///
    /// User code never runs on this thread: events are handed over to a thread pool, once per round.
    final class EventLoop: Sendable {
        enum Command: Sendable {
            case start(Transfer)
            case cancel(Transfer)
            case resume(Transfer)
            case retire
        }

        private struct Mailbox: Sendable {
            var commands: [Command] = []
            /// True once the loop no longer reads commands.
            var isClosed = false
        }

        private let mailbox = InlineLocked(Mailbox())
        private let isAsleep = Synchronization.Atomic<Bool>(false)
        private let poll: Int32
        private let wakeUp: Int32
        let thread = LoopThread()
        let deliveries = DeliveryPool<Transfer> { work in EventLoop.deliverers.async { work() } }
        /// Accessed only on the loop's thread.
        let inside: Confined<LoopState>

        /// Creates a loop with its own thread, which ends after the `retire` command once no transfer is left.
        init(_ configuration: CurlTransport.Configuration) throws(TransportError) {
            let canDispatch = DispatchDescriptors.open()
            poll = ccurl_poll_create()
            wakeUp = ccurl_wake_create(poll)
            let number = errno
            inside = Confined(LoopState(configuration), to: thread)
            guard canDispatch, poll >= 0, wakeUp >= 0, let multi = ccurl_multi_init() else {
                let isExhausted = !canDispatch || DispatchDescriptors.areExhausted
                let detail = "no event loop can be created: \(String(cString: strerror(isExhausted ? EMFILE : number)))"
                throw TransportError(isExhausted ? .resourcesExhausted : .other, phase: .preparing, detail: detail)
            }
            inside.state.multi = multi
            configureMulti(multi)
            let worker = Thread { self.run() }
            worker.name = "CurlTransport"
            worker.stackSize = 1 << 20
            EventLoopRegistry.add(self)
            worker.start()
        }

        /// Enqueues a command for the loop's thread. Never blocks.
        func post(_ command: Command) {
            let isClosed = mailbox.withLock { mailbox in
                if !mailbox.isClosed { mailbox.commands.append(command) }
                return mailbox.isClosed
            }
            guard !isClosed else { return }
            if isAsleep.exchange(false, ordering: .sequentiallyConsistent) { ccurl_wake(wakeUp) }
        }

        /// Stops the loop's thread permanently, because the process is about to exit.
        func freeze() {
            isFrozen.store(true, ordering: .sequentiallyConsistent)
            ccurl_wake(wakeUp)
        }

        let isFrozen = Synchronization.Atomic<Bool>(false)
        let hasFrozen = Synchronization.Atomic<Bool>(false)

        // Loop

        private func run() {
            thread.begin()
            defer { thread.end() }
            let capacity = 256
            let events = UnsafeMutablePointer<ccurl_ready>.allocate(capacity: capacity)
            defer { events.deallocate() }
            while true {
                carryOutCommands()
                actOnTimer()
                reap()
                admitWaiting()
                flush()
                if inside.state.isRetired, inside.state.isIdle { break }
                let count = ccurl_poll_wait(poll, events, Int32(capacity), timeout())
                isAsleep.store(false, ordering: .sequentiallyConsistent)
                if isFrozen.load(ordering: .acquiring) { freezeHere() }
                for index in 0..<Int(count) { act(on: events[index]) }
            }
            end()
        }

        private func freezeHere() -> Never {
            hasFrozen.store(true, ordering: .releasing)
            while true { pause() }
        }

        private func end() {
            EventLoopRegistry.remove(self)
            if let multi = inside.state.multi { ccurl_multi_cleanup(multi) }
            inside.state.multi = nil
            // Transfers retain the loop: release them, and commands that arrived too late, to break the cycle.
            inside.state.lagging = []
            inside.state.dirty = []
            deliveries.disband()
            _ = mailbox.withLock { mailbox in
                mailbox.isClosed = true
                defer { mailbox.commands = [] }
                return mailbox.commands
            }
        }

        /// Closes the descriptors last: while the loop can still be woken, their numbers must not be reused.
        deinit {
            if poll >= 0 { close(poll) }
            if wakeUp >= 0 { close(wakeUp) }
        }

        private func act(on event: ccurl_ready) {
            guard event.socket != wakeUp else { return }
            guard inside.state.sockets.wants(event.socket) else {
                ccurl_poll_watch(poll, event.socket, 0, 0)
                return
            }
            guard let multi = inside.state.multi else { return }
            ccurl_multi_act(multi, event.socket, event.events)
        }

        private func carryOutCommands() {
            mailbox.withLock { swap(&$0.commands, &inside.state.commands) }
            defer { inside.state.commands.removeAll(keepingCapacity: true) }
            for command in inside.state.commands {
                switch command {
                case .start(let transfer): start(transfer)
                case .cancel(let transfer): cancel(transfer)
                case .resume(let transfer): resume(transfer)
                case .retire: inside.state.isRetired = true
                }
            }
        }

        private func actOnTimer() {
            guard let due = inside.state.timer, let multi = inside.state.multi else { return }
            guard due <= .now else { return }
            inside.state.timer = nil
            ccurl_multi_act(multi, -1, 0)
        }

        /// Returns the time to sleep, in milliseconds rounded up; -1 for no limit. Announces the sleep to threads that
        /// post commands.
        private func timeout() -> Int32 {
            isAsleep.store(true, ordering: .sequentiallyConsistent)
            if mailbox.withLock({ !$0.commands.isEmpty }) { return 0 }
            guard let due = inside.state.nextDue else { return -1 }
            let wait = ContinuousClock.now.duration(to: due)
            guard wait > .zero else { return 0 }
            return Int32(wait.milliseconds)
        }

        // libcurl callbacks

        private func configureMulti(_ multi: OpaquePointer) {
            let context = Unmanaged.passUnretained(self).toOpaque()
            ccurl_multi_set_socket_function(multi, onSocket, context)
            ccurl_multi_set_timer_function(multi, onTimer, context)
            ccurl_multi_set_long(multi, MultiOption.keptConnections, inside.state.configuration.maxConnections)
            // Without this limit, idle connections would not count toward the maximum.
            ccurl_multi_set_long(multi, MultiOption.allConnections, inside.state.configuration.maxConnections)
        }

        fileprivate func watch(_ socket: Int32, for what: Int32) {
            let events = what & (Watch.reading | Watch.writing)
            guard let change = inside.state.sockets.want(events, of: socket) else { return }
            ccurl_poll_watch(poll, socket, events, change == .add ? 1 : 0)
        }

        /// Removes a socket that libcurl is about to close.
        func forget(_ socket: Int32) {
            inside.state.connections.remove(socket)
            // A process that was forked may have a copy of the socket, which would keep the registration alive.
            if inside.state.sockets.forget(socket) { ccurl_poll_watch(poll, socket, 0, 0) }
        }

        fileprivate func setTimer(_ milliseconds: Int) {
            inside.state.timer = milliseconds < 0 ? nil : .now + .milliseconds(milliseconds)
        }

        /// Closes connections that have been idle for a while, by replacing the multi handle.
        func renewMulti() {
            guard let old = inside.state.multi, let new = ccurl_multi_init() else { return }
            ccurl_multi_cleanup(old)
            inside.state.multi = new
            inside.state.timer = nil
            configureMulti(new)
        }
    }

    private enum Watch {
        static let reading: Int32 = 1
        static let writing: Int32 = 2
    }

    private enum MultiOption {
        static let keptConnections: Int32 = 6
        static let allConnections: Int32 = 13
    }

    private let onSocket: ccurl_socket_function = { _, socket, what, context, _ in
        guard let context else { return 0 }
        Unmanaged<EventLoop>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.watch(socket, for: what) }
        return 0
    }

    private let onTimer: ccurl_timer_function = { _, milliseconds, context in
        guard let context else { return 0 }
        Unmanaged<EventLoop>.fromOpaque(context)._withUnsafeGuaranteedRef { $0.setTimer(milliseconds) }
        return 0
    }
#endif
