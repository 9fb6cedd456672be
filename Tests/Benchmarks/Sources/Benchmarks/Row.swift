import Foundation

/// One line of the table: the same work, done by the library and by a peer.
struct Row: Sendable {
    let name: String
    /// The plural of what is counted, such as requests.
    let unit: String
    /// The number of them in one measurement.
    let count: Int
    var server: Server?
    let ours: Side
    var peer: Side?

    /// The name together with that of the peer, because a row can exist with several peers.
    var id: String { peer.map { "\(name), beside \($0.name)" } ?? name }
}

/// One side of a row.
struct Side: Sendable {
    let name: String
    let work: Work

    enum Work: Sendable {
        /// A function that this program runs in a child process, which warms up before it measures.
        case function(@Sendable (Place) async throws -> Cost)
        /// A program with its arguments. It prints the seconds, the seconds of processor time or `-` for those of the
        /// whole process, and the sum.
        case program(@Sendable (Place) -> [String])
    }
}

/// The surroundings of a measurement.
struct Place: Sendable {
    /// The URL of the row's server, without a path; empty if the row needs none.
    let url: String
    /// The directory of the files that all measurements have in common.
    let shared: URL
    /// An empty directory that is removed after the measurement.
    let directory: URL

    /// A sparse file of ``Server/bigByteCount`` bytes, which stays in the cache of the system.
    var big: URL { shared.appending(path: "big") }
    /// The certificate of ``Server/secureNginx``.
    var certificate: URL { shared.appending(path: "certificate.pem") }
}

/// The cost of a measurement.
struct Cost: Sendable {
    var seconds: Double
    var processorSeconds: Double
    /// A sum of the results. It is equal on both sides, which shows that they did the same work.
    var sum: Int
    /// The growth of the resident memory up to its peak, in bytes.
    var memory = 0
}

/// A measure of the library alone that is not a rate.
struct Figure: Sendable {
    let name: String
    let unit: String
    let server: Server
    let work: @Sendable (Place) async throws -> Double
}

/// The figures of a row.
struct Comparison {
    let row: Row
    private var ours: [Cost] = []
    private var peers: [Cost] = []

    init(of row: Row, rounds: Int, with servers: Servers) async throws {
        self.row = row
        // The round before the first is not counted: servers and caches of files are slower at first.
        for round in -1..<rounds {
            if round == 0 { (ours, peers) = ([], []) }
            let isOursFirst = round % 2 == 0
            if isOursFirst { ours.append(try await Child.cost(of: row.ours, .ours, row, servers)) }
            if let peer = row.peer { peers.append(try await Child.cost(of: peer, .peer, row, servers)) }
            if !isOursFirst { ours.append(try await Child.cost(of: row.ours, .ours, row, servers)) }
        }
        let sums = Set((ours + peers).map(\.sum))
        guard sums.count == 1 else { throw Failure("\(row.id): the sides came to different sums, \(sums.sorted())") }
    }

    /// Medians, per second.
    var rates: (ours: Double, peer: Double?) { (median(ours.map(rate)), peers.isEmpty ? nil : median(peers.map(rate))) }

    /// Medians, in microseconds for each item.
    var processorTimes: (ours: Double, peer: Double?) {
        (median(ours.map(processorTime)), peers.isEmpty ? nil : median(peers.map(processorTime)))
    }

    /// The ratios of the rounds, from the smallest to the largest.
    var ratios: [Double] { zip(ours, peers).map { rate($0) / rate($1) }.sorted() }

    private func rate(_ cost: Cost) -> Double { Double(row.count) / cost.seconds }

    private func processorTime(_ cost: Cost) -> Double { cost.processorSeconds / Double(row.count) * 1e6 }
}

func median(_ figures: [Double]) -> Double {
    let sorted = figures.sorted()
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
}
