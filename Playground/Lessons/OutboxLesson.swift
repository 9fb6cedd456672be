import Foundation
import ReactiveNetworking
import ReactiveOffline
import ReactiveTesting

enum OutboxLesson: Lesson {
    static let title = "An outbox: kill it, start it again, nothing is lost"
    static let introduction =
        "A process writes three orders down and is killed while it sends the first. Another one sends what is left."
    static let code = #"""
        let journal = try RequestJournal(URL(fileURLWithPath: arguments[0]), over: network)
        for number in 1...3 {
            let order = RequestBuilder(.post, "/orders/\(number)").json(["amount": number]).build()
            _ = try await journal.add(order).value()
        }
        """#

    static func run(on server: LoopbackServer) async throws {
        // The first attempt never gets an answer, so the process is killed in the middle of it.
        server.on("POST", "/orders/*", .silent, .status(201))
        let directory = FileManager.default.temporaryDirectory.appending(path: "outbox-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }

        let process = Process()
        process.executableURL = Bundle.main.executableURL
        process.arguments = [processName, directory.path, server.url("")]
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        guard await server.received(to: "/orders/1", within: .seconds(1_200)) else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        Lessons.fact("killed", "after \(server.requestCount) request, without an answer")

        let network = Network(environment: Network.Environment(server.url("")))
        let journal = try RequestJournal(directory, over: network)
        Lessons.fact("found", "\(journal.entries.count) orders: " + journal.entries.map(\.url).joined(separator: ", "))
        for await delivery in journal.replay().values() {
            guard case .delivered(let entry, let response) = delivery else { continue }
            Lessons.fact("sent", "\(entry.url), \(response.statusCode)")
        }
        Lessons.fact("left", "\(journal.entries.count)")
        let keys = Set(server.requests(to: "/orders/1").compactMap { $0.header("Idempotency-Key") })
        Lessons.fact("keys", "/orders/1 was sent \(server.requestCount(to: "/orders/1")) times, with \(keys.count) key")
        journal.close()
    }

    /// The command line of the process that is killed: `Playground outbox-process <directory> <server>`.
    static let processName = "outbox-process"

    static func runProcess(_ arguments: [String]) async -> ExitCode {
        do {
            try await deliver(arguments)
            return .succeeded
        } catch {
            Terminal.complain("\(error)")
            return .failed
        }
    }

    private static func deliver(_ arguments: [String]) async throws {
        guard arguments.count == 2 else { throw UsageError("\(processName) needs a directory and a server") }
        let network = Network(environment: Network.Environment(arguments[1]), scheduler: ImmediateScheduler())
        let journal = try RequestJournal(URL(fileURLWithPath: arguments[0]), over: network)
        for number in 1...3 {
            let order = RequestBuilder(.post, "/orders/\(number)").json(["amount": number]).build()
            _ = try await journal.add(order).value()
        }
        for await _ in journal.replay().values() {}
    }
}
