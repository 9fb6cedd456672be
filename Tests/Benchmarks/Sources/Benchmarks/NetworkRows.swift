import AsyncHTTPClient
import Foundation
import NIOCore
import ReactiveNetworking
import ReactiveTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A loopback server in this process, until standard input ends: the HTTP rows start one as a process of its own.
func serve() async throws {
    let server = try LoopbackServer()
    server.on("/small", .text("hello"))
    print(server.url("/small"))
    fflush(nil)
    while readLine() != nil {}
    server.stop()
}

func networkRows(url: String?) async throws -> [Row] {
    if let url { return try await httpRows(url) + [stubRow()] }
    let server = Process()
    let (input, output) = (Pipe(), Pipe())
    server.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    server.arguments = ["serve"]
    server.standardInput = input
    server.standardOutput = output
    try server.run()
    let line = output.fileHandleForReading.availableData
    let served = String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
    let rows = try await httpRows(served) + [stubRow()]
    try input.fileHandleForWriting.close()
    server.waitUntilExit()
    return rows
}

/// Requests a second with `width` in flight.
private func rate(_ count: Int, width: Int = 64, _ request: @escaping @Sendable () async throws -> Void) async throws
    -> Double
{
    let nanoseconds = try await best(per: count) {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for index in 0..<count {
                if index >= width { try await group.next() }
                group.addTask { try await request() }
            }
            try await group.waitForAll()
        }
    }
    return 1e9 / nanoseconds
}

private func httpRows(_ url: String) async throws -> [Row] {
    let count = 4_000
    let network = Network(scheduler: ImmediateScheduler())
    let request = RequestBuilder(.get, url).build()
    let session = URLSession(configuration: .ephemeral)
    let target = URL(string: url)!
    let client = HTTPClient()

    let raw = try await rate(count) {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            session.dataTask(with: target) { data, _, error in
                if data != nil { continuation.resume() } else { continuation.resume(throwing: error!) }
            }.resume()
        }
    }
    let ours = try await rate(count) { _ = try await network.send(request).value() }
    let peer = try await rate(count) {
        let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(10))
        _ = try await response.body.collect(upTo: 1 << 20)
    }
    try await client.shutdown()
    return [
        Row(
            name: "Network.send over URLSession, 64 in flight",
            unit: "requests/s",
            ours: ours,
            peer: ("raw dataTask", raw),
            goal: .atLeast(0.95)
        ),
        Row(
            name: "Network.send over URLSession, 64 in flight",
            unit: "requests/s",
            ours: ours,
            peer: ("AsyncHTTPClient", peer),
            goal: .none
        ),
    ]
}

private func stubRow() -> Row {
    let network = Network(transport: StubTransport(.status(.ok)))
    let request = RequestBuilder(.get, "http://stub.test/").build()
    let count = 20_000
    let ours = best(per: count) {
        for _ in 0..<count { network.send(request, scheduler: ImmediateScheduler()).start() }
    }
    return Row(
        name: "Network.send over an immediate stub",
        unit: "us/send",
        ours: ours / 1_000,
        peer: nil,
        goal: .atMost(10)
    )
}
