#if os(Linux)
    import ReactiveHTTPModel

    /// Turns of a connection, on the loop's thread.
    extension HTTP2Connection {
        /// Returns the result of a turn: writes and reads as much as possible.
        ///
        /// - Parameters:
        ///   - buffer: The memory to read into.
        ///   - isReadable: True if the socket may have become readable.
        ///   - now: The current time, if the timers are to be looked at.
        func serve(_ buffer: UnsafeMutableRawBufferPointer, isReadable: Bool, at now: Moment?) -> Turn {
            state.withLock { state in
                var turn = Turn()
                guard !state.isClosed else { return turn }
                if isReadable { state.isReadable = true }
                advance(&state, buffer, now, &turn)
                conclude(&state, &turn)
                return turn
            }
        }

        /// Ends the exchanges for which no bytes have moved for too long.
        func checkStall(atMost limit: Duration, at now: Moment) -> Turn {
            state.withLock { state in
                var turn = Turn()
                guard !state.isClosed else { return turn }
                for (number, run) in state.streams where run.idleTime(at: now) >= limit {
                    run.fail(run.state.progress.error(.timedOut, nil, "no data was transferred for \(limit)"), facts)
                    if state.lastArrival < run.began { state.isDraining = true }
                    leave(number, run, &state, &turn)
                }
                if let failure = write(&state) { end(failure, &state, &turn) }
                conclude(&state, &turn)
                return turn
            }
        }

        private func advance(
            _ state: inout State,
            _ buffer: UnsafeMutableRawBufferPointer,
            _ now: Moment?,
            _ turn: inout Turn
        ) {
            if let now { actOnTimers(&state, now, &turn) }
            for (number, run) in state.streams where !run.state.mayReadSource || run.state.isStarved {
                run.state.mayReadSource = true
                state.session.resume(number)
            }
            if let failure = write(&state) { return end(failure, &state, &turn) }
            if let failure = read(&state, buffer, &turn) { return end(failure, &state, &turn) }
            guard !state.isClosed else { return }
            beginPending(&state, &turn)
            giveBack(&state)
            if let failure = write(&state) { return end(failure, &state, &turn) }
            // Last, because writing reads the sources.
            if failBodies(&state, &turn), let failure = write(&state) { return end(failure, &state, &turn) }
            handle(state.session.takeEvents(), &state, &turn)
            if let failure = state.session.end, !state.streams.isEmpty || state.session.isViolated {
                end(failure, &state, &turn)
            }
        }

        /// Completes the result.
        private func conclude(_ state: inout State, _ turn: inout Turn) {
            for run in state.streams.values {
                run.state.progress.startConsentTimer()
                let announcement = run.state.progress.takeAnnouncement()
                announcement.send { run.exchange.note($0) }
                if let due = run.state.progress.due { turn.due = min(turn.due ?? due, due) }
                flush(run, &turn)
            }
            if state.session.end != nil || state.session.state.server.isGoingAway { state.isDraining = true }
            turn.isDraining = state.isDraining
            turn.isOver = state.isClosed
            turn.isBusy = !state.isUnused
            turn.mustServeAgain = turn.mustServeAgain || state.hasMoreToWrite && !state.isClosed
        }

        func flush(_ run: HTTP2Stream, _ turn: inout Turn) {
            run.state.incoming.flush()
            let items = run.state.incoming.takeItems()
            guard !items.isEmpty else { return }
            run.exchange.append(items)
            turn.pendingDeliveries.append(run.exchange)
        }

        private func actOnTimers(_ state: inout State, _ now: Moment, _ turn: inout Turn) {
            for (number, run) in state.streams {
                if run.act(at: now) {
                    finish(number, run, &state, &turn)
                } else {
                    state.session.resume(number)
                }
            }
        }

        private func beginPending(_ state: inout State, _ turn: inout Turn) {
            guard !state.pending.isEmpty else { return }
            let pending = state.pending
            state.pending = []
            for run in pending {
                run.state.mayReadSource = true
                if state.isDraining || !begin(run, &state) {
                    turn.ended.append(run)
                    turn.repeated.append(Repetition(exchange: run.exchange))
                }
            }
        }

        /// Gives the windows of streams back whose observers have taken bytes (EN33).
        private func giveBack(_ state: inout State) {
            for number in state.heldUp {
                guard let run = state.streams[number] else { continue }
                state.session.giveBack(run.takeReturnableByteCount(), of: number)
            }
            state.heldUp = state.heldUp.filter { state.streams[$0]?.isHeldUp ?? false }
        }

        /// Ends the exchanges whose sources have failed (EN15).
        ///
        /// - Returns: Whether there was one.
        private func failBodies(_ state: inout State, _ turn: inout Turn) -> Bool {
            var hasFailed = false
            for (number, run) in state.streams {
                guard let error = run.state.bodyFailure else { continue }
                run.fail(error, facts)
                leave(number, run, &state, &turn)
                hasFailed = true
            }
            return hasFailed
        }

        // Reading

        private func read(
            _ state: inout State,
            _ buffer: UnsafeMutableRawBufferPointer,
            _ turn: inout Turn
        ) -> HTTP2Session.Failure? {
            var reading = ReadingTurn()
            while state.isReadable, !state.isClosed {
                guard !reading.isOver else {
                    turn.mustServeAgain = true
                    return nil
                }
                switch stream.read(into: buffer) {
                case .bytes(let count):
                    state.lastArrival = .now
                    reading.note(count, at: state.lastArrival)
                    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                    let (events, failure) = state.session.receive(bytes)
                    handle(events, &state, &turn)
                    if let failure { return failure }
                    // Answers, such as those to PING, do not pile up.
                    if let failure = write(&state) { return failure }
                    handle(state.session.takeEvents(), &state, &turn)
                case .blocked: state.isReadable = false
                case .end: end(of: nil, &state, &turn)
                case .failed(let failure): end(of: failure, &state, &turn)
                }
            }
            if let failure = state.writeFailure, !state.isClosed { end(of: failure, &state, &turn) }
            return nil
        }

        private func handle(_ events: [HTTP2Event], _ state: inout State, _ turn: inout Turn) {
            for event in events { handle(event, &state, &turn) }
        }

        private func handle(_ event: HTTP2Event, _ state: inout State, _ turn: inout Turn) {
            switch event {
            case .informational(let number, let head):
                guard let run = state.arrival(number) else { return }
                run.take(informational: head)
                guard head.status == 100, run.state.progress.awaitsContinue else { return }
                run.state.progress.proceed()
                state.session.resume(number)
            case .head(let number, let head): state.arrival(number)?.take(head)
            case .data(let number, let data):
                guard let run = state.arrival(number) else { return }
                run.take(data)
                state.heldUp.insert(number)
            case .trailers(let number, let trailers): state.arrival(number)?.state.incoming.add(trailers: trailers)
            case .end(let number):
                guard let run = state.arrival(number) else { return }
                state.hasServed = true
                if run.end() { finish(number, run, &state, &turn) }
            case .closed(let number, let closing):
                guard let run = state.streams[number] else { return }
                close(number, run, closing, &state, &turn)
            case .settings: turn.streamLimit = state.session.maxStreamCount
            case .goaway: state.isDraining = true
            }
        }
    }

    extension HTTP2Connection.State {
        /// Returns the exchange of a stream of which something has arrived.
        fileprivate func arrival(_ number: Int32) -> HTTP2Stream? {
            let run = streams[number]
            run?.state.progress.noteArrival(at: lastArrival)
            return run
        }
    }
#endif
