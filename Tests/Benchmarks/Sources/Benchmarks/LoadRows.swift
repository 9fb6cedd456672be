import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import ReactiveNetworking
import ReactiveURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A transport under ``Network``, with the loads and the peer that it is measured with.
struct MeasuredTransport: Sendable {
    let name: String
    var peer = Client.asynchronous
    var inFlight = [1, 16, 64, 256]
    /// The number of requests that takes about a second, with many in flight.
    var requests = 40_000
    /// A transport that can pause an exchange is also measured with whole files.
    var movesFiles = true
    var server = Server.nginx
    let make: @Sendable (Place) throws -> any Transport

    /// The transports, each of which has rows of its own. The first is also measured beside further peers.
    static let all = [
        MeasuredTransport(name: "SocketTransport") { _ in try SocketTransport() },
        MeasuredTransport(
            name: "SocketTransport over TLS 1.3",
            inFlight: [16, 64],
            requests: 20_000,
            movesFiles: false,
            server: .secureNginx
        ) { place in
            var configuration = SocketTransport.Configuration()
            configuration.httpVersion = .http1
            configuration.tls.trust = .file(place.certificate.path)
            return try SocketTransport(configuration)
        },
        MeasuredTransport(
            name: "SocketTransport over HTTP/2",
            peer: .multiplexing,
            inFlight: [1, 16, 64],
            movesFiles: false,
            server: .multiplexingNginx
        ) { place in
            var configuration = SocketTransport.Configuration()
            configuration.tls.trust = .file(place.certificate.path)
            return try SocketTransport(configuration)
        },
        MeasuredTransport(
            name: "URLSessionTransport",
            peer: .dataTask,
            inFlight: [1, 16],
            requests: 4_000,
            movesFiles: false
        ) { _ in URLSessionTransport(configuration: sessionConfiguration()) },
    ]

    func network(_ place: Place) throws -> Network {
        Network(transport: try make(place), scheduler: ImmediateScheduler())
    }

    func load(_ inFlight: Int) -> Load { Load(count: inFlight == 1 ? requests / 4 : requests, inFlight: inFlight) }
}

/// Requests for a small body, with a limited number of them in flight.
let loadRows =
    MeasuredTransport.all.flatMap { transport in
        transport.inFlight.map { row("send", transport, $0, sent, beside: transport.peer) }
    } + [
        row("send with await", MeasuredTransport.all[0], 1, awaited, beside: .asynchronous),
        row("send with await", MeasuredTransport.all[0], 64, awaited, beside: .asynchronous),
        row("send", MeasuredTransport.all[0], 64, sent, beside: .futures),
    ] + [1, 16, 64, 256].map { row("send", MeasuredTransport.all[0], $0, sent, beside: .bareLibcurl) }

private func row(
    _ name: String,
    _ transport: MeasuredTransport,
    _ inFlight: Int,
    _ work: (MeasuredTransport, Load) -> Side.Work,
    beside peer: Client
) -> Row {
    let load = transport.load(inFlight)
    return Row(
        name: "\(name), \(transport.name), \(inFlight) in flight",
        unit: "requests",
        count: load.count,
        server: transport.server,
        ours: Side(name: "ours", work: work(transport, load)),
        peer: Side(name: peer.name, work: peer.work(load))
    )
}

private func sent(over transport: MeasuredTransport, _ load: Load) -> Side.Work {
    .function { place in
        let network = try transport.network(place)
        let request = RequestBuilder(.get, place.small).build()
        return try await load.measured { ended in
            network.send(request, decoding: .data).startWithResult { result in
                ended { try result.get().parsedData.count }
            }
        }
    }
}

private func awaited(over transport: MeasuredTransport, _ load: Load) -> Side.Work {
    .function { place in
        let network = try transport.network(place)
        let request = RequestBuilder(.get, place.small).build()
        return try await load.measured { try await network.send(request, decoding: .data).value().parsedData.count }
    }
}

/// A peer that makes the requests of a load.
struct Client: Sendable {
    let name: String
    let work: @Sendable (Load) -> Side.Work

    /// The asynchronous interface of AsyncHTTPClient, over HTTP/1.1.
    static let asynchronous = asynchronous("AsyncHTTPClient", .http1Only)

    /// The asynchronous interface of AsyncHTTPClient, over HTTP/2 if the server has it.
    static let multiplexing = asynchronous("AsyncHTTPClient over HTTP/2", .automatic)

    private static func asynchronous(_ name: String, _ version: HTTPClient.Configuration.HTTPVersion) -> Client {
        Client(name: name) { load in
            .function { place in
                try await HTTPClient.withOneLoop(place, version) { client in
                    try await load.measured {
                        let request = HTTPClientRequest(url: place.small)
                        let response = try await client.execute(request, timeout: .seconds(10))
                        guard response.status == .ok else { throw Failure("status \(response.status)") }
                        return try await response.body.collect(upTo: 1 << 20).readableBytes
                    }
                }
            }
        }
    }

    /// The futures of AsyncHTTPClient, which call back on the event loop.
    static let futures = Client(name: "AsyncHTTPClient, futures") { load in
        .function { place in
            try await HTTPClient.withOneLoop(place) { client in
                let request = try HTTPClient.Request(url: place.small)
                return try await load.measured { ended in
                    client.execute(request: request, deadline: .now() + .seconds(10)).whenComplete { result in
                        ended {
                            let response = try result.get()
                            guard response.status == .ok else { throw Failure("status \(response.status)") }
                            return response.body?.readableBytes ?? 0
                        }
                    }
                }
            }
        }
    }

    /// A `URLSession` with the configuration of the library's.
    static let dataTask = Client(name: "dataTask") { load in
        .function { place in
            let session = URLSession(configuration: sessionConfiguration())
            guard let url = URL(string: place.small) else { throw Failure("\(place.small) is not a URL") }
            return try await load.measured { ended in
                session.dataTask(with: url) { data, response, error in
                    ended {
                        guard let data, (response as? HTTPURLResponse)?.statusCode == 200 else {
                            throw error ?? Failure("no response with the status 200")
                        }
                        return data.count
                    }
                }
                .resume()
            }
        }
    }

    /// The limit of libcurl: one thread on its event interface, with nothing on top.
    static let bareLibcurl = Client(name: "C on libcurl") { load in
        .program { [Child.program("Limit"), $0.small, "\(load.inFlight)", "\(load.count)"] }
    }
}

extension HTTPClient {
    /// Passes a client with one event loop, and as many connections as `SocketTransport` has by default. It trusts
    /// the certificate of the place's server.
    static func withOneLoop<Output>(
        _ place: Place,
        _ version: Configuration.HTTPVersion = .http1Only,
        _ work: (HTTPClient) async throws -> Output
    ) async throws -> Output {
        var configuration = Configuration()
        configuration.httpVersion = version
        if place.url.hasPrefix("https:") {
            var tls = TLSConfiguration.makeClientConfiguration()
            tls.trustRoots = .file(place.certificate.path)
            configuration.tlsConfiguration = tls
        }
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        configuration.timeout = .init(connect: .seconds(10), read: .seconds(10))
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let client = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
        let output = try await work(client)
        try await client.shutdown()
        return output
    }
}

extension Place {
    fileprivate var small: String { url + "/small" }
}

private func sessionConfiguration() -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    return configuration
}
