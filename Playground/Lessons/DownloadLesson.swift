import Foundation
import ReactiveNetworking
import ReactiveTesting

enum DownloadLesson: Lesson {
    static let title = "A download that resumes after a lost connection"
    static let introduction =
        "The connection is cut midway. The next attempt requests the rest, provided that the file is unchanged."

    private static let file = Array("It was a dark and stormy night; the ape wanted its banana back.\n".utf8)

    static func run(on server: LoopbackServer) async throws {
        server.on("/story.txt") { reply(to: $0.header("Range")) }
        let backoff = Backoff.exponential(base: .milliseconds(100))
        let network = Network(
            configuration: Network.Configuration(
                retryPolicy: RetryPolicy(backoff: backoff, RetryPolicy.standard.decision)
            )
        )
        let folder = FileManager.default.temporaryDirectory.appending(path: "Playground-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }

        let request = RequestBuilder(.get, server.url("/story.txt")).build()
        let journal = Journal(of: network)
        var line = ProgressLine()
        for try await update in network.download(request, to: .directory(folder)).values() {
            switch update {
            case .progress(let progress): line.show(progress)
            case .value(let downloaded):
                line.end()
                let isWhole = try Data(contentsOf: downloaded.url) == Data(file)
                Lessons.fact("file", "\(downloaded.url.lastPathComponent), \(isWhole ? "complete" : "incomplete")")
            }
        }

        for (number, request) in server.requests.enumerated() {
            let fields = ["Range", "If-Range"].compactMap { name in request.header(name).map { "\(name): \($0)" } }
            Lessons.fact("request \(number + 1)", fields.isEmpty ? "the whole file" : fields.joined(separator: ", "))
        }
        for events in await journal.operations {
            Diagram(rows: [events.attemptsRow, events.operationRow("download")]).print()
        }
    }

    /// Returns the whole file, cut off midway, or the requested part. One byte every 10 ms makes the progress visible.
    private static func reply(to range: String?) -> LoopbackServer.Reply {
        let tag = "\"v1\""
        guard let start = range?.firstMatch(of: #/^bytes=(\d+)-$/#).flatMap({ Int($0.output.1) }), start < file.count
        else {
            return .bytes(file, type: "text/plain").header("ETag", tag).dripping(.body, every: .milliseconds(10))
                .cutBody(afterBytes: file.count / 2)
        }
        return .bytes(file[start...], type: "text/plain", status: 206).header("ETag", tag)
            .header("Content-Range", "bytes \(start)-\(file.count - 1)/\(file.count)")
            .dripping(.body, every: .milliseconds(10))
    }
}
