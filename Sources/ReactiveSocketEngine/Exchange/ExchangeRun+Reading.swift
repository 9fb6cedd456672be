#if os(Linux)
    import ReactiveHTTPModel

    /// The response, and the ends of the exchange.
    extension ExchangeRun {
        /// Reads and parses at most as much as one turn allows.
        ///
        /// - Parameters:
        ///   - stream: The stream of the connection.
        ///   - buffer: The memory to read into.
        ///   - facts: The facts about the connection, for the metrics.
        ///   - incoming: Receives the events.
        mutating func read(
            from stream: any SocketStream,
            _ buffer: UnsafeMutableRawBufferPointer,
            _ facts: ConnectionFacts,
            into incoming: inout Incoming
        ) -> Outcome {
            // Until then nothing can be the response (EN12).
            guard progress.hasBegun || writeFailure != nil else { return .open }
            var turn = ReadingTurn()
            while isReadable {
                guard !turn.isOver else { return .again }
                if persistence == nil, exchange.mustPause() { return .open }
                switch stream.read(into: buffer) {
                case .bytes(let count):
                    let now = Moment.now
                    turn.note(count, at: now)
                    if persistence == nil { progress.noteArrival(at: now) } else { progress.lastMove = now }
                    let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                    if let outcome = parse(bytes, facts, into: &incoming) { return outcome }
                case .blocked: isReadable = false
                case .end(let isClean): return end(isClean: isClean, facts, into: &incoming)
                case .failed(let failure): return fail(failure, facts, into: &incoming)
                }
            }
            return .open
        }

        private mutating func parse(
            _ bytes: UnsafeRawBufferPointer,
            _ facts: ConnectionFacts,
            into incoming: inout Incoming
        ) -> Outcome? {
            // Bytes behind a response whose request is still being sent.
            guard persistence == nil else {
                persistence = .close
                return finish(facts, into: &incoming)
            }
            // SAFETY: the span is used while the buffer is, and nothing writes to the buffer meanwhile.
            let span = Span<UInt8>(_unsafeBytes: bytes)
            var position = 0
            while let event = parser.next(in: span, at: &position) {
                switch event {
                case .informational(let head):
                    hasInformational = true
                    incoming.add(informational: head)
                    if head.status.rawValue == 100, progress.awaitsContinue { progress.proceed() }
                case .head(let head):
                    if isRefusalOfReuse(head) { return .repeated(onNew: true) }
                    progress.noteHead(head.status.rawValue, keepsTimer: writeFailure != nil)
                    incoming.add(head)
                case .body(let range):
                    progress.note(received: range.count)
                    incoming.add(span.extracting(range))
                case .upgraded(let head):
                    return .upgraded(Change(head: head, early: Array(bytes[position...]), metrics: metrics(facts)))
                case .trailers(let trailers): incoming.add(trailers: trailers)
                case .complete(let persistence):
                    self.persistence = position < bytes.count ? .close : persistence
                    return completed(facts, into: &incoming)
                case .failed(let failure):
                    return fail(failure.kind, nil, failure.text, into: &incoming)
                }
            }
            return nil
        }

        /// A server that closes an idle connection may say so with a 408 (EN13).
        private func isRefusalOfReuse(_ head: ResponseHead) -> Bool {
            head.status.rawValue == 408 && progress.isReused && !hasInformational && parser.closesConnection
                && exchange.claimRepetition()
        }

        // Ends

        private mutating func completed(_ facts: ConnectionFacts, into incoming: inout Incoming) -> Outcome? {
            guard progress.hasRest, writeFailure == nil else { return finish(facts, into: &incoming) }
            // The rest of the request is still sent, as long as the other side takes it (EN17).
            incoming.flush()
            progress.startRestTimer()
            return nil
        }

        /// Ends an exchange whose response is whole.
        private mutating func finish(_ facts: ConnectionFacts, into incoming: inout Incoming) -> Outcome {
            incoming.complete(metrics(facts))
            guard let persistence, progress.isSent, writeFailure == nil, !exchange.encoded.closes, !otherSideHasEnded
            else { return .closed }
            if case .close = persistence { return .closed }
            return .kept(persistence)
        }

        /// Ends the exchange if only the rest of the request was missing, and it has been sent.
        mutating func finishIfSent(_ facts: ConnectionFacts, into incoming: inout Incoming) -> Outcome? {
            guard persistence != nil, progress.isSent || writeFailure != nil else { return nil }
            return finish(facts, into: &incoming)
        }

        /// Acts on the timer.
        mutating func act(at now: Moment, _ facts: ConnectionFacts, into incoming: inout Incoming)
            -> Outcome?
        {
            let isOver = progress.act(
                at: now,
                awaitsRest: persistence != nil || writeFailure != nil,
                // Bytes that have arrived are read first (EN17).
                awaitsThisSide: exchange.isPaused || outgoing.isStarved || persistence == nil && isReadable
            )
            guard isOver else { return nil }
            guard let writeFailure else { return finish(facts, into: &incoming) }
            return fail(writeFailure, facts, into: &incoming)
        }

        private mutating func end(isClean: Bool, _ facts: ConnectionFacts, into incoming: inout Incoming) -> Outcome {
            guard persistence == nil else {
                persistence = .close
                return finish(facts, into: &incoming)
            }
            if let again = repetition() { return again }
            // Writing has taken the reset from the socket, which then looks like an end (EN24).
            if let writeFailure, writeFailure.code == Int(ECONNRESET), progress.hasReceived {
                return fail(writeFailure, facts, into: &incoming)
            }
            switch parser.end() {
            case .complete?:
                guard isClean || exchange.engine.configuration.acceptsMissingCloseNotify else {
                    let text = "the connection ended without the closure alert of TLS that ends the body"
                    return fail(.truncatedResponse, nil, text, into: &incoming)
                }
                persistence = .close
                wasCutOff = !isClean
                return finish(facts, into: &incoming)
            case .failed(let failure)?:
                let cause = progress.hasReceived ? nil : writeFailure
                return fail(failure.kind, cause?.code, failure.text(after: cause), into: &incoming)
            default: return fail(.connectionLost, nil, "the connection ended", into: &incoming)
            }
        }

        private mutating func fail(
            _ failure: StreamFailure,
            _ facts: ConnectionFacts,
            into incoming: inout Incoming
        ) -> Outcome {
            if persistence != nil {
                persistence = .close
                return finish(facts, into: &incoming)
            }
            return repetition() ?? fail(failure.kind, failure.code, failure.text, into: &incoming)
        }

        /// Returns how the request is sent once more, if the reused connection ended before a response (EN13).
        private func repetition() -> Outcome? {
            guard progress.isReused, !progress.hasReceived else { return nil }
            if !progress.hasBegun { return .repeated(onNew: false) }
            return exchange.claimRepetition() ? .repeated(onNew: true) : nil
        }

        private mutating func fail(
            _ kind: TransportError.Kind,
            _ code: Int?,
            _ text: String,
            into incoming: inout Incoming
        ) -> Outcome {
            incoming.fail(progress.error(kind, code, text))
            return .closed
        }

        private func metrics(_ facts: ConnectionFacts) -> TransferMetrics {
            var metrics = progress.metrics(facts, protocolVersion: parser.protocolVersion)
            metrics.wasCutOff = wasCutOff
            return metrics
        }
    }

    extension ResponseParser.Failure {
        /// Returns the text with a failure to write that came before.
        fileprivate func text(after cause: StreamFailure?) -> String {
            cause.map { "\(text), after \($0.text)" } ?? text
        }
    }
#endif
