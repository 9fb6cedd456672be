/// The end: close frames, and times that pass.
extension WebSocketSession {
    /// Closes the socket after the messages that wait. Only the first call counts. A violation that waits for the
    /// consumer is answered now, with its own code.
    mutating func close(_ close: WebSocketClose, at now: Duration) {
        guard phase == .open, ownClose == nil else { return }
        guard waitingViolation == nil else { return failOfWaitingViolation(at: now) }
        begin(close, overtaking: false, at: now)
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

    /// Answers the server's close frame, or its violation. Messages that wait are not sent any more.
    mutating func answer(with close: WebSocketClose, at now: Duration) {
        for outgoing in queue.elements { emit(.refused(outgoing.id, .closed(theirClose ?? close))) }
        queuedByteCount -= queue.elements.reduce(0) { $0 + $1.cost }
        queue.removeAll()
        pongs.removeAll()
        if hasWrittenClose {
            closeDue = now + options.closeTimeout
        } else {
            begin(close, overtaking: true, at: now)
        }
    }

    private mutating func begin(_ close: WebSocketClose, overtaking: Bool, at now: Duration) {
        if phase == .open { emit(.closing) }
        phase = .closing
        ownClose = close
        closeOvertakes = overtaking
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

    private var isWaitingForServer: Bool { phase == .open && isReading && waitingViolation == nil }

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
            return waitingViolation == nil ? closeTimedOut() : failOfWaitingViolation(at: now)
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
