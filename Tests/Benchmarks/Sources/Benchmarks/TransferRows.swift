import Foundation
import ReactiveNetworking
import ReactiveTesting

/// Whole files compared with the `curl` command, the median of five; decoding and encoding compared with Foundation
/// alone.
func printTransferRows() async throws {
    let server = try await HTTPServer()
    guard server.name == "nginx" else { throw Trial.Failure(text: "these rows need nginx") }
    try await printTransferRows(server)
    try server.stop()
}

func printTransferRows(_ server: HTTPServer) async throws {
    let url = server.url.replacing("/small", with: "/huge")
    let download = try median { try Trial.download(url: url).measured() }
    let directory = FileManager.default.temporaryDirectory
    let target = directory.appending(path: "curl-\(UUID().uuidString)")
    let commandDownload = try median { try Trial.command("curl", ["-s", "-o", target.path, url]) }
    try FileManager.default.removeItem(at: target)
    Table.print(
        Row(
            name: "1 GB into a file",
            unit: "s",
            ours: download.seconds,
            peer: ("curl", commandDownload.seconds),
            goal: .atMost(1.3)
        )
    )
    Table.print(
        Row(
            name: "1 GB into a file, memory grown by",
            unit: "MB",
            ours: Double(download.peakMemory) / 1e6,
            goal: .atMost(32)
        )
    )

    let sink = try Sink()
    let file = server.huge.path
    let upload = try median { try Trial.multipart(url: sink.url, file: file).measured() }
    let commandUpload = try median {
        try Trial.command("curl", ["-s", "-o", "/dev/null", "-F", "file=@\(file)", sink.url])
    }
    sink.stop()
    let size = Double(HTTPServer.hugeByteCount) / 1e6
    Table.print(
        Row(
            name: "multipart with a file of 1 GB",
            unit: "MB/s",
            ours: size / upload.seconds,
            peer: ("curl", size / commandUpload.seconds),
            goal: .atLeast(0.8)
        )
    )
    try await printCodingRows()
}

private struct Item: Codable, Sendable {
    var id: Int
    var title: String
    var isDone: Bool
    var weights: [Double]
}

private func printCodingRows() async throws {
    let items = (0..<1_000).map { index in
        Item(
            id: index,
            title: "The item number \(index), opaque",
            isDone: index % 3 == 0,
            weights: [0.5, Double(index)]
        )
    }
    let data = try JSONEncoder().encode(items)
    let request = RequestBuilder(.get, "http://stub.test/").build()
    let rounds = 20
    @Sendable func network() -> Network {
        Network(transport: StubTransport(.status(.ok, body: data)), scheduler: ImmediateScheduler())
    }
    let decoding = try await bestOf(
        count: rounds,
        [
            Side("ours") { total in
                let network = network()
                for _ in 0..<rounds {
                    total.add(try await network.send(request, as: [Item].self).value().parsedData.count)
                }
            },
            Side("JSONDecoder") { total in
                let network = network()
                for _ in 0..<rounds {
                    _ = try await network.send(request).value()
                    total.add(try JSONDecoder().decode([Item].self, from: data).count)
                }
            },
        ]
    )
    Table.print(
        Row(
            name: "\(data.count / 1_000) kB of JSON decoded through send",
            unit: "us",
            ours: decoding[0] / 1_000,
            peer: ("JSONDecoder, send", decoding[1] / 1_000),
            goal: .atMost(1.1)
        )
    )

    let pairs = (0..<1_000).map { (name: "name \($0)", value: "value & \($0)") }
    let encoding = try await bestOf(
        count: rounds,
        [
            Side("ours") { total in
                let parameters = Parameters(Dictionary(uniqueKeysWithValues: pairs.map { ($0.name, $0.value as Any?) }))
                for _ in 0..<rounds { total.add(try parameters.query(ParameterStyle()).isEmpty ? 0 : 1) }
            },
            Side("URLComponents") { total in
                let items = pairs.map { URLQueryItem(name: $0.name, value: $0.value) }
                for _ in 0..<rounds {
                    var components = URLComponents()
                    components.queryItems = items
                    total.add(components.percentEncodedQuery?.isEmpty ?? true ? 0 : 1)
                }
            },
        ]
    )
    Table.print(
        Row(
            name: "a query of 1,000 pairs",
            unit: "us",
            ours: encoding[0] / 1_000,
            peer: ("URLComponents", encoding[1] / 1_000),
            goal: .atMost(1)
        )
    )
}

/// A server in a separate process that reads a body as fast as it can and discards it.
private final class Sink {
    let url: String
    private let process = Process()

    init() throws {
        let script = """
            import socket
            server = socket.socket(); server.bind(("127.0.0.1", 0)); server.listen(); print(server.getsockname()[1], flush=True)
            buffer = memoryview(bytearray(1 << 20))
            while True:
                peer, _ = server.accept(); head = b""
                while b"\\r\\n\\r\\n" not in head: head += peer.recv(65536)
                head, rest = head.split(b"\\r\\n\\r\\n", 1)
                length = next(int(l.split(b":")[1]) for l in head.split(b"\\r\\n") if l.lower().startswith(b"content-length"))
                if b"100-continue" in head.lower(): peer.sendall(b"HTTP/1.1 100 Continue\\r\\n\\r\\n")
                got = len(rest)
                while got < length: got += peer.recv_into(buffer)
                peer.sendall(b"HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\nConnection: close\\r\\n\\r\\nok"); peer.close()
            """
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script]
        process.standardOutput = output
        try process.run()
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        url = "http://127.0.0.1:\(line.trimmingCharacters(in: .newlines))/"
    }

    func stop() { kill(process.processIdentifier, SIGKILL) }
}
