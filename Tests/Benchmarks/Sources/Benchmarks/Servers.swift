import Foundation
import ReactiveNetworking
import ReactiveTesting
import ReactiveURLSession

/// A kind of server, in a process of its own.
enum Server {
    /// nginx with the file `/small` of 200 bytes, the sparse file `/big`, and `/wait`, which does not respond.
    case nginx
    /// The first, over TLS 1.3 with a certificate that it signed itself, for 127.0.0.1.
    case secureNginx
    /// The second, over HTTP/2 too.
    case multiplexingNginx
    /// A server that reads a body as fast as it can, discards it, and responds with two bytes.
    case sink

    static let bigByteCount = 256_000_000
}

/// The servers of the rows, each started when it is needed first, and the directory of all files.
final class Servers {
    private let directory: URL
    private var nginx: Nginx?
    private var secureNginx: Nginx?
    private var multiplexingNginx: Nginx?
    private var sink: Sink?
    private var certificate: Certificate?

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
        let big = directory.appending(path: "big")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data().write(to: big)
        try FileHandle(forWritingTo: big).truncate(atOffset: UInt64(Server.bigByteCount))
        let small = String(repeating: "0123456789", count: 20)
        try Data(small.utf8).write(to: directory.appending(path: "small"))
    }

    /// Returns the surroundings of a measurement, with an empty URL if it needs no server.
    func place(at server: Server?) async throws -> Place {
        let place = directory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        return Place(url: try await url(of: server), shared: directory, directory: place)
    }

    private func url(of server: Server?) async throws -> String {
        switch server {
        case .nginx:
            if let nginx { return nginx.url }
            let nginx = try Nginx(serving: directory)
            self.nginx = nginx
            try await nginx.waitUntilItAnswers(URLSessionTransport.shared)
            return nginx.url
        case .secureNginx:
            let nginx = if let secureNginx { secureNginx } else { try await secured() }
            secureNginx = nginx
            return nginx.url
        case .multiplexingNginx:
            let nginx = if let multiplexingNginx { multiplexingNginx } else { try await secured(multiplexes: true) }
            multiplexingNginx = nginx
            return nginx.url
        case .sink:
            let sink = try self.sink ?? Sink()
            self.sink = sink
            return sink.url
        case nil: return ""
        }
    }

    private func secured(multiplexes: Bool = false) async throws -> Nginx {
        let certificate = try self.certificate ?? Certificate(in: directory)
        self.certificate = certificate
        let nginx = try Nginx(serving: directory, with: certificate, multiplexes: multiplexes)
        var configuration = SocketTransport.Configuration()
        configuration.tls.trust = .file(certificate.file.path)
        try await nginx.waitUntilItAnswers(try SocketTransport(configuration))
        return nginx
    }

    func stop() {
        nginx?.stop()
        secureNginx?.stop()
        multiplexingNginx?.stop()
        sink?.stop()
        try? FileManager.default.removeItem(at: directory)
    }
}

/// A program that ends with this process, however this process ends: a shell kills it when the pipe from here closes.
private final class Companion {
    private let process = Process()
    private let input = Pipe()

    init(_ arguments: [String], output: Pipe? = nil) throws {
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "\"$@\" & cat > /dev/null; kill -9 $!", "sh"] + arguments
        process.standardInput = input
        if let output { process.standardOutput = output }
        try process.run()
    }

    func stop() {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}

private final class Nginx {
    let url: String
    private let process: Companion

    /// - Parameters:
    ///   - root: The directory of the files.
    ///   - certificate: The certificate of a server that speaks TLS.
    ///   - multiplexes: A Boolean value that adds HTTP/2.
    init(serving root: URL, with certificate: Certificate? = nil, multiplexes: Bool = false) throws {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") + ["/usr/sbin"]
        let program = folders.map { URL(filePath: "\($0)/nginx") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        guard let program else {
            throw Failure(
                "these rows need nginx; install it with `apt-get install nginx-light` or `brew install nginx`"
            )
        }
        // A port that was free at the time of the call.
        let probe = try LoopbackServer()
        let port = probe.port
        probe.stop()
        url = "\(certificate == nil ? "http" : "https")://127.0.0.1:\(port)"
        let directory = root.appending(path: "nginx-\(port)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        try Data("user:none".utf8).write(to: directory.appending(path: "users"))
        let tls = certificate.map {
            "ssl_certificate \($0.file.path); ssl_certificate_key \($0.key.path); ssl_protocols TLSv1.3;"
        }
        let configuration = """
            daemon off;
            master_process off;
            pid \(directory.path)/nginx.pid;
            error_log stderr error;
            worker_rlimit_nofile 30000;
            events { worker_connections 24000; }
            http {
                access_log off;
                client_body_temp_path \(directory.path)/body;
                proxy_temp_path \(directory.path)/proxy;
                fastcgi_temp_path \(directory.path)/fastcgi;
                uwsgi_temp_path \(directory.path)/uwsgi;
                scgi_temp_path \(directory.path)/scgi;
                keepalive_timeout 60s;
                keepalive_requests 1000000;
                # Without it, opening the small file is half of the server's work.
                open_file_cache max=16;
                open_file_cache_valid 1h;
                server {
                    listen 127.0.0.1:\(port)\(tls == nil ? "" : " ssl")\(multiplexes ? " http2" : "") backlog=16384;
                    \(tls ?? "")
                    root \(root.path);
                    location /wait { auth_basic x; auth_basic_user_file \(directory.path)/users; auth_delay 600s; }
                }
            }
            """
        let file = directory.appending(path: "nginx.conf")
        try Data(configuration.utf8).write(to: file)
        process = try Companion([program.path, "-c", file.path, "-e", "stderr"])
    }

    func waitUntilItAnswers(_ transport: any Transport) async throws {
        let patient = RetryPolicy(backoff: .constant(.milliseconds(50))) { _ in .retry }
        let network = Network(
            configuration: Network.Configuration(retryPolicy: patient),
            transport: transport
        )
        _ = try await network.send(RequestBuilder(.get, "\(url)/small").build(), maxRetries: 100).value()
    }

    func stop() { process.stop() }
}

/// A certificate for 127.0.0.1 that signed itself.
private struct Certificate {
    let file: URL
    let key: URL

    init(in directory: URL) throws {
        file = directory.appending(path: "certificate.pem")
        key = directory.appending(path: "key.pem")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-days", "30", "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
            "-keyout", key.path, "-out", file.path,
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure("these rows need openssl; install it with `apt-get install openssl`")
        }
    }
}

private final class Sink {
    let url: String
    private let process: Companion

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
        process = try Companion(["python3", "-c", script], output: output)
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        guard let port = Int(line.trimmingCharacters(in: .newlines)) else {
            throw Failure("these rows need python3; install it with `apt-get install python3`")
        }
        url = "http://127.0.0.1:\(port)/"
    }

    func stop() { process.stop() }
}
