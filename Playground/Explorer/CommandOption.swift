import ReactiveNetworking

/// An option of the explorer's commands: its names, its help, and its effect.
struct CommandOption: Sendable {
    typealias Effect = @Sendable (inout SendOptions, OptionValue) throws -> Void

    /// The names, and the placeholder of the value, if any, as the help shows them: `--header, -H <name: value>`.
    let usage: String
    let help: String
    /// The commands that have the option.
    let commands: [ExplorerCommand]
    let effect: Effect

    private init(
        _ usage: String,
        _ help: String,
        for commands: [ExplorerCommand] = ExplorerCommand.allCases,
        _ effect: @escaping Effect
    ) {
        self.usage = usage
        self.help = help
        self.commands = commands
        self.effect = effect
    }

    var names: [String] { usage.prefix { $0 != "<" }.split { ", ".contains($0) }.map(String.init) }
    var takesValue: Bool { usage.contains("<") }

    static func named(_ name: String) -> CommandOption? { all.first { $0.names.contains(name) } }

    static let all = groups.flatMap(\.options)

    static let groups = [("request", request), ("connection", connection), ("output", output)]
        .map { (name: $0, options: $1) }

    private static let request = [
        CommandOption("--method, -X <name>", "the method; GET by default, POST with a body", for: bodied) {
            $0.draft.method = HTTP.Method(rawValue: $1.text)
        },
        CommandOption("--header, -H <name: value>", "a header; repeatable") {
            $0.draft.headers.append(try $1.header())
        },
        CommandOption("--query <name=value>", "a URL parameter, percent-encoded for you; repeatable") {
            $0.draft.query.append(try $1.pair())
        },
        CommandOption(
            "--data, -d <text>",
            """
            a body, byte for byte: as with curl, POST and application/x-www-form-urlencoded unless -X
            and -H say otherwise; @path reads a file, - standard input; repeatable, joined by &
            """,
            for: bodied
        ) { $0.draft.data.append(RequestDraft.BodySource($1.text)) },
        CommandOption("--json <text>", "a JSON body; @path and - as for --data", for: bodied) {
            $0.draft.json = RequestDraft.BodySource($1.text)
        },
        CommandOption("--form <name=value>", "a form field, percent-encoded for you; repeatable", for: bodied) {
            $0.draft.fields.append(try $1.pair())
        },
        CommandOption(
            "--part <name=value>",
            "a part of a multipart form; repeatable, name=@path sends a file",
            for: bodied
        ) { $0.draft.parts.append(try $1.pair()) },
        CommandOption("--user, -u <name:password>", "basic authorization") {
            try $0.draft.authorize(try $1.user())
        },
        CommandOption("--bearer <token>", "a bearer token") { try $0.draft.authorize(.bearer($1.text)) },
    ]

    private static let connection = [
        CommandOption("--no-follow", "treats a redirect as the response") { options, _ in
            options.followsRedirects = false
            options.draft.takesRedirects = true
        },
        CommandOption("--retries <count>", "the number of retries; 10 by default") { $0.retries = try $1.count() },
        CommandOption(
            "--abort-after <seconds>",
            "the deadline for everything; by default 10 until the response, none for its body"
        ) { $0.abortAfter = try $1.seconds() },
        CommandOption(
            "--insecure, -k",
            "accepts any certificate that names the URL's host; for development only"
        ) { options, _ in options.route.isInsecure = true },
        CommandOption("--cacert <file>", "trusts the authorities in a PEM file instead of the system's") {
            $0.route.authorities = try $1.nonEmpty()
        },
        CommandOption("--proxy <url>", "uses a proxy, such as http://user:password@proxy.internal:3128") {
            $0.route.proxy = try $1.nonEmpty()
        },
        CommandOption("--http1", "uses HTTP/1.1 only") { options, _ in options.route.speaksHTTP1Only = true },
        CommandOption(
            "--cache <directory>",
            "keeps responses in a directory, and answers by them (RFC 9111)",
            for: [.send]
        ) { $0.cacheDirectory = try $1.file() },
    ]

    private static let output = [
        CommandOption("-i", "prints the head of the response before its body, both to standard output", for: [.send]) {
            options,
            _ in options.printsHead = true
        },
        CommandOption("-I", "sends HEAD, and prints the head of the response to standard output", for: [.send]) {
            options,
            _ in options.draft.isHead = true
        },
        CommandOption(
            "-o <file>",
            """
            saves the body in a new file, once it is complete; the same command resumes an interrupted
            download, which leaves no file of that name; - is standard output
            """,
            for: [.send]
        ) { $0.download = $1.text == "-" ? nil : try $1.file() },
        CommandOption("--force", "lets -o replace a file", for: [.send]) { options, _ in options.replacesFile = true },
        CommandOption("--quiet, -q", "prints nothing but the body and errors") { options, _ in options.isQuiet = true },
        CommandOption(
            "--verbose, -v",
            """
            prints the request's headers, every step as it happens, the protocol, the address, whether
            the connection uses TLS, and whether the cache answered
            """
        ) { options, _ in options.isVerbose = true },
        CommandOption("--timing", "prints the duration of each phase", for: [.send]) { options, _ in
            options.showsTiming = true
        },
        CommandOption("--curl", "prints the request as a curl command and sends nothing", for: [.send]) { options, _ in
            options.printsCommand = true
        },
        CommandOption("--reveal", "lets --curl show secrets", for: [.send]) { options, _ in
            options.revealsSecrets = true
        },
        CommandOption(
            "--har <file>",
            "writes an HTTP archive for browser tools: no secrets, 16 MiB of each body",
            for: [.send]
        ) { $0.archive = try $1.file() },
    ]

    /// The commands whose requests may have a body.
    private static let bodied: [ExplorerCommand] = [.send, .events]
}
