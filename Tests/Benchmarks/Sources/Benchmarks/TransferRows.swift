import AsyncHTTPClient
import Foundation
import ReactiveNetworking

/// Whole files, beside the `curl` command. Its times are those of the transfers; its processor time contains its start.
let transferRows = MeasuredTransport.all.filter(\.movesFiles).flatMap { transport in
    [
        row("256 MB into a file", transport, .nginx, download, beside: "curl -o") { place in
            ["curl", "-sSf", "-o", place.target.path, "-w", curlFormat, place.bigURL]
        },
        row("256 MB to nowhere", transport, .nginx, stream, beside: "curl -o") { place in
            ["curl", "-sSf", "-o", "/dev/null", "-w", curlFormat, place.bigURL]
        },
        row("256 MB to nowhere", transport, .nginx, stream, beside: Side(name: "AsyncHTTPClient", work: streamPeer)),
        row("a form with a file of 256 MB", transport, .sink, upload, beside: "curl -F") { place in
            ["curl", "-sSf", "-o", "/dev/null", "-w", curlFormat, "-F", "file=@\(place.big.path)", place.url]
        },
    ]
}

/// The growth of the memory during a transfer.
let memoryFigures = MeasuredTransport.all.filter(\.movesFiles).flatMap { transport in
    [
        figure("256 MB into a file", transport, .nginx, download),
        figure("256 MB to nowhere", transport, .nginx, stream),
        figure("a form with a file of 256 MB", transport, .sink, upload),
    ]
}

private let curlFormat = "%{time_total} - %{size_download}"

private typealias Work = @Sendable (MeasuredTransport, Place) async throws -> Cost

private func row(
    _ name: String,
    _ transport: MeasuredTransport,
    _ server: Server,
    _ work: @escaping Work,
    beside peer: String,
    _ arguments: @escaping @Sendable (Place) -> [String]
) -> Row {
    row(name, transport, server, work, beside: Side(name: peer, work: .program(arguments)))
}

private func row(
    _ name: String,
    _ transport: MeasuredTransport,
    _ server: Server,
    _ work: @escaping Work,
    beside peer: Side
) -> Row {
    let ours = Side(name: "ours", work: .function { try await work(transport, $0) })
    return Row(name: "\(name), \(transport.name)", unit: "MB", count: 256, server: server, ours: ours, peer: peer)
}

private func figure(_ name: String, _ transport: MeasuredTransport, _ server: Server, _ work: @escaping Work) -> Figure
{
    Figure(name: "\(name), \(transport.name), memory grown by", unit: "MB", server: server) { place in
        Double(try await work(transport, place).memory) / 1e6
    }
}

@Sendable
private func download(_ transport: MeasuredTransport, _ place: Place) async throws -> Cost {
    let network = try transport.network(place)
    _ = try await network.send(RequestBuilder(.get, place.url + "/small").build()).value()
    let request = RequestBuilder(.get, place.bigURL).build()
    return try await Cost.of {
        Int(try await network.download(request, to: .file(place.target)).onlyValue().value().byteCount)
    }
}

@Sendable
private func stream(_ transport: MeasuredTransport, _ place: Place) async throws -> Cost {
    let network = try transport.network(place)
    _ = try await network.send(RequestBuilder(.get, place.url + "/small").build()).value()
    let request = RequestBuilder(.get, place.bigURL).build()
    let total = Locked(0)
    return try await Cost.of {
        try network.stream(request).on(value: { event in
            if let bytes = event.bytes { total.withLock { $0 += bytes.count } }
        })
        .wait().get()
        return total.withLock { $0 }
    }
}

@Sendable
private func upload(_ transport: MeasuredTransport, _ place: Place) async throws -> Cost {
    let network = try transport.network(place)
    let request = RequestBuilder(.post, place.url).multipart([.file("file", place.big)]).build()
    return try await Cost.of {
        try await network.send(request, decoding: .data, abortAfter: .seconds(60)).value().parsedData.count
    }
}

private let streamPeer = Side.Work.function { place in
    try await HTTPClient.withOneLoop(place) { client in
        let warmUp = try await client.execute(HTTPClientRequest(url: place.url + "/small"), timeout: .seconds(10))
        _ = try await warmUp.body.collect(upTo: 1 << 20)
        return try await Cost.of {
            let response = try await client.execute(HTTPClientRequest(url: place.bigURL), timeout: .seconds(60))
            guard response.status == .ok else { throw Failure("status \(response.status)") }
            var total = 0
            for try await buffer in response.body { total += buffer.readableBytes }
            return total
        }
    }
}

extension Place {
    fileprivate var bigURL: String { url + "/big" }

    fileprivate var target: URL { directory.appending(path: "target") }
}
