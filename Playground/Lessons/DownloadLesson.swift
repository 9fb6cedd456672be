import Foundation
import ReactiveNetworking
import ReactiveTesting

enum DownloadLesson: Lesson {
    static let title = "A download that resumes after a lost connection"
    static let introduction =
        "The connection is cut midway. The next attempt requests the rest, provided that the file is unchanged."
    static let code = """
        let download = network.download(request, to: .directory(folder))
        for try await update in download.values() {
            if let progress = update.progress { line.show(progress) }
            if let file = update.value { downloaded = file }
        }
        """

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
        var downloaded: DownloadedFile?
        let download = network.download(request, to: .directory(folder))
        for try await update in download.values() {
            if let progress = update.progress { line.show(progress) }
            if let file = update.value { downloaded = file }
        }
        line.end()
        if let url = downloaded?.url {
            let isWhole = try Data(contentsOf: url) == Data(file)
            Lessons.fact("file", "\(url.lastPathComponent), \(isWhole ? "complete" : "incomplete")")
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
