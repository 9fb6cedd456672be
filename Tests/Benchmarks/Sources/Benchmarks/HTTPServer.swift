import Foundation
import ReactiveNetworking
import ReactiveTesting

/// A server in a separate process with a small file: nginx, or a loopback server if nginx is not installed.
final class HTTPServer {
    static let serveCommand = "serve"

    let url: String
    let name: String
    private let process = Process()
    private let input = Pipe()
    private let directory: URL

    init() async throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "benchmarks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        process.standardInput = input
        if let nginx = Self.nginx {
            (name, url) = ("nginx", try Self.launch(nginx, process, in: directory))
        } else {
            (name, url) = ("loopback server", try Self.launchLoopback(process))
        }
        try await Self.waitUntilItAnswers(url)
    }

    func stop() throws {
        try input.fileHandleForWriting.close()
        // The child inherits the blocked signals of an asynchronous main function and would ignore SIGTERM.
        if name == "nginx" { kill(process.processIdentifier, SIGKILL) }
        try FileManager.default.removeItem(at: directory)
    }

    /// Serves until the standard input of the child process ends.
    static func serve() throws {
        let server = try LoopbackServer()
        server.on("/small", .text(contents))
        print(server.url("/small"))
        fflush(nil)
        while readLine() != nil {}
        server.stop()
    }

    /// The size of `/big`, a sparse file that only nginx serves.
    static let bigByteCount = 256 << 20

    /// The size of ``huge``, a sparse file too.
    static let hugeByteCount = 1 << 30
    var huge: URL { directory.appending(path: "huge") }

    private static let contents = String(repeating: "0123456789abcdef", count: 16)

    private static var nginx: URL? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") + ["/usr/sbin"]
        return folders.map { URL(filePath: "\($0)/nginx") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }

    private static func launchLoopback(_ process: Process) throws -> String {
        let output = Pipe()
        process.executableURL = Bundle.main.executableURL
        process.arguments = [serveCommand]
        process.standardOutput = output
        try process.run()
        let line = output.fileHandleForReading.availableData
        return String(decoding: line, as: UTF8.self).trimmingCharacters(in: .newlines)
    }

    private static func launch(_ nginx: URL, _ process: Process, in directory: URL) throws -> String {
        // A port that was free at the time of the call.
        let probe = try LoopbackServer()
        let port = probe.port
        probe.stop()
        try Data(contents.utf8).write(to: directory.appending(path: "small"))
        try Data("user:none".utf8).write(to: directory.appending(path: "users"))
        for (name, byteCount) in [("big", bigByteCount), ("huge", hugeByteCount)] {
            let file = directory.appending(path: name)
            try Data().write(to: file)
            try FileHandle(forWritingTo: file).truncate(atOffset: UInt64(byteCount))
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
                server {
                    listen 127.0.0.1:\(port) backlog=16384;
                    root \(directory.path);
                    location /wait { auth_basic x; auth_basic_user_file \(directory.path)/users; auth_delay 600s; }
                }
            }
            """
        let file = directory.appending(path: "nginx.conf")
        try Data(configuration.utf8).write(to: file)
        process.executableURL = nginx
        process.arguments = ["-c", file.path, "-e", "stderr"]
        try process.run()
        return "http://127.0.0.1:\(port)/small"
    }

    private static func waitUntilItAnswers(_ url: String) async throws {
        let patient = RetryPolicy(backoff: .constant(.milliseconds(50))) { _ in .retry }
        let network = Network(
            configuration: Network.Configuration(retryPolicy: patient),
            transport: URLSessionTransport.shared
        )
        _ = try await network.send(RequestBuilder(.get, url).build(), maxRetries: 100).value()
    }
}
