import Foundation

/// HTTP rows, each measured in separate processes; the median of five.
func printLoadRows(_ url: String) throws {
    for inFlight in [1, 16, 64, 256] { try rows(url, inFlight: inFlight).forEach(Table.print) }
    let base = url.replacing("/small", with: "")
    for toFile in [false, true] { try streamRows("\(base)/big", toFile: toFile).forEach(Table.print) }
    let waiting = try Trial.waiting(url: "\(base)/wait", count: 10_000).measured().peakMemory
    Table.print(
        Row(
            name: "10,000 in flight, 1 KB buffers, memory each",
            unit: "KB",
            ours: Double(waiting) / 1e3,
            goal: .atMost(20)
        )
    )
    let late = try median { try Trial.deadlines(url: "\(base)/wait", inFlight: 64).measured() }.seconds
    Table.print(Row(name: "deadline overshoot at 64, p99", unit: "ms", ours: late * 1e3, goal: .atMost(5)))
}

private func rows(_ url: String, inFlight: Int) throws -> [Row] {
    let count = inFlight == 1 ? 5_000 : 20_000
    func cost(_ client: Client, _ count: Int) throws -> Cost {
        try median { try Trial.load(client, url: url, inFlight: inFlight, count: count).measured() }
    }
    let ours = try cost(.ours, count)
    let peer = try cost(.asyncHTTPClient, count)
    let sessionCount = count / 10
    let session = try cost(.urlSession, sessionCount)
    let limit = try median { try Trial.limit(url, inFlight: inFlight, count: count) }
    let name = "send over libcurl, \(inFlight) in flight"
    let isMiddle = inFlight == 16 || inFlight == 64
    func rate(_ cost: Cost, _ count: Int) -> Double { Double(count) / cost.seconds }
    func row(_ peer: String, _ figure: Double, _ goal: Row.Goal) -> Row {
        Row(name: name, unit: "requests/s", ours: rate(ours, count), peer: (peer, figure), goal: goal)
    }
    func seconds(_ cost: Cost, _ count: Int) -> Double { cost.processorSeconds / Double(count) * 1e5 }
    func processor(_ peer: String, _ cost: Cost, _ peerCount: Int) -> Row {
        let figure = (peer, seconds(cost, peerCount))
        return Row(name: "  processor time of 100,000", unit: "s", ours: seconds(ours, count), peer: figure)
    }
    return [
        row(Client.asyncHTTPClient.name, rate(peer, count), .atLeast(isMiddle ? 1.5 : 1.2)),
        row(Client.urlSession.name, rate(session, sessionCount), isMiddle ? .atLeast(8) : .none),
        row("C on libcurl", rate(limit, count), .atLeast(0.6)),
        processor(Client.asyncHTTPClient.name, peer, count),
        processor(Client.urlSession.name, session, sessionCount),
        processor("C on libcurl", limit, count),
    ]
}

private func streamRows(_ url: String, toFile: Bool) throws -> [Row] {
    func cost(_ client: Client) throws -> Cost {
        try median { try Trial.stream(client, url: url, toFile: toFile).measured() }
    }
    let ours = try cost(.ours)
    let peer = try cost(.asyncHTTPClient)
    let name = "256 MB " + (toFile ? "into a file" : "to nowhere")
    let size = Double(HTTPServer.bigByteCount) / 1e6
    let peerName = Client.asyncHTTPClient.name
    return [
        Row(
            name: name,
            unit: "MB/s",
            ours: size / ours.seconds,
            peer: (peerName, size / peer.seconds),
            goal: .atLeast(1.5)
        ),
        Row(name: name + ", memory grown by", unit: "MB", ours: Double(ours.peakMemory) / 1e6, goal: .atMost(32)),
    ]
}

/// The median of five runs by duration.
func median(_ measure: () throws -> Cost) rethrows -> Cost {
    var costs: [Cost] = []
    for _ in 0..<5 { costs.append(try measure()) }
    return costs.sorted { $0.seconds < $1.seconds }[2]
}
