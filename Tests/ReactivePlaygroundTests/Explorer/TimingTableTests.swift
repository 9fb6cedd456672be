import ReactiveNetworking
import Testing

@testable import ReactivePlayground

/// Tests of the phases of a transfer, as computed from its metrics.
struct TimingTableTests {
    private func text(_ metrics: TransferMetrics) -> String {
        TimingTable(metrics).lines.map { $0.text(colored: false) }.joined(separator: "\n")
    }

    @Test func everyPhaseBeginsWhereThePreviousOneEnds() {
        let metrics = TransferMetrics(
            nameLookup: .milliseconds(10),
            connect: .milliseconds(30),
            secureConnect: .milliseconds(80),
            firstByte: .milliseconds(200),
            total: .milliseconds(1_200),
            receivedByteCount: 20_000,
            wireByteCount: 5_000,
            sentByteCount: 12,
            protocolVersion: "HTTP/2",
            remoteAddress: "192.0.2.1",
            remotePort: 443
        )
        #expect(
            text(metrics) == """
                  name lookup   0.010 s
                  connect       0.020 s
                  TLS           0.050 s
                  waiting       0.120 s
                  receiving     1.000 s
                  in all        1.200 s
                  20.0 kB received as 5000 bytes, 12 bytes sent, HTTP/2, from 192.0.2.1 port 443
                """
        )
    }

    @Test func phasesThatDidNotHappenAreNotListed() {
        let plain = TransferMetrics(
            nameLookup: .zero,
            connect: .milliseconds(1),
            secureConnect: .zero,
            firstByte: .milliseconds(3),
            total: .milliseconds(3)
        )
        #expect(TimingTable(plain).phases.map(\.name) == ["name lookup", "connect", "waiting", "receiving", "in all"])
        var reused = plain
        reused.reusedConnection = true
        #expect(TimingTable(reused).phases.map(\.name) == ["waiting", "receiving", "in all"])
        #expect(text(TransferMetrics()) == "  0 bytes received")
    }
}
