import Foundation
import ReactiveNetworking

/// The parsed command line of an ``ExplorerCommand``.
struct SendOptions: Equatable {
    /// Settings for reaching the server.
    struct Route: Equatable {
        /// The file of authorities to trust instead of the system's.
        var authorities: String?
        var proxy: String?
        var speaksHTTP1Only = false
        /// A Boolean value that indicates whether the certificate of the URL's host is accepted regardless of its
        /// issuer.
        var isInsecure = false
    }

    var draft = RequestDraft()
    var route = Route()
    var retries = 10
    /// The deadline from the command line. Without one, ``Patience`` applies.
    var abortAfter: Duration?
    var followsRedirects = true
    var isVerbose = false
    /// A Boolean value that indicates whether the head of the response goes to standard output.
    var printsHead = false
    var isQuiet = false
    var showsTiming = false
    /// A Boolean value that indicates whether the curl command is printed and nothing is sent.
    var printsCommand = false
    var revealsSecrets = false
    /// The file for the response, or `nil` for the standard output.
    var download: URL?
    /// A Boolean value that indicates whether the download replaces a file.
    var replacesFile = false
    /// The file for an HTTP archive, if any.
    var archive: URL?
    /// The directory of the cache, if any.
    var cacheDirectory: URL?
}

/// The task of a command.
enum SendTask: Equatable {
    case showHelp
    case showVersion
    case send(SendOptions)

    /// Parses a command line.
    ///
    /// - Throws: The first error in it.
    init(_ arguments: [String], of command: ExplorerCommand = .send) throws {
        var options = SendOptions()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                guard options.draft.url == nil else {
                    let position = arguments.count - rest.count
                    throw UsageError("\(command.rawValue) takes one URL; argument \(position) is a second one")
                }
                options.draft.take(argument)
                continue
            }
            let (name, value) = Self.parts(of: argument)
            switch name {
            case "--help", "-h":
                self = .showHelp
                return
            case "--version":
                self = .showVersion
                return
            default: try options.set(name, value, &rest, of: command)
            }
        }
        guard options.draft.url != nil else { throw UsageError("\(command.rawValue) needs a URL") }
        try options.check()
        self = .send(options)
    }

    /// Splits `--name=value`, and `-Xvalue` of an option with a value, into its parts.
    private static func parts(of argument: String) -> (name: String, value: String?) {
        if !argument.hasPrefix("--"), argument.count > 2,
            CommandOption.named(String(argument.prefix(2)))?.takesValue ?? false
        {
            return (String(argument.prefix(2)), String(argument.dropFirst(2)))
        }
        guard argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") else { return (argument, nil) }
        return (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
    }
}

extension SendOptions {
    /// Sets an option.
    ///
    /// - Parameters:
    ///   - value: The value in the same argument, if any.
    ///   - rest: The arguments that follow; the first one is taken if it is the value.
    fileprivate mutating func set(
        _ name: String,
        _ value: String?,
        _ rest: inout ArraySlice<String>,
        of command: ExplorerCommand
    ) throws {
        guard let option = CommandOption.named(name) else {
            let known = CommandOption.all.filter { $0.commands.contains(command) }.flatMap(\.names)
            throw UsageError("Unknown option \(name)" + name.suggestion(among: known + ["--help", "--version"]))
        }
        guard option.commands.contains(command) else {
            let owners = option.commands.map(\.rawValue).joined(separator: " and ")
            throw UsageError("\(name) is an option of \(owners), not of \(command.rawValue)")
        }
        var text = ""
        if option.takesValue {
            guard let value = value ?? rest.popFirst() else { throw UsageError("\(name) needs a value") }
            text = value
        } else {
            guard value == nil else { throw UsageError("\(name) takes no value") }
        }
        try option.effect(&self, OptionValue(option: name, text: text))
    }

    /// - Throws: An error for contradictory options.
    fileprivate func check() throws(UsageError) {
        try draft.check()
        guard !(isQuiet && isVerbose) else { throw UsageError("--quiet and --verbose contradict each other") }
        guard printsCommand || !revealsSecrets else { throw UsageError("--reveal needs --curl") }
        guard download != nil || !replacesFile else { throw UsageError("--force needs -o <file>") }
        guard download == nil || !(printsHead || draft.isHead) else {
            throw UsageError("-o saves the body alone, without the head of -i or -I")
        }
    }
}

extension SendOptions {
    /// The texts to hide in all output about the transfer.
    var secrets: Secrets {
        var secrets = Secrets()
        for credentials in [draft.credentials, draft.credentialsOfURL] {
            switch credentials {
            case .basic(let user, let password):
                secrets.insert(password)
                secrets.insert(Data("\(user):\(password)".utf8).base64EncodedString())
            case .bearer(let token): secrets.insert(token)
            case nil: break
            }
        }
        for header in draft.headers where Secrets.areNamed(header.name) {
            secrets.insert(header.value)
            // Hide the credentials without their scheme, too.
            if let last = header.value.split(separator: " ").last { secrets.insert(String(last)) }
        }
        for parameter in draft.query + draft.fields + draft.dataFields where Secrets.areNamed(parameter.name) {
            secrets.insert(parameter.value)
            parameter.value.removingPercentEncoding.map { secrets.insert($0) }
        }
        if let password = route.proxy.flatMap(Secrets.password) {
            secrets.insert(password)
            password.removingPercentEncoding.map { secrets.insert($0) }
        }
        return secrets
    }
}
