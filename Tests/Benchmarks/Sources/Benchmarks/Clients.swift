import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import ReactiveNetworking

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The client that makes the requests of a trial.
enum Client: String, CaseIterable {
    case ours
    case asyncHTTPClient
    case urlSession

    var name: String {
        switch self {
        case .ours: "ours"
        case .asyncHTTPClient: "AsyncHTTPClient"
        case .urlSession: "raw dataTask"
        }
    }

    /// Returns a closure that begins one request for a small body, with the client's own kind of callback.
    func begin(_ url: String) throws -> Load.Begin {
        switch self {
        case .ours: Self.ours(url)
        case .asyncHTTPClient: try Self.asyncHTTPClient(url)
        case .urlSession: Self.urlSession(url)
        }
    }

    /// Streams a large body to nowhere, or into a file, and returns its size.
    func stream(_ url: String, to file: FileHandle?) async throws -> Int {
        switch self {
        case .ours: try Self.streamByUs(url, to: file)
        case .asyncHTTPClient: try await Self.streamByAsyncHTTPClient(url, to: file)
        case .urlSession: preconditionFailure("a session has nothing to stream with")
        }
    }

    private static func ours(_ url: String) -> Load.Begin {
        let network = Network(scheduler: ImmediateScheduler())
        let request = RequestBuilder(.get, url).build()
        return { ended in
            network.send(request, decoding: .custom { (data: Data) -> Data in data }).startWithResult { result in
                switch result {
                case .success(let response): ended(response.rawData.count)
                case .failure(let error): preconditionFailure("\(error)")
                }
            }
        }
    }

    private static func client() -> HTTPClient {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        configuration.timeout = .init(connect: .seconds(10), read: .seconds(10))
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        return HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    }

    private static func asyncHTTPClient(_ url: String) throws -> Load.Begin {
        let client = client()
        let request = try HTTPClient.Request(url: url)
        return { ended in
            client.execute(request: request, deadline: .now() + .seconds(10)).whenComplete { result in
                switch result {
                case .success(let response): ended(response.body?.readableBytes ?? 0)
                case .failure(let error): preconditionFailure("\(error)")
                }
            }
        }
    }

    private static func urlSession(_ url: String) -> Load.Begin {
        let session = URLSession(configuration: .ephemeral)
        let target = URL(string: url)!
        return { ended in
            session.dataTask(with: target) { data, _, error in
                guard let data else { preconditionFailure("\(String(describing: error))") }
                ended(data.count)
            }.resume()
        }
    }

    private static func streamByUs(_ url: String, to file: FileHandle?) throws -> Int {
        let transport = try CurlTransport()
        let total = Locked(0)
        let request = try RequestBuilder(.get, url).build().prepared()
        let result = transport.exchange(request).on(value: { event in
            guard case .body(let data) = event else { return }
            try? file?.write(contentsOf: data)
            total.withLock { $0 += data.count }
        }).wait()
        try result.get()
        return total.withLock { $0 }
    }

    private static func streamByAsyncHTTPClient(_ url: String, to file: FileHandle?) async throws -> Int {
        let client = client()
        let response = try await client.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
        var total = 0
        for try await buffer in response.body {
            if let file { try buffer.withUnsafeReadableBytes { try file.write(contentsOf: Data($0)) } }
            total += buffer.readableBytes
        }
        try await client.shutdown()
        return total
    }
}
