import Foundation
import ReactiveNetworking
import ReactiveStreams

/// The command `swift run Playground events <url> …`, which shows the server-sent events of a stream until it ends.
enum EventsCommand {
    static func run(_ request: Request, _ options: SendOptions, on console: Console) async -> ExitCode {
        let interrupt = Interrupt()
        let watch = Task { try await show(request, options, on: console) }
        interrupt.cancels { watch.cancel() }
        do {
            try await watch.value
        } catch OutletError.readerLeft {
            return .succeeded
        } catch {
            if interrupt.hasHappened { return .interrupted }
            return console.report(error, with: options)
        }
        return interrupt.hasHappened ? .interrupted : .succeeded
    }

    private static func show(_ request: Request, _ options: SendOptions, on console: Console) async throws {
        var request = request
        if let limit = options.abortAfter { request.configuration.abortAfter = limit }
        request.configuration.maxRetries = options.retries
        let network = options.network(retryPolicy: .standard, over: try options.transport(for: request))
        if options.isVerbose { Narration(of: request, over: network).start(on: console) }
        for try await update in network.eventSourceUpdates(request).values() {
            switch update {
            case .opened(let head): if !options.isQuiet { console.say("\(head.status)", .green) }
            case .comment(let text): if options.isVerbose { console.say(": \(text)", .dim) }
            case .reconnecting(let delay, let cause):
                let reason = cause.map { "\($0)" } ?? "The server ended the response"
                if !options.isQuiet { console.say("\(reason); connects again in \(delay.short)", .yellow) }
            case .event(let event): try console.output.write(Data(text(of: event, on: console.output).utf8))
            }
        }
    }

    /// Returns an event as a line: its data alone for a pipe, and for a terminal its type, its ID, and its data, of
    /// which JSON takes several lines.
    private static func text(of event: ServerSentEvent, on output: Outlet) -> String {
        guard output.isTerminal else { return event.data.replacing("\n", with: "\\n") + "\n" }
        let name = Line(([event.type] + (event.id.isEmpty ? [] : [event.id])).joined(separator: " ") + "  ", .cyan)
        var printer = JSONPrinter(colored: output.isColored)
        let data = printer.print(event.data) + printer.finish()
        return name.text(colored: output.isColored) + data + (data.hasSuffix("\n") ? "" : "\n")
    }
}
