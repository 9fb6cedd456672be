import Foundation
import ReactiveNetworking
import ReactiveOffline
import ReactiveTesting

// A process that uses a journal, for tests that end it at each of its system calls.
//
// Arguments: the directory, and `hold` to keep the journal open until the standard input ends. Everything that was
// acknowledged, and everything that reached the server, is a line of the output, written at once. Everything happens
// on one thread.

enum Steps {
    static func report(_ words: String...) {
        try? FileHandle.standardOutput.write(contentsOf: Data((words.joined(separator: " ") + "\n").utf8))
    }

    static func post(_ path: String, _ body: String = "body") -> Request {
        Request(.post, "https://journal.test\(path)", body: .text(body))
    }

    static func path(of entry: RequestJournal.Entry) -> String { URL(string: entry.url)?.path ?? "" }

    static func add(_ journal: RequestJournal, _ path: String, _ key: String, _ body: String = "body") {
        journal.add(post(path, body), key: key).startWithResult { result in
            if case .success(let entry) = result { report("added", path, key, "\(entry.id)") }
        }
    }

    @Sendable
    static func note(_ delivery: Delivery) {
        switch delivery {
        case .delivered(let entry, _), .refused(let entry, _): report("ended", path(of: entry), "\(entry.id)")
        default: break
        }
    }

    /// Keeps the journal open until the standard input ends.
    static func hold(_ directory: URL, over network: Network) throws {
        let journal = try RequestJournal(directory, over: network)
        add(journal, "/held", "a")
        report("holding")
        _ = try FileHandle.standardInput.readToEnd()
        journal.close()
    }

    static func run(in directory: URL, over network: Network) throws {
        let configuration = RequestJournal.Configuration(inlineBodyByteCount: 100, maxAttempts: 2)
        let journal = try RequestJournal(directory, over: network, configuration)
        let long = String(repeating: "long ", count: 100)
        add(journal, "/a1", "a")
        add(journal, "/a2", "a", long)
        add(journal, "/b1-busy", "b")
        add(journal, "/b2", "b", long)
        journal.replay().startWithValues(note)
        journal.send(post("/c1"), key: "c").startWithResult { if case .success(let delivery) = $0 { note(delivery) } }
        report("removing", "/b2")
        for entry in journal.entries where entry.url.hasSuffix("/b2") {
            journal.cancel(entry.id).startWithCompleted { report("ended", "/b2", "\(entry.id)") }
        }
        journal.close()

        // Enough that the file is written anew.
        let large = String(repeating: "x", count: 200_000)
        let roomy = RequestJournal.Configuration(inlineBodyByteCount: 1 << 20)
        let second = try RequestJournal(directory, over: network, roomy)
        for index in 1...6 { add(second, "/d\(index)", "d", large) }
        second.replay(width: 2).startWithValues(note)
        second.replay().startWithValues(note)
        add(second, "/e1", "e")
        second.close()
    }
}

do {
    let clock = TestScheduler()
    let stub = StubTransport(clock: clock) { request, _ in
        Steps.report("sent", request.url.path, request.headers["Idempotency-Key"] ?? "none")
        return request.url.path.contains("busy") ? .status(.serviceUnavailable) : .status(.created)
    }
    let configuration = Network.Configuration(retryPolicy: .never)
    let network = Network(configuration: configuration, transport: stub, clock: clock)
    let directory = URL(fileURLWithPath: CommandLine.arguments[1])
    if CommandLine.arguments.dropFirst(2).first == "hold" {
        try Steps.hold(directory, over: network)
    } else {
        try Steps.run(in: directory, over: network)
    }
    Steps.report("done")
} catch {
    Steps.report("failed", "\(error)")
    exit(1)
}
