import ReactiveNetworking

/// The end: close frames, and times that pass.
extension WebSocketSession {
    /// Closes the socket after the messages that wait. Only the first call counts. An ending that waits for the
    /// consumer is answered now, with its own code.
    mutating func close(_ close: WebSocketClose, at now: Duration) {
        guard phase == .open else { return }
        guard waitingEnding == nil else { return carryOutWaitingEnding(at: now) }
        answer(with: close, at: now)
    }

    /// Ends the session for a user who does not wait (W1).
    mutating func abandon() {
        guard phase != .over else { return }
        let close = ownClose ?? WebSocketClose(.goingAway)
        if !hasWrittenClose, !isWriting, !hasWriteFailed, queue.first?.hasBegun != true {
            var bytes: [UInt8] = []
            WebSocketFrameWriter.append(.close, close.payload, maskedBy: options.random.next(), to: &bytes)
            actions += [.write(bytes), .closeConnection]
        } else {
            actions.append(hasSentClose ? .closeConnection : .abort)
        }
        finish(close, .abandoned)
    }

    /// Sends a close frame behind the messages that wait, or gives the server time to close the connection if there is
    /// a close frame already.
    mutating func answer(with close: WebSocketClose, at now: Duration) {
        if ownClose == nil {
            begin(close, at: now)
        } else {
            closeDue = now + options.closeTimeout
        }
    }

    /// Answers a violation while a close frame is on its way. Messages that wait are not sent any more.
    mutating func overtake(with close: WebSocketClose, at now: Duration) {
        for outgoing in queue.elements { emit(.refused(outgoing.id, .closed(theirClose ?? close))) }
        queuedByteCount -= queue.elements.reduce(0) { $0 + $1.cost }
        queue.removeAll()
        if hasWrittenClose {
            closeDue = now + options.closeTimeout
        } else {
            closeOvertakes = true
            begin(close, at: now)
        }
    }

    private mutating func begin(_ close: WebSocketClose, at now: Duration) {
        if phase == .open { emit(.closing) }
        phase = .closing
        ownClose = close
        closeDue = now + options.closeTimeout
        write(at: now)
        readIfWanted(at: now)
    }

    // Times

    /// The next time at which something is due, if nothing happens before.
    var nextDue: Duration? {
        guard phase != .over else { return nil }
        return [closeDue, pongDue, idleDue, pingDue].compactMap { $0 }.min()
    }

    private var isWaitingForServer: Bool { phase == .open && isReading && waitingEnding == nil }

    private var pongDue: Duration? {
        guard isWaitingForServer, let madeAt = pings.first?.madeAt else { return nil }
        return max(madeAt, heldUpUntil) + options.pongTimeout
    }

    private var idleDue: Duration? {
        guard isWaitingForServer, let limit = options.idleTimeout else { return nil }
        return lastByteAt + limit
    }

    private var pingDue: Duration? {
        guard isWaitingForServer, pings.isEmpty, let interval = options.pingInterval else { return nil }
        return lastByteAt + max(interval, .milliseconds(1))
    }

    /// Does what is due.
    mutating func act(at now: Duration) {
        guard phase != .over else { return }
        if let closeDue, closeDue <= now {
            return waitingEnding == nil ? closeTimedOut() : carryOutWaitingEnding(at: now)
        }
        if let pongDue, pongDue <= now { return lose("no pong within \(options.pongTimeout)") }
        if let idleDue, idleDue <= now { return lose("no byte within \(options.idleTimeout ?? .zero)") }
        if let pingDue, pingDue <= now { ping(nil, at: now) }
    }

    private mutating func lose(_ reason: String) {
        actions.append(.abort)
        finish(orLost: TransportError(.timedOut, phase: .receiving, detail: reason))
    }

    /// The server has not answered, or has not closed the connection in time (W8).
    private mutating func closeTimedOut() {
        actions.append(hasSentClose ? .closeConnection : .abort)
        let reason = "no close frame within \(options.closeTimeout)"
        finish(orLost: TransportError(.timedOut, phase: .receiving, detail: reason))
    }

    /// Ends the session together with its connection, for `error` unless the end has another reason.
    mutating func finish(orLost error: TransportError?) {
        if let failure, let ownClose {
            finish(ownClose, .failed(failure))
        } else if let theirClose {
            finish(theirClose, .clean)
        } else {
            finish(WebSocketClose(.abnormal), .failed(.connectionLost(error)))
        }
    }
}
