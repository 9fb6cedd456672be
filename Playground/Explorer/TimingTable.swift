import ReactiveNetworking

/// The durations of an exchange's phases, as lines to print.
struct TimingTable {
    private let metrics: TransferMetrics

    init(_ metrics: TransferMetrics) {
        self.metrics = metrics
    }

    var lines: [Line] {
        phases.map { Line("  " + $0.name.column(12)) + Line($0.duration.column, .cyan) } + [Line("  " + summary, .dim)]
    }

    /// The measured phases. The metrics are relative to the start, so each phase begins where the previous one ended.
    var phases: [(name: String, duration: Duration)] {
        var phases: [(name: String, duration: Duration)] = []
        var begin = Duration.zero
        func add(_ name: String, until end: Duration?) {
            guard let end, end >= begin else { return }
            phases.append((name, end - begin))
            begin = end
        }
        if metrics.reusedConnection != true {
            add("name lookup", until: metrics.nameLookup)
            add("connect", until: metrics.connect)
            // Without TLS the transport reports nil or zero.
            if metrics.secureConnect != .zero { add("TLS", until: metrics.secureConnect) }
        }
        add("waiting", until: metrics.firstByte)
        add("receiving", until: metrics.total)
        if let total = metrics.total { phases.append(("in all", total)) }
        return phases
    }

    private var summary: String {
        var parts = ["\(metrics.receivedByteCount.short) received"]
        if let wire = metrics.wireByteCount, wire != metrics.receivedByteCount { parts[0] += " as \(wire.short)" }
        if let sent = metrics.sentByteCount, sent > 0 { parts.append("\(sent.short) sent") }
        if let version = metrics.protocolVersion { parts.append(version) }
        if let address = metrics.remoteAddress {
            parts.append("from \(address)" + (metrics.remotePort.map { " port \($0)" } ?? ""))
        }
        return parts.joined(separator: ", ")
    }
}
