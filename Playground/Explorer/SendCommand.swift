import ReactiveNetworking

/// The command `swift run Playground send <url> …`, which sends one request and reports the result.
enum SendCommand {
    static func run(_ request: Request, _ options: SendOptions, on console: Console) async throws -> ExitCode {
        guard !options.printsCommand else {
            return console.answer(try request.curlCommand(redactedBy: options.revealsSecrets ? nil : .standard))
        }
        return try await Transmission(of: request, options, on: console).run()
    }
}
