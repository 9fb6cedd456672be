import ReactiveNetworking

/// The way out: at most one batch at a time, control frames before the next fragment of a message.
extension WebSocketSession {
    /// Sends a message, after those before it.
    ///
    /// - Parameter isDelivering: True while events are being delivered: what their receiver sends goes out as one batch
    ///   behind them.
    mutating func send(_ message: WebSocket.Message, _ id: Identifier, isDelivering: Bool = false, at now: Duration) {
        guard let refusal = refusal(of: message.byteCount) else {
            let outgoing =
                switch message {
                case .text(let text): Outgoing(id: id, opcode: .text, payload: Data(text.utf8))
                case .data(let data): Outgoing(id: id, opcode: .binary, payload: data)
                }
            queuedByteCount += outgoing.cost
            queue.append(outgoing)
            guard isDelivering else { return write(at: now) }
            if !isFlushDue { actions.append(.flush) }
            isFlushDue = true
            return
        }
        emit(.refused(id, refusal))
    }

    /// Hands over what was sent while events were being delivered.
    mutating func flush(at now: Duration) {
        isFlushDue = false
        write(at: now)
    }

    /// Returns the reason why a message cannot be sent. One message of any size may wait.
    private func refusal(of byteCount: Int) -> WebSocketError? {
        if let refusal { return refusal }
        let limit = Limit.waitingToBeSent
        guard queuedByteCount == 0 || byteCount + Limit.overhead <= limit - queuedByteCount else {
            return .tooManyBytesWaiting(limit: limit)
        }
        return nil
    }

    /// The reason why nothing can be sent any more.
    private var refusal: WebSocketError? {
        if let close = end ?? theirClose ?? ownClose { return .closed(close) }
        return hasWriteFailed ? .connectionLost(nil) : nil
    }

    /// Removes a message that nobody wants to be sent, unless a part of it has gone.
    mutating func cancel(_ id: Identifier) {
        guard let outgoing = queue.elements.first(where: { $0.id == id }), !outgoing.hasBegun else { return }
        let others = queue.elements.filter { $0.id != id }
        queue.removeAll()
        for other in others { queue.append(other) }
        queuedByteCount -= outgoing.cost
    }

    /// Sends a ping.
    ///
    /// - Parameter id: The identity for the user, or `nil` for a ping of the interval.
    mutating func ping(_ id: Identifier?, at now: Duration) {
        let refusal = refusal ?? (pings.count < Limit.pings ? nil : .tooManyBytesWaiting(limit: Limit.pings))
        if let refusal {
            if let id { emit(.refused(id, refusal)) }
            return
        }
        lastPing += 1
        let payload = withUnsafeBytes(of: lastPing.bigEndian, Array.init)
        pings.append(Ping(id: id, payload: payload, madeAt: now))
        write(at: now)
    }

    /// Notes that the connection has taken the last batch.
    mutating func wrote(at now: Duration) {
        isWriting = false
        guard phase != .over else { return }
        for outgoing in written {
            queuedByteCount -= outgoing.cost
            emit(.sent(outgoing.id))
        }
        written = []
        if hasWrittenClose { hasSentClose = true }
        // The time is for an answer, and not for what the server has to take before it. A server that breaks the
        // protocol has no more time for that.
        if closeDue != nil, waitingEnding == nil, failure == nil { closeDue = now + options.closeTimeout }
        write(at: now)
        awaitConsumerOfEnding()
    }

    /// Notes that the connection takes no bytes any more. What has arrived is still read (W8).
    mutating func writeFailed(_ error: TransportError) {
        isWriting = false
        hasWriteFailed = true
        guard phase != .over else { return }
        for outgoing in written + queue.elements { emit(.refused(outgoing.id, .connectionLost(error))) }
        for ping in pings { if let id = ping.id { emit(.refused(id, .connectionLost(error))) } }
        (written, pings) = ([], [])
        queue.removeAll()
        queuedByteCount = 0
        awaitConsumerOfEnding()
    }

    /// Hands the next batch to the connection, if it has taken the last one.
    mutating func write(at now: Duration) {
        guard !isWriting, !hasWriteFailed, !hasWrittenClose, phase != .over else { return }
        var bytes: [UInt8] = []
        appendControlFrames(to: &bytes, at: now)
        if closeOvertakes {
            appendClose(to: &bytes)
        } else {
            var takenCount = 0
            while max(bytes.count, takenCount) < Limit.batch, let count = appendFragment(to: &bytes) {
                takenCount += count
            }
            if queue.isEmpty { appendClose(to: &bytes) }
        }
        guard !bytes.isEmpty else { return }
        isWriting = true
        actions.append(.write(bytes))
    }

    private mutating func appendControlFrames(to bytes: inout [UInt8], at now: Duration) {
        while let payload = pongs.popFirst() { append(.pong, payload, to: &bytes) }
        for index in pings.indices where pings[index].sentAt == nil {
            pings[index].sentAt = now
            append(.ping, pings[index].payload, to: &bytes)
        }
    }

    private mutating func appendClose(to bytes: inout [UInt8]) {
        guard let ownClose else { return }
        hasWrittenClose = true
        append(.close, ownClose.payload, to: &bytes)
    }

    /// Appends the next message or the next part of it.
    ///
    /// - Returns: The number of the message's bytes in the fragment, or `nil` if there is none.
    private mutating func appendFragment(to bytes: inout [UInt8]) -> Int? {
        guard var outgoing = queue.first else { return nil }
        let start = outgoing.sentByteCount
        let isFirst = !outgoing.hasBegun
        let opcode = isFirst ? outgoing.opcode : .continuation
        if let deflater, outgoing.isDeflated(by: deflater) {
            // A message that has begun is not withdrawn, so that the server has all that later ones refer to.
            let deflated = outgoing.deflateFragment(with: deflater)
            append(opcode, isFinal: outgoing.isSent, isCompressed: isFirst, deflated, to: &bytes)
        } else {
            let fragment = outgoing.takeFragment()
            append(opcode, isFinal: outgoing.isSent, fragment, to: &bytes)
        }
        if outgoing.isSent {
            _ = queue.popFirst()
            written.append(outgoing)
        } else {
            queue.replaceFirst(with: outgoing)
        }
        return outgoing.sentByteCount - start
    }

    private func append(
        _ opcode: WebSocketOpcode,
        isFinal: Bool = true,
        isCompressed: Bool = false,
        _ payload: some Collection<UInt8>,
        to bytes: inout [UInt8]
    ) {
        WebSocketFrameWriter.append(
            opcode,
            isFinal: isFinal,
            isCompressed: isCompressed,
            payload,
            maskedBy: options.random.next(),
            to: &bytes
        )
    }
}

extension WebSocketSession.Outgoing {
    /// A Boolean value that indicates whether the last part has been taken.
    fileprivate var isSent: Bool { hasBegun && sentByteCount == payload.count }

    /// Takes the next part.
    fileprivate mutating func takeFragment() -> Data {
        let start = payload.startIndex + sentByteCount
        let fragment = payload[start..<min(payload.endIndex, start + WebSocketFrameWriter.maxPayloadByteCount)]
        sentByteCount += fragment.count
        hasBegun = true
        return fragment
    }

    /// Returns whether the message is compressed, as decided when it begins.
    fileprivate mutating func isDeflated(by deflater: MessageDeflater) -> Bool {
        if !hasBegun { isCompressed = deflater.deflates(payload.count) }
        return isCompressed
    }

    /// Takes as many parts as the encoder needs to return bytes, at most one block of DEFLATE.
    fileprivate mutating func deflateFragment(with deflater: MessageDeflater) -> [UInt8] {
        while true {
            let fragment = takeFragment()
            let deflated = deflater.deflate(fragment, isLast: isSent)
            if isSent || !deflated.isEmpty { return deflated }
        }
    }
}
