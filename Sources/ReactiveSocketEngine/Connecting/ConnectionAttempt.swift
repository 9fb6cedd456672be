#if os(Linux)
    import ReactiveHTTPModel

    /// The way to a new connection for one exchange: lookup, connecting to one of the addresses, handshake.
    ///
    /// SAFETY: used on the loop's thread only, apart from what never changes.
    final class ConnectionAttempt: @unchecked Sendable {
        private enum Stage {
            case lookingUp(LookupTicket?)
            case connecting
            /// On the way through a proxy.
            case passing(socket: Int32)
            case shakingHands(socket: Int32, any SocketStream)
            case ended
        }

        let exchange: SocketExchange
        private let number: Int
        private let engine: Engine
        private let end: Moment
        private var stage = Stage.lookingUp(nil)
        private var attempts = AddressAttempts([])
        /// The sockets that are connecting, by the index of their address.
        private var sockets: [Int: Int32] = [:]
        private var facts = ConnectionFacts()
        private var needsLookup = false
        /// The way through a proxy.
        private var passage: ProxyPassage?
        /// The server's address for a proxy that needs one, and whether it is being looked up.
        private var target: (isAwaited: Bool, address: String?) = (false, nil)
        private var hasMadeRoom = false
        private var isPastProxy = false

        init(_ exchange: SocketExchange, _ number: Int, _ engine: Engine) {
            self.exchange = exchange
            self.number = number
            self.engine = engine
            end = .now + engine.configuration.connectTimeout
        }

        func start() {
            engine.loop.times.set(.attempt(number), due: end)
            guard exchange.server.proxy?.kind == .socks5 else { return locate() }
            target.isAwaited = true
            find(exchange.server.host)
        }

        /// Finds the addresses of the proxy, or of the server.
        private func locate() {
            if let path = engine.configuration.unixSocketPath {
                return take(SocketAddress(path: path).map { .success([$0]) } ?? .failure(.invalidPath))
            }
            find(exchange.server.proxy?.host ?? exchange.server.host)
        }

        /// Finds the addresses of a host, which may be an address.
        private func find(_ host: String) {
            if let address = SocketAddress(literal: host, port: 0) {
                let families = engine.families
                return take(
                    families.contain(address) ? .success([address]) : .failure(.otherFamily(than: families, host))
                )
            }
            needsLookup = true
            let ticket = engine.lookups.addresses(of: host, engine.families) { [self] answer in
                engine.post(.takeAddresses(self, answer))
            }
            if case .lookingUp = stage { stage = .lookingUp(ticket) }
        }

        /// Takes the answer of the lookup.
        func take(_ answer: Result<[SocketAddress], LookupFailure>) {
            guard case .lookingUp = stage else { return }
            switch answer {
            case .success(let addresses) where target.isAwaited:
                target = (false, addresses.first?.text)
                locate()
            case .success(let addresses):
                if needsLookup { facts.lookedUp = .now }
                let port = UInt16(truncatingIfNeeded: exchange.server.proxy?.port ?? exchange.server.port)
                attempts = AddressAttempts(addresses.map { $0.family == AF_UNIX ? $0 : $0.with(port: port) })
                stage = .connecting
                connect()
            case .failure(let failure):
                fail(failure.kind, failure.code, failure.text)
            }
        }

        /// Continues after a socket has become ready.
        func act(on socket: Int32) {
            switch stage {
            case .connecting: check(socket)
            case .passing(socket): pass(socket)
            case .shakingHands(socket, let stream): shakeHands(socket, stream)
            default: break
            }
        }

        /// Continues after a time has come.
        func act(at now: Moment) {
            guard now < end else {
                let limit = engine.configuration.connectTimeout
                return fail(.connectTimedOut, nil, "\(step) did not end within \(limit)")
            }
            if case .connecting = stage { connect() }
        }

        private var step: String {
            switch stage {
            case .lookingUp: "the name lookup"
            case .passing: "the negotiation with the proxy"
            case .shakingHands: "the TLS handshake"
            default: "connecting"
            }
        }

        /// Gives up without a word to the exchange.
        func cancel() {
            if case .lookingUp(let ticket) = stage { ticket?.cancel() }
            switch stage {
            case .passing(let socket), .shakingHands(let socket, _): engine.closeUnused(socket)
            default: break
            }
            for socket in sockets.values { engine.closeUnused(socket) }
            sockets = [:]
            stage = .ended
        }

        // Connecting

        private func connect() {
            while true {
                let now = Moment.now
                switch attempts.next(at: now) {
                case .connect(let index): open(index)
                case .wait(let time):
                    return engine.loop.times.set(.attempt(number), due: min(end, time ?? end))
                case .use(let index): return use(index)
                case .fail(let failure): return fail(failure.kind, failure.code, failure.text)
                }
            }
        }

        private func open(_ index: Int) {
            do throws(Errno) {
                let socket = try attempts.addresses[index].open()
                sockets[index] = socket
                guard engine.register(socket, .attempt(self)) else { throw Errno.current }
            } catch {
                if let socket = sockets.removeValue(forKey: index) { engine.closeUnused(socket) }
                // The longest idle connection gives way, once (EN5).
                if error.isExhaustion, !hasMadeRoom {
                    hasMadeRoom = true
                    if engine.closeLongestIdle() { return open(index) }
                }
                attempts.failed(index, StreamFailure(connecting: error.number))
            }
        }

        /// Looks at the result of a socket that was connecting.
        private func check(_ socket: Int32) {
            guard let index = sockets.first(where: { $0.value == socket })?.key else { return }
            var number: Int32 = 0
            var size = socklen_t(MemoryLayout<Int32>.size)
            getsockopt(socket, SOL_SOCKET, SO_ERROR, &number, &size)
            if number == 0 {
                guard Self.isConnected(socket) else { return }
                attempts.connected(index)
            } else {
                sockets[index] = nil
                engine.closeUnused(socket)
                attempts.failed(index, StreamFailure(connecting: number))
            }
            connect()
        }

        private static func isConnected(_ socket: Int32) -> Bool {
            var peer = sockaddr_storage()
            var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
            return withUnsafeMutablePointer(to: &peer) { peer in
                peer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(socket, $0, &size) == 0 }
            }
        }

        private func use(_ index: Int) {
            guard let socket = sockets.removeValue(forKey: index) else { return }
            for other in sockets.values { engine.closeUnused(other) }
            sockets = [:]
            let address = attempts.addresses[index]
            facts.connected = .now
            facts.address = address.text
            facts.port = address.family == AF_UNIX ? nil : address.port
            guard let proxy = exchange.server.proxy else { return secure(socket, over: PlainStream(socket)) }
            do throws(TransportError) {
                let stream = try proxy.stream(over: socket, engine.proxyCredentials)
                passage = ProxyPassage(stream, to: exchange.server, at: target.address)
                stage = .passing(socket: socket)
                engine.loop.times.set(.attempt(number), due: end)
                pass(socket)
            } catch {
                engine.closeUnused(socket)
                fail(error.kind, error.underlyingCode, error.detail ?? "")
            }
        }

        private func pass(_ socket: Int32) {
            guard let progress = passage?.advance(engine.loop.buffer), let stream = passage?.stream else { return }
            switch progress {
            case .blocked: break
            case .failed(let failure): fail(failure.kind, failure.code, failure.text)
            case .done:
                stage = .connecting
                isPastProxy = true
                secure(socket, over: stream)
            }
        }

        private func secure(_ socket: Int32, over stream: any SocketStream) {
            guard exchange.server.isSecure else { return finish(socket, stream) }
            do throws(TransportError) {
                let below = stream as? TLSStream
                let stream = try engine.credentials.stream(over: socket, below, to: exchange.server)
                if exchange.needsHTTP1 { stream.offerHTTP1Alone() }
                stage = .shakingHands(socket: socket, stream)
                engine.loop.times.set(.attempt(number), due: end)
                shakeHands(socket, stream)
            } catch {
                engine.closeUnused(socket)
                fail(error.kind, error.underlyingCode, error.detail ?? "")
            }
        }

        private func shakeHands(_ socket: Int32, _ stream: any SocketStream) {
            switch stream.shakeHands() {
            case .blocked: break
            case .failed(let failure): fail(failure.kind, failure.code, failure.text)
            case .done:
                facts.secured = .now
                finish(socket, stream)
            }
        }

        // End

        private func finish(_ socket: Int32, _ stream: any SocketStream) {
            stage = .ended
            engine.forget(self, number)
            engine.use(socket, stream, facts, for: exchange)
        }

        private func fail(_ kind: TransportError.Kind, _ code: Int?, _ text: String) {
            cancel()
            engine.forget(self, number)
            let others = exchange.endLead() ? engine.negotiation.giveUp(exchange.server) : []
            engine.release(exchange.server)
            var error = exchange.error(kind, .connecting, mayHaveReachedServer: false, code: code, text)
            if let proxy = exchange.server.proxy, !isPastProxy, !target.isAwaited, kind != .proxyRefused {
                error.host = proxy.host
                error.detail = "the proxy \(proxy.host):\(proxy.port): \(text)"
            }
            exchange.fail(error)
            engine.admit(others)
        }
    }

    extension SocketAddress {
        /// Opens a socket, and begins to connect it.
        fileprivate func open() throws(Errno) -> Int32 {
            let socket = Descriptor.open(family)
            guard socket >= 0 else { throw Errno.current }
            var on: Int32 = 1
            if family != AF_UNIX {
                setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
            }
            let result = Descriptor.connect(socket, to: self)
            let error = Errno.current
            guard result == 0 || error.number == EINPROGRESS || error.number == EINTR else {
                Descriptor.close(socket)
                throw error
            }
            return socket
        }
    }
#endif
