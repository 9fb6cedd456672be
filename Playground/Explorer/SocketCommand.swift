import Foundation
import ReactiveNetworking
import ReactiveStreams

/// The command `swift run Playground ws <url> …`, which opens a WebSocket: each message becomes a line, and each line
/// of standard input a message.
enum SocketCommand {
    static func run(_ arguments: [String], on console: Console = .standard) async -> ExitCode {
        // A closed pipe is then an error of `write` instead of ending the process.
        signal(SIGPIPE, SIG_IGN)
        let task: SendTask
        do {
            task = try SendTask(arguments)
        } catch {
            return SendCommand.refuse(error, on: console)
        }
        switch task {
        case .showHelp: return SendCommand.answer(SendHelp.text, on: console)
        case .showVersion: return SendCommand.answer(SendHelp.version, on: console)
        case .send(let options): return await run(options, on: console)
        }
    }

    private static func run(_ options: SendOptions, on console: Console) async -> ExitCode {
        var console = console
        console.secrets = options.secrets
        let interrupt = Interrupt()
        let opened = Locked<WebSocket?>(nil)
        let conversation = Task { [console] in try await talk(options, on: console) { opened.value = $0 } }
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
            console.say("\(error)", .red)
            return .failed
        }
        return interrupt.hasHappened ? .interrupted : .succeeded
    }

    private static func talk(
        _ options: SendOptions,
        on console: Console,
        opened: @Sendable (WebSocket) -> Void
    ) async throws {
        var request = options.draft.request { Data() }
        if let limit = options.abortAfter { request.configuration.abortAfter = limit }
        request.configuration.maxRetries = options.retries
        let network = options.network(retryPolicy: .standard, over: try options.transport(for: request))
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
