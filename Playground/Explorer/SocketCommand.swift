import Foundation
import ReactiveNetworking
import ReactiveStreams

/// The command `swift run Playground ws <url> …`, which opens a WebSocket: each message becomes a line, and each line
/// of standard input a message.
enum SocketCommand {
    static func run(_ request: Request, _ options: SendOptions, on console: Console) async -> ExitCode {
        let interrupt = Interrupt()
        let opened = Locked<WebSocket?>(nil)
        let conversation = Task { try await talk(request, options, on: console) { opened.value = $0 } }
        interrupt.cancels {
            guard let socket = opened.value else { return conversation.cancel() }
            socket.close().start()
        }
        do {
            try await conversation.value
        } catch OutletError.readerLeft {
            return .succeeded
        } catch {
            if interrupt.hasHappened { return .interrupted }
            return console.report(error, with: options)
        }
        return interrupt.hasHappened ? .interrupted : .succeeded
    }

    private static func talk(
        _ request: Request,
        _ options: SendOptions,
        on console: Console,
        opened: @Sendable (WebSocket) -> Void
    ) async throws {
        var request = request
        if let limit = options.abortAfter { request.configuration.abortAfter = limit }
        request.configuration.maxRetries = options.retries
        let network = options.network(retryPolicy: .standard, over: try options.transport(for: request))
        if options.isVerbose { Narration(of: request, over: network).start(on: console) }
        for try await socket in network.webSocket(request).values() {
            if !options.isQuiet { console.say("open" + (socket.subprotocol.map { ": \($0)" } ?? ""), .green) }
            opened(socket)
            // Reading a line blocks its thread.
            Thread.detachNewThread { sendLines(over: socket) }
            for try await message in socket.messages.values() {
                try console.output.write(Data(text(of: message, on: console.output).utf8))
            }
            if !options.isQuiet, case .closed(let close) = socket.state.value { console.say("closed: \(close)", .dim) }
        }
    }

    /// Sends the lines of standard input, and closes the socket after the last one.
    private static func sendLines(over socket: WebSocket) {
        while let line = readLine() {
            guard case .success = socket.send(.text(line)).wait() else { return }
        }
        socket.close().start()
    }

    /// Returns a message as a line.
    private static func text(of message: WebSocket.Message, on output: Outlet) -> String {
        switch message {
        case .data(let data): return "\(data.count) bytes: \(data.base64EncodedString())\n"
        case .text(let text):
            guard output.isTerminal else { return text.replacing("\n", with: "\\n") + "\n" }
            var printer = JSONPrinter(colored: output.isColored)
            let shown = printer.print(text) + printer.finish()
            return shown + (shown.hasSuffix("\n") ? "" : "\n")
        }
    }
}
