import ReactiveNetworking

/// The bytes of the server, and the pace of the consumer.
extension WebSocketSession {
    /// Takes bytes that the connection was asked for.
    mutating func receive(_ bytes: Span<UInt8>, at now: Duration) {
        isReading = false
        guard phase != .over else { return }
        if let position = read(bytes, from: 0, at: now) {
            heldBack = HeldBack(bytes: bytes.extracting(position...).withUnsafeBufferPointer { Array($0) })
        }
        readIfWanted(at: now)
    }

    /// Looks at bytes.
    ///
    /// - Returns: The position of the first byte to hold back, or `nil` if there is none.
    private mutating func read(_ bytes: Span<UInt8>, from start: Int, at now: Duration) -> Int? {
        var position = start
        while isListening, let event = reader.next(in: bytes, at: &position) {
            take(event, at: now)
            if deflater != nil, isListening, isPaused, position < bytes.count { return position }
        }
        return nil
    }

    /// Looks at the bytes that were held back, as far as the consumer allows.
    private mutating func readHeldBack(at now: Duration) {
        guard var held = heldBack else { return }
        heldBack = nil
        if let position = read(held.bytes.span, from: held.position, at: now) {
            held.position = position
            heldBack = held
        } else if held.hasEnded {
            ended(held.error, at: now)
        }
    }

    /// Notes the end of the connection, with the reason if it is not an ordinary one.
    mutating func ended(_ error: TransportError?, at now: Duration) {
        isReading = false
        guard heldBack == nil else {
            heldBack?.hasEnded = true
            heldBack?.error = error
            return
        }
        carryOutWaitingEnding(at: now)
        guard phase != .over else { return }
        actions.append(.closeConnection)
        finish(orLost: error)
    }

    /// Notes whether there is a consumer for messages.
    mutating func setConsumer(isAttached: Bool, at now: Duration) {
        hasConsumer = isAttached
        hasHadConsumer = true
        if !isAttached { carryOutWaitingEnding(at: now) }
        readIfWanted(at: now)
    }

    /// Notes that the consumer was sent messages of this cost.
    mutating func consumed(_ cost: Int, at now: Duration) {
        unconsumedByteCount -= cost
        readIfWanted(at: now)
    }

    /// Notes that the consumer has done with the messages before an ending.
    mutating func consumerIsDone(_ number: UInt64, at now: Duration) {
        // One that sends messages is asked again when they have been taken, because more may follow.
        guard number == lastAwaited, !isWriting, queue.isEmpty else { return }
        carryOutWaitingEnding(at: now)
    }

    /// Asks when the consumer has done with the messages before an ending, if there is one.
    mutating func awaitConsumerOfEnding() {
        guard waitingEnding != nil else { return }
        lastAwaited += 1
        emit(.awaitConsumer(lastAwaited))
    }

    /// A Boolean value that indicates whether what arrives is looked at. After a violation, and after the close frame
    /// of the server, it is passed over (W8).
    private var isListening: Bool {
        failure == nil && waitingEnding == nil && theirClose == nil && phase != .over
    }

    private mutating func take(_ event: WebSocketMessageReader.Event, at now: Duration) {
        switch event {
        case .message(let message): take(message)
        case .ping(let payload):
            guard !hasWrittenClose else { return }
            if pongs.count == Limit.pongs { _ = pongs.popFirst() }
            pongs.append(payload)
            write(at: now)
        case .pong(let payload): take(pong: payload, at: now)
        case .close(let close): take(ending: .close(close), at: now)
        case .violation(let violation): take(ending: .violation(violation), at: now)
        }
    }

    /// Takes an ending, which waits for a consumer: it may work on a message that it was sent, and the first consumer
    /// may still come.
    private mutating func take(ending: Ending, at now: Duration) {
        waitingEnding = ending
        let isAwaited = hasConsumer || !hasHadConsumer && unconsumedByteCount > 0
        guard phase == .open, isAwaited else { return carryOutWaitingEnding(at: now) }
        closeDue = now + options.closeTimeout
        awaitConsumerOfEnding()
    }

    /// Ends the session because of the ending that has waited, if there is one, behind the messages that the user has
    /// sent (W5, W8).
    mutating func carryOutWaitingEnding(at now: Duration) {
        guard let ending = waitingEnding, phase != .over else { return }
        waitingEnding = nil
        switch ending {
        case .close(let close):
            theirClose = close
            answer(with: WebSocketClose(close.code), at: now)
        case .violation(let violation):
            failure = .protocolViolation(violation.code, violation.rawValue)
            let close = WebSocketClose(violation.code)
            if ownClose == nil { answer(with: close, at: now) } else { overtake(with: close, at: now) }
        }
    }

    private mutating func take(_ message: WebSocket.Message) {
        // After the user's close, nobody holds up the close frame of the server.
        guard ownClose == nil || unconsumedByteCount < Limit.waitingToBeReceived else { return }
        unconsumedByteCount += message.cost
        emit(.message(message))
    }

    /// A pong answers all pings before its own (RFC 6455 §5.5.3).
    private mutating func take(pong payload: [UInt8], at now: Duration) {
        guard let index = pings.firstIndex(where: { $0.payload == payload && $0.sentAt != nil }) else { return }
        for ping in pings[...index] {
            if let id = ping.id { emit(.pong(id, after: now - (ping.sentAt ?? now))) }
        }
        pings.removeSubrange(...index)
    }

    /// A Boolean value that indicates whether the consumer holds up the connection.
    var isPaused: Bool {
        guard phase == .open else { return false }
        if hasConsumer, unconsumedByteCount == 0 { return false }
        return unconsumedByteCount + reader.partialByteCount >= Limit.waitingToBeReceived
    }

    /// Asks for bytes, unless the consumer holds up the connection. The wait for it is no silence of the server.
    mutating func readIfWanted(at now: Duration) {
        guard !isReading, phase != .over else { return }
        if heldBack != nil, !isPaused { readHeldBack(at: now) }
        guard !isReading, phase != .over else { return }
        guard !isPaused else {
            isHeldUp = true
            return
        }
        if isHeldUp { heldUpUntil = now }
        isHeldUp = false
        isReading = true
        lastByteAt = now
        actions.append(.read)
    }
}
