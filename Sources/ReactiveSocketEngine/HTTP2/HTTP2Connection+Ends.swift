#if os(Linux)
    import ReactiveHTTPModel

    /// The ends of exchanges, and of the connection. Called under the lock.
    extension HTTP2Connection {
        func close(
            _ number: Int32,
            _ run: HTTP2Stream,
            _ closing: HTTP2Event.Closing,
            _ state: inout State,
            _ turn: inout Turn
        ) {
            // A whole response stays one (EN34).
            guard !run.state.hasEnded else { return finish(number, run, &state, &turn) }
            let text: String
            var kind = TransportError.Kind.invalidResponse
            var code: Int?
            switch closing {
            case .refused, .excluded:
                state.isDraining = true
                // A connection that has served others may end at any time, which does not count.
                let counts = closing == .refused || !state.hasServed
                return sendAgain(number, run, Repetition(exchange: run.exchange), counts: counts, &state, &turn)
            case .reset(.http11Required):
                return sendAgain(number, run, Repetition(exchange: run.exchange, needsHTTP1: true), &state, &turn)
            case .reset(let reset):
                text = "the server has reset the stream: \(reset)"
                code = Int(reset.rawValue)
                kind = run.state.progress.status == nil ? .connectionLost : .truncatedResponse
            case .malformed(let flaw): text = flaw
            case .finished: text = "the stream has ended without a response"
            }
            run.fail(run.state.progress.error(kind, code, text, mayHaveReachedServer: true), facts)
            leave(number, run, &state, &turn)
        }

        /// Sends a request once more that the server has not processed (EN34).
        private func sendAgain(
            _ number: Int32,
            _ run: HTTP2Stream,
            _ repetition: Repetition,
            counts: Bool = true,
            _ state: inout State,
            _ turn: inout Turn
        ) {
            guard run.state.progress.status == nil else {
                // A request with a response was processed, whatever the server says then.
                let text = "the server has taken back the stream of its response"
                run.fail(run.state.progress.error(.truncatedResponse, nil, text), facts)
                return leave(number, run, &state, &turn)
            }
            guard run.exchange.mayRepeatUnprocessed(counts: counts) else {
                let text = "the server has not processed the request"
                run.fail(run.state.progress.error(.connectionLost, nil, text, mayHaveReachedServer: false), facts)
                return leave(number, run, &state, &turn)
            }
            remove(number, &state)
            turn.ended.append(run)
            turn.repeated.append(repetition)
        }

        func finish(_ number: Int32, _ run: HTTP2Stream, _ state: inout State, _ turn: inout Turn) {
            run.complete(facts)
            leave(number, run, &state, &turn)
        }

        /// Removes an exchange that is over.
        func leave(_ number: Int32, _ run: HTTP2Stream, _ state: inout State, _ turn: inout Turn) {
            remove(number, &state)
            run.exchange.leave()
            flush(run, &turn)
            turn.ended.append(run)
        }

        // Ends of the connection

        func end(_ failure: HTTP2Session.Failure, _ state: inout State, _ turn: inout Turn) {
            let code = failure.code == 0 ? nil : failure.code
            let failure = StreamFailure(kind: .invalidResponse, code: code, text: failure.text)
            // The server is told why.
            _ = write(&state)
            end(of: failure, &state, &turn)
        }

        /// Ends all exchanges, because nothing more arrives (EN24).
        func end(of failure: StreamFailure?, _ state: inout State, _ turn: inout Turn) {
            let (streams, pending) = (state.streams, state.pending)
            state.streams = [:]
            state.pending = []
            state.session.forgetStreams()
            state.isClosed = true
            for run in pending {
                turn.ended.append(run)
                turn.repeated.append(Repetition(exchange: run.exchange))
            }
            for (_, run) in streams.sorted(by: { $0.key < $1.key }) { end(run, failure, state, &turn) }
        }

        private func end(_ run: HTTP2Stream, _ failure: StreamFailure?, _ state: State, _ turn: inout Turn) {
            turn.ended.append(run)
            let isViolation = failure?.kind == .invalidResponse
            if run.state.progress.isReused, !run.state.progress.hasReceived, !isViolation {
                let hasBegun = run.state.startPosition.map { $0 < state.writtenByteCount } ?? false
                // The server may have closed the connection before the request (EN13).
                if !hasBegun || run.exchange.claimRepetition() {
                    return turn.repeated.append(Repetition(exchange: run.exchange))
                }
            }
            let kind = failure?.kind ?? (run.state.progress.hasReceived ? .truncatedResponse : .connectionLost)
            run.fail(run.state.progress.error(kind, failure?.code, failure?.text ?? "the connection ended"), facts)
            run.exchange.leave()
            flush(run, &turn)
        }
    }
#endif
