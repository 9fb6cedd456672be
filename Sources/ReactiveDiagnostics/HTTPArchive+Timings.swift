import ReactiveNetworking

extension HTTPArchive.Timings {
    init(_ exchange: SessionRecord.Exchange, of operation: SessionRecord.Operation) {
        let end = exchange.end ?? operation.end ?? exchange.begin
        let own = operation.spans.filter { $0.begin >= exchange.begin && $0.begin < end }
        func spent(_ activities: SessionRecord.Activity...) -> Double? {
            let spans = own.filter { activities.contains($0.activity) }
            guard !spans.isEmpty else { return nil }
            return spans.reduce(0) { $0 + (min($1.end, end) - $1.begin).inMilliseconds }
        }
        if let metrics = exchange.metrics, metrics.firstByte != nil {
            let whole = end - exchange.begin
            let wait = own.filter { $0.activity == .queue }.reduce(.zero) { $0 + (min($1.end, end) - $1.begin) }
            self.init(
                metrics,
                sending: spent(.sending) ?? 0,
                of: whole.inMilliseconds,
                after: metrics.measuredPart(of: wait, in: whole).inMilliseconds
            )
            return
        }
        self.init(
            blocked: spent(.queue) ?? -1,
            dns: spent(.dns) ?? -1,
            connect: spent(.connect, .tls) ?? -1,
            ssl: spent(.tls) ?? -1,
            send: spent(.sending) ?? 0,
            wait: spent(.waiting) ?? 0,
            receive: spent(.receiving) ?? 0
        )
    }

    /// Creates timings from the measurements of the transport.
    ///
    /// The transport does not measure when the request was sent completely. Of the time between the connection and the
    /// response, `sending` is the part that the operation's events show. `waiting` is the part of the measurements
    /// before there was a connection.
    private init(_ metrics: TransferMetrics, sending: Double, of whole: Double, after waiting: Double) {
        var last = waiting
        func step(to mark: Double?) -> Double? {
            guard let mark, mark > last else { return nil }
            defer { last = mark }
            return (mark - last).rounded(toPlaces: 3)
        }
        dns = step(to: metrics.nameLookup?.inMilliseconds) ?? -1
        let connecting = step(to: metrics.connect?.inMilliseconds)
        let securing = step(to: metrics.secureConnect?.inMilliseconds)
        ssl = securing ?? -1
        connect = connecting == nil && securing == nil ? -1 : (connecting ?? 0) + (securing ?? 0)
        let answering = step(to: metrics.firstByte?.inMilliseconds) ?? 0
        send = min(sending, answering)
        wait = (answering - send).rounded(toPlaces: 3)
        receive = step(to: metrics.total?.inMilliseconds) ?? 0
        let rest = (waiting + whole - last).rounded(toPlaces: 3)
        blocked = rest > 0 ? rest : -1
    }

    /// The sum of all timings except `ssl`, which is part of `connect`.
    var total: Double {
        [blocked, dns, connect, send, wait, receive].reduce(0) { $0 + max($1, 0) }.rounded(toPlaces: 3)
    }
}

extension TransferMetrics {
    /// Returns the part of a wait for a connection that the measurements include: some transports measure from the
    /// start of the exchange, others from the end of the wait.
    func measuredPart(of wait: Duration, in exchange: Duration) -> Duration {
        max(.zero, wait - max(.zero, exchange - (total ?? exchange)))
    }
}

extension Duration {
    fileprivate var inMilliseconds: Double { (self / .milliseconds(1)).rounded(toPlaces: 3) }
}

extension Double {
    fileprivate func rounded(toPlaces count: Int) -> Double {
        let factor = (0..<count).reduce(1.0) { product, _ in product * 10 }
        return (self * factor).rounded() / factor
    }
}
