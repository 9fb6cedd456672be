import Foundation
import ReactiveNetworking

/// `swift run Playground send <url> …`: one real request, and what became of it.
enum SendCommand {
    static let usage = """
        usage: Playground                    the lessons
               Playground send <url> [options]

        options:
          --method <name>         GET by default, POST with a body
          --header <name: value>  may be given several times
          --json <text>           sends the text as a JSON body
          --form <name=value>     a field of a form; may be given several times
          --part <name=value>     a part of a multipart form; may be given several times, name=@path sends a file
          --retries <count>       attempts after the first; 10 by default
          --abort-after <seconds> the budget for everything; 10 by default, none with -o
          -o <file>               downloads into a new file; if it breaks off, the same command goes on with it
          --curl                  prints the request as a curl command, secrets and all, and sends nothing
          --har <file>            writes an HTTP archive for the tools of a browser, with secrets hidden
          --verbose               the request's headers, and every step as it happens

        exit codes: 0 ok, 1 the operation failed, 2 usage
        """

    static func run(_ arguments: [String]) async -> ExitCode {
        let options: SendOptions
        do {
            options = try SendOptions(arguments)
        } catch {
            Terminal.complain("\(error)\n\n\(usage)")
            return .usage
        }
        let failures = options.printsCommand ? command(options.request) : await send(options)
        for failure in failures { Terminal.complain(failure, .red) }
        return failures.isEmpty ? .succeeded : .failed
    }

    private static func command(_ request: Request) -> [String] {
        do {
            print(try request.curlCommand(redactedBy: nil))
            return []
        } catch {
            return ["\(error)"]
        }
    }

    /// - Returns: what went wrong.
    private static func send(_ options: SendOptions) async -> [String] {
        let network = Network()
        let recorder = SessionRecorder(network, keepingBodiesUpTo: options.download == nil ? .max : 0)
        let journal = Journal(of: network)
        if options.isVerbose { narrate(options.request, on: network) }
        let result = await result(of: options, on: network)

        let record = recorder.record
        if let exchange = record.operations.first?.exchanges.last { show(exchange, result) }
        await journal.printAttempts()
        var failures: [String] = []
        if case .failure(let error) = result { failures.append("\(error)") }
        if let archive = options.archive {
            do {
                try record.har().write(to: archive)
            } catch {
                failures.append("The archive cannot be written to \(archive.path): \(error.localizedDescription)")
            }
        }
        return failures
    }

    private static func result(of options: SendOptions, on network: Network) async -> Result<Void, any Error> {
        let (request, abortAfter, retries) = (options.request, options.abortAfter, options.retries)
        do {
            if let file = options.download {
                let target = Destination.file(file).resumable()
                let updates = network.download(request, to: target, abortAfter: abortAfter, maxRetries: retries)
                try await follow(updates)
            } else {
                _ = try await network.send(request, abortAfter: abortAfter, maxRetries: retries).take(last: 1).value()
            }
            return .success(())
        } catch {
            return .failure(error)
        }
    }

    private static func follow(
        _ updates: SignalProducer<TransferUpdate<DownloadedFile>, Network.OperationError>
    ) async throws {
        var line = ProgressLine(on: STDERR_FILENO)
        defer { line.end() }
        for try await update in updates.values() {
            if let progress = update.progress { line.show(progress) }
        }
    }

    private static func narrate(_ request: Request, on network: Network) {
        Terminal.complain("> \(request)", .dim)
        for (name, value) in request.headers {
            Terminal.complain("> \(name): \(Redaction.standard.value(value, ofHeader: name))", .dim)
        }
        network.events.observeValues { Terminal.complain("* \($0)", .dim) }
    }

    private static func show(_ exchange: SessionRecord.Exchange, _ result: Result<Void, any Error>) {
        guard let head = exchange.head else { return }
        let isSuccess = if case .success = result { true } else { false }
        print(Terminal.styled("\(head.status)", isSuccess ? .green : .red))
        for (name, value) in head.headers { print("\(name): \(value)") }
        print("")
        if !exchange.body.isEmpty { print(String(decoding: exchange.body, as: UTF8.self) + "\n") }
    }
}
