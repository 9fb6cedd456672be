import AsyncHTTPClient
import Foundation
import NIOCore
import ReactiveNetworking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

func printHTTPRows(url: String?) async throws {
    if let url { return try await httpRows(asking: url).forEach(Table.print) }
    let server = try await HTTPServer()
    try await httpRows(asking: server.url).forEach(Table.print)
    if server.name == "nginx" {
        try printLoadRows(server.url)
        try await printTransferRows(server)
    }
    print("\nHTTP against \(server.name) in a process of its own; over URLSession with 64 requests in flight.")
    try server.stop()
}

private func httpRows(asking url: String) async throws -> [Row] {
    let client = HTTPClient()
    let sessions = Sessions(url)
    let count = 1_000
    let headers = try await bestOf(
        count: count,
        [
            Side("ours") { total in try await sessions.headersByUs(count, total) },
            Side("raw dataTask") { total in try await sessions.headersByTheSession(count, total) },
        ]
    )
    let bodies = try await bestOf(
        count: count,
        [
            Side("ours") { total in try await sessions.bodiesByUs(count, total) },
            Side("raw dataTask") { total in try await sessions.bodiesByTheSession(count, total) },
            Side("AsyncHTTPClient") { total in
                try await inFlight(count, total) {
                    let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(10))
                    return try await response.body.collect(upTo: 1 << 20).readableBytes
                }
            },
        ]
    )
    try await client.shutdown()
    func row(_ name: String, _ peer: String, _ ours: Double, _ theirs: Double, _ goal: Row.Goal = .none) -> Row {
        Row(name: name, unit: "requests/s", ours: 1e9 / ours, peer: (peer, 1e9 / theirs), goal: goal)
    }
    return [
        row("send over URLSession, headers", "raw dataTask", headers[0], headers[1], .atLeast(0.95)),
        row("send over URLSession, small body", "raw dataTask", bodies[0], bodies[1], .atLeast(0.95)),
        row("send over URLSession, small body", "AsyncHTTPClient", bodies[0], bodies[2]),
    ]
}

/// Two sessions with the same configuration: one behind the library, and a bare one.
private struct Sessions: Sendable {
    private let network: Network
    private let request: Request
    private let session: URLSession
    private let target: URL

    init(_ url: String) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        session = URLSession(configuration: configuration)
        network = Network(
            transport: URLSessionTransport(configuration: configuration),
            scheduler: ImmediateScheduler()
        )
        request = RequestBuilder(.get, url).build()
        target = URL(string: url)!
    }

    func headersByUs(_ count: Int, _ total: Accumulator) async throws {
        try await inFlight(count, total) { Int(try await network.send(request).value()["Content-Length"] ?? "") ?? 0 }
    }

    func bodiesByUs(_ count: Int, _ total: Accumulator) async throws {
        try await inFlight(count, total) {
            try await network.send(request, decoding: .data).value().parsedData.count
        }
    }

    func headersByTheSession(_ count: Int, _ total: Accumulator) async throws {
        try await inFlight(count, total) {
            let (_, response) = try await ask()
            return Int(response.value(forHTTPHeaderField: "Content-Length") ?? "") ?? 0
        }
    }

    func bodiesByTheSession(_ count: Int, _ total: Accumulator) async throws {
        try await inFlight(count, total) { try await ask().0.count }
    }

    private func ask() async throws -> (Data, HTTPURLResponse) {
        try await withCheckedThrowingContinuation { continuation in
            let task = session.dataTask(with: target) { data, response, error in
                if let data, let response = response as? HTTPURLResponse {
                    continuation.resume(returning: (data, response))
                } else {
                    continuation.resume(throwing: error ?? URLError(.badServerResponse))
                }
            }
            task.resume()
        }
    }
}

/// Makes `count` requests, 64 at a time, and adds up what they return.
private func inFlight(
    _ count: Int,
    _ total: Accumulator,
    _ request: @escaping @Sendable () async throws -> Int
) async throws {
    try await withThrowingTaskGroup(of: Int.self) { group in
        for index in 0..<count {
            if index >= 64 { total.add(try await group.next() ?? 0) }
            group.addTask { try await request() }
        }
        for try await byteCount in group { total.add(byteCount) }
    }
}
