import ReactiveNetworking

/// An option of the explorer's commands: its names, its help, and its effect.
struct CommandOption: Sendable {
    enum Group: String, CaseIterable { case request, connection, output }

    typealias Effect = @Sendable (inout SendOptions, OptionValue) throws(UsageError) -> Void

    let group: Group
    let names: [String]
    /// The placeholder of the value in the help, or `nil` if the option takes no value.
    let value: String?
    let help: String
    /// The commands that have the option.
    let commands: [ExplorerCommand]
    let effect: Effect

    private init(
        _ group: Group,
        _ names: [String],
        value: String? = nil,
        _ help: String,
        for commands: [ExplorerCommand] = ExplorerCommand.allCases,
        _ effect: @escaping Effect
    ) {
        self.group = group
        self.names = names
        self.value = value
        self.help = help
        self.commands = commands
        self.effect = effect
    }

    static func named(_ name: String) -> CommandOption? { all.first { $0.names.contains(name) } }

    static let all: [CommandOption] = request + connection + output

    private static let request = [
        CommandOption(
            .request,
            ["--method", "-X"],
            value: "<name>",
            "the method; GET by default, POST with a body",
            for: bodied
        ) { $0.draft.method = HTTP.Method(rawValue: $1.text) },
        CommandOption(.request, ["--header", "-H"], value: "<name: value>", "a header; repeatable") {
            (options, value) throws(UsageError) in options.draft.headers.append(try value.header())
        },
        CommandOption(
            .request,
            ["--query"],
            value: "<name=value>",
            "a URL parameter, percent-encoded for you; repeatable"
        ) { (options, value) throws(UsageError) in options.draft.query.append(try value.pair()) },
        CommandOption(
            .request,
            ["--data", "-d"],
            value: "<text>",
            """
            a body, byte for byte: as with curl, POST and application/x-www-form-urlencoded unless -X
            and -H say otherwise; @path reads a file, - standard input; repeatable, joined by &
            """,
            for: bodied
        ) { $0.draft.data.append(RequestDraft.BodySource($1.text)) },
        CommandOption(.request, ["--json"], value: "<text>", "a JSON body; @path and - as for --data", for: bodied) {
            $0.draft.json = RequestDraft.BodySource($1.text)
        },
        CommandOption(
            .request,
            ["--form"],
            value: "<name=value>",
            "a form field, percent-encoded for you; repeatable",
            for: bodied
        ) { (options, value) throws(UsageError) in options.draft.fields.append(try value.pair()) },
        CommandOption(
            .request,
            ["--part"],
            value: "<name=value>",
            "a part of a multipart form; repeatable, name=@path sends a file",
            for: bodied
        ) { (options, value) throws(UsageError) in options.draft.parts.append(try value.pair()) },
        CommandOption(.request, ["--user", "-u"], value: "<name:password>", "basic authorization") {
            (options, value) throws(UsageError) in try options.draft.authorize(try value.user())
        },
        CommandOption(.request, ["--bearer"], value: "<token>", "a bearer token") {
            (options, value) throws(UsageError) in try options.draft.authorize(.bearer(value.text))
        },
    ]

    private static let connection = [
        CommandOption(.connection, ["--no-follow"], "treats a redirect as the response") { options, _ in
            options.followsRedirects = false
            options.draft.takesRedirects = true
        },
        CommandOption(.connection, ["--retries"], value: "<count>", "the number of retries; 10 by default") {
            (options, value) throws(UsageError) in options.retries = try value.count()
        },
        CommandOption(
            .connection,
            ["--abort-after"],
            value: "<seconds>",
            "the deadline for everything; by default 10 until the response, none for its body"
        ) { (options, value) throws(UsageError) in options.abortAfter = try value.seconds() },
        CommandOption(
            .connection,
            ["--insecure", "-k"],
            "accepts any certificate that names the URL's host; for development only"
        ) { options, _ in options.route.isInsecure = true },
        CommandOption(
            .connection,
            ["--cacert"],
            value: "<file>",
            "trusts the authorities in a PEM file instead of the system's"
        ) { (options, value) throws(UsageError) in options.route.authorities = try value.nonEmpty() },
        CommandOption(
            .connection,
            ["--proxy"],
            value: "<url>",
            "uses a proxy, such as http://user:password@proxy.internal:3128"
        ) { (options, value) throws(UsageError) in options.route.proxy = try value.nonEmpty() },
        CommandOption(.connection, ["--http1"], "uses HTTP/1.1 only") { options, _ in
            options.route.speaksHTTP1Only = true
        },
        CommandOption(
            .connection,
            ["--cache"],
            value: "<directory>",
            "keeps responses in a directory, and answers by them (RFC 9111)",
            for: [.send]
        ) { (options, value) throws(UsageError) in options.cacheDirectory = try value.file() },
    ]

    private static let output = [
        CommandOption(
            .output,
            ["-i"],
            "prints the head of the response before its body, both to standard output",
            for: [.send]
        ) {
            options,
            _ in options.printsHead = true
        },
        CommandOption(
            .output,
            ["-I"],
            "sends HEAD, and prints the head of the response to standard output",
            for: [.send]
        ) {
            options,
            _ in options.draft.isHead = true
        },
        CommandOption(
            .output,
            ["-o"],
            value: "<file>",
            """
            saves the body in a new file, once it is complete; the same command resumes an interrupted
            download, which leaves no file of that name; - is standard output
            """,
            for: [.send]
        ) { (options, value) throws(UsageError) in
            options.download = value.text == "-" ? nil : try value.file()
        },
        CommandOption(.output, ["--force"], "lets -o replace a file", for: [.send]) { options, _ in
            options.replacesFile = true
        },
        CommandOption(.output, ["--quiet", "-q"], "prints nothing but the body and errors") { options, _ in
            options.isQuiet = true
        },
        CommandOption(
            .output,
            ["--verbose", "-v"],
            """
            prints the request's headers, every step as it happens, the protocol, the address, whether
            the connection uses TLS, and whether the cache answered
            """
        ) { options, _ in options.isVerbose = true },
        CommandOption(.output, ["--timing"], "prints the duration of each phase", for: [.send]) { options, _ in
            options.showsTiming = true
        },
        CommandOption(.output, ["--curl"], "prints the request as a curl command and sends nothing", for: [.send]) {
            options,
            _ in options.printsCommand = true
        },
        CommandOption(.output, ["--reveal"], "lets --curl show secrets", for: [.send]) { options, _ in
            options.revealsSecrets = true
        },
        CommandOption(
            .output,
            ["--har"],
            value: "<file>",
            "writes an HTTP archive for browser tools: no secrets, 16 MiB of each body",
            for: [.send]
        ) { (options, value) throws(UsageError) in options.archive = try value.file() },
    ]

    /// The commands whose requests may have a body.
    private static let bodied: [ExplorerCommand] = [.send, .events]
}
