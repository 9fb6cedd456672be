import Foundation
import ReactiveCache
import ReactiveDiagnostics
import ReactiveNetworking

/// Sends a request, and writes the response to a console.
struct Transmission: Sendable {
    /// The outcome of a transmission.
    enum Ending: Sendable {
        case succeeded
        /// The reader of the output closed the pipe.
        case readerLeft
        case cancelled
        case failed(any Error)
    }

    /// The maximum size of each body in an archive, in bytes.
    private static let archivedByteCount = 16 << 20

    private let request: Request
    private let options: SendOptions
    private let console: Console
    private let network: Network
    private let cache: CachingTransport?
    private let journal: Journal
    private let recorder: SessionRecorder?
    /// The time limit for the response, if no other limit applies.
    private let patience: Patience?

    init(of request: Request, _ options: SendOptions, on console: Console) throws {
        self.request = request
        self.options = options
        self.console = console
        patience = options.abortAfter == nil && options.download == nil ? Patience() : nil
        let transport = try options.transport(for: request)
        cache = try options.cache(over: transport)
        let policy = patience?.retryPolicy ?? .standard
        network = options.network(retryPolicy: policy, over: cache ?? transport)
        journal = Journal(of: network)
        let byteCount = options.download == nil ? Self.archivedByteCount : 0
        recorder = options.archive == nil ? nil : SessionRecorder(network, keepingBodiesUpTo: byteCount)
    }

    /// Sends the request, and reports the outcome.
    func run() async -> ExitCode {
        if options.isVerbose { Narration(of: request, over: network, usingCache: cache != nil).start(on: console) }
        let interrupt = Interrupt()
        let transfer = Task { await self.transfer() }
        patience?.watch { transfer.cancel() }
        interrupt.cancels { transfer.cancel() }
        var ending = await transfer.value
        if case .cancelled = ending, let patience, patience.isLost, !interrupt.hasHappened {
            ending = .failed(journal.events.timeOut(after: patience.limit))
        }
        // The list comes after what is being stored.
        _ = try? await cache?.entries().value()
        await showAttempts(ending)
        var code = ExitCode.succeeded
        if case .failed(let failure) = ending { code = console.report(failure, with: options) }
        if let archiveFailure {
            console.say(archiveFailure, .red)
            code = .failed
        }
        return interrupt.hasHappened ? .interrupted : code
    }

    private func transfer() async -> Ending {
        do {
            if let file = options.download { try await download(to: file) } else { try await stream() }
            return Task.isCancelled ? .cancelled : .succeeded
        } catch OutletError.readerLeft {
            return .readerLeft
        } catch is CancellationError {
            return .cancelled
        } catch {
            return .failed(error)
        }
    }

    private func stream() async throws {
        let stream: ByteStream
        do {
            stream = try await network.byteStream(
                request,
                abortAfter: options.abortAfter,
                maxRetries: options.retries
            )
        } catch let error as Network.OperationError {
            try showRefused(error)
            if case .unexpectedResponseCode(let status, _) = error { throw RefusedStatus(status: status) }
            throw error
        }
        patience?.reward()
        var writer = try begin(stream.head)
        do {
            for try await bytes in stream {
                // Stop at a cancellation even if further chunks are available.
                try Task.checkCancellation()
                try writer.write(bytes)
            }
        } catch {
            try? writer.finish()
            throw explained(error, stream.head)
        }
        try end(&writer)
    }

    /// Shows the response of a failed operation, if there is one.
    private func showRefused(_ error: Network.OperationError) throws {
        guard let head = journal.events.lastHead else { return }
        var writer = try begin(head)
        guard case .unexpectedResponseCode(_, let data?) = error else { return }
        do {
            try writer.write(data)
        } catch is BinaryBody {
            // The failure is reported anyway, and the body of an error need not be saved.
            return try writer.finish()
        }
        try end(&writer)
    }

    private func begin(_ head: ResponseHead) throws -> BodyWriter {
        if options.printsHead || options.draft.isHead {
            try console.print(lines(of: head) + [""])
        } else {
            show(head)
        }
        return BodyWriter(head.headers["Content-Type"].map { HTTP.ContentType(rawValue: $0) }, to: console.output)
    }

    private func end(_ writer: inout BodyWriter) throws {
        try writer.finish()
        if writer.hasWritten, console.output.isTerminal, !options.isQuiet { console.say("") }
    }

    private func explained(_ error: any Error, _ head: ResponseHead) -> any Error {
        error is BinaryBody ? BinaryBody(type: head.headers["Content-Type"]) : error
    }

    private func download(to file: URL) async throws {
        let destination = Destination.file(file).resumable()
        let updates = network.download(
            request,
            to: options.replacesFile ? destination.replacing() : destination,
            abortAfter: options.abortAfter,
            maxRetries: options.retries
        )
        defer { if let head = journal.events.lastHead { show(head) } }
        var line = ProgressLine(on: console.errors)
        defer { line.end() }
        for try await update in updates.values() {
            if let progress = update.progress, !options.isQuiet { line.show(progress) }
        }
    }
}

extension Transmission {
    private func show(_ head: ResponseHead) {
        guard !options.isQuiet else { return }
        let status = head.cacheStatus.map { [Line("(\($0))", .dim)] } ?? []
        console.say(lines(of: head) + status + [""])
    }

    private func lines(of head: ResponseHead) -> [Line] {
        [Line("\(head.status)", options.accepts(head.status) ? .green : .red)]
            + head.headers.map { name, value in Line("\(name): \(value)") }
    }

    /// Shows the attempts and the times, as far as they say more than the failure that follows.
    private func showAttempts(_ ending: Ending) async {
        var failure: String?
        switch ending {
        case .readerLeft: return
        case .failed(let error): failure = "\(error)"
        case .succeeded, .cancelled: break
        }
        if !options.isQuiet, failure == nil || journal.events.attemptCount > 1 {
            console.say(await journal.attempts(endingWith: failure))
        }
        guard options.showsTiming, let metrics = journal.events.lastMetrics else { return }
        console.say([""] + TimingTable(metrics).lines)
    }

    /// Writes the archive, if one was requested. Returns a text if that fails.
    private var archiveFailure: String? {
        guard let archive = options.archive, let recorder else { return nil }
        do {
            // The library hides secret header fields, but a server may repeat their values anywhere.
            let text = String(decoding: try recorder.record.har(), as: UTF8.self)
            try Data(console.secrets.hidden(in: text).utf8).write(to: archive)
            return nil
        } catch {
            return "The archive cannot be written to \(archive.path): \(error.localizedDescription)"
        }
    }
}

/// The failure of a response whose body has been shown.
struct RefusedStatus: Error, CustomStringConvertible {
    let status: HTTP.StatusCode

    var description: String { "The status \(status) is not accepted" }
}

extension SendOptions {
    fileprivate func accepts(_ status: HTTP.StatusCode) -> Bool {
        status.isSuccess || draft.takesRedirects && status.isRedirection
    }
}
