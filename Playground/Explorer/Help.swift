/// The texts that explain the command line.
enum Help {
    static let version = "Playground of ReactiveNetworking, unreleased"

    /// The overview of lessons and commands.
    static let overview = """
        usage: Playground                        runs the first ten lessons
               Playground <lesson> …             runs lessons, each by its number or name, such as 3 or retrying
               Playground --all                  runs all lessons
               Playground --list                 lists the lessons
               Playground send <url> [options]   \(ExplorerCommand.send.summary)
               Playground events <url> [options] \(ExplorerCommand.events.summary)
               Playground ws <url> [options]     \(ExplorerCommand.ws.summary)
               Playground <command> --help       explains a command, with examples
               Playground --version

        examples:
          Playground 3                           the third lesson
          Playground send localhost:8080/todos   a GET request

        \(exitCodes)
        """

    /// Returns the line that follows a usage error.
    static func hint(for command: ExplorerCommand? = nil) -> String {
        "Help: swift run Playground \(command.map { "\($0.rawValue) " } ?? "")--help"
    }

    static func text(of command: ExplorerCommand) -> String {
        let groups = CommandOption.groups.map { name, options in
            (["\(name):"] + options.filter { $0.commands.contains(command) }.flatMap(\.lines)).joined(separator: "\n")
        }
        return """
            usage: Playground \(command.rawValue) <url> [options]

            \(command.explanation)

            examples:
            \(command.examples.map { "  Playground \(command.rawValue) \($0)" }.joined(separator: "\n"))

            \(groups.joined(separator: "\n\n"))
              --help, -h    --version

            \(exitCodes)
            """
    }

    private static let exitCodes =
        "exit codes: 0 success, 1 the operation failed, 2 usage, 130 interrupted with Ctrl-C"
}

extension CommandOption {
    private static let column = 30

    /// The lines of the help.
    fileprivate var lines: [String] {
        help.split(separator: "\n").enumerated().map { index, text in
            (index == 0 ? "  \(usage)" : "").column(Self.column) + text
        }
    }
}

extension ExplorerCommand {
    fileprivate var summary: String {
        switch self {
        case .send: "sends one request, and prints the response"
        case .events: "prints the server-sent events of a stream"
        case .ws: "opens a WebSocket"
        }
    }

    fileprivate var explanation: String {
        switch self {
        case .send:
            """
            Sends one request; the scheme defaults to http. The body of the response goes to standard output, everything
            else to standard error. On a terminal, JSON is formatted and colored (unless NO_COLOR is set), control
            characters are escaped, and binary bodies are refused; a pipe or a file receives the bytes unchanged.
            """
        case .events:
            """
            Shows the server-sent events of a stream until it ends, and connects again when it breaks. A pipe receives
            the data of each event as a line; a terminal shows the type and the ID, too.
            """
        case .ws:
            """
            Opens a WebSocket: each message becomes a line of standard output, and each line of standard input a message.
            """
        }
    }

    /// The arguments of examples.
    var examples: [String] {
        switch self {
        case .send:
            [
                "localhost:8080/todos", "https://example.org/ -I", "localhost:8080/login -d 'name=ape&password=group'",
                "localhost:8080/todos --json '{\"title\": \"Feed the ape\"}' -H 'X-Client: ape'",
                "localhost:8080/notes/1 -X PUT -H 'Content-Type: text/plain' -d @note.txt",
                "https://localhost:8443/ --cacert ca.pem -v", "https://example.org/file.zip -o file.zip --force",
            ]
        case .events:
            [
                "localhost:8080/scores", "https://example.org/events --bearer token",
                "localhost:8080/answers --json @prompt.json",
            ]
        case .ws:
            ["ws://localhost:8080/chat", "wss://example.org/feed --header 'Origin: https://example.org' --quiet"]
        }
    }
}
