import Foundation
import ReactiveNetworking

/// The command line of `send`, as a value.
struct SendOptions: Equatable {
    /// How the server is reached, where that is not left to the library.
    struct Route: Equatable {
        /// The file of the authorities to trust in place of the system's.
        var authorities: String?
        var proxy: String?
        var speaksHTTP1Only = false
        /// Whether the certificate of the URL's host counts whoever issued it.
        var isInsecure = false
    }

    var draft = RequestDraft()
    var route = Route()
    var retries = 10
    /// The budget for everything, as the command line has it; else ``Patience`` decides.
    var abortAfter: Duration?
    var followsRedirects = true
    var isVerbose = false
    var isQuiet = false
    var showsTiming = false
    /// Prints the command, and sends nothing.
    var printsCommand = false
    var revealsSecrets = false
    /// The file for the response, if it does not go to the standard output.
    var download: URL?
    /// The file for an HTTP archive.
    var archive: URL?
}

/// The task that `send` is given.
enum SendTask: Equatable {
    case showHelp
    case showVersion
    case send(SendOptions)

    /// Reads a command line.
    ///
    /// - Throws: the first flaw of it.
    init(_ arguments: [String]) throws(UsageError) {
        var options = SendOptions()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                guard options.draft.url == nil else {
                    let position = arguments.count - rest.count
                    throw UsageError("One URL only, please: argument \(position) of send is a second one.")
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
            case _ where options.set(name):
                guard value == nil else { throw UsageError("\(name) takes no value.") }
            case _ where SendOptions.valued.contains(name):
                guard let value = value ?? rest.popFirst() else { throw UsageError("\(name) needs a value.") }
                try options.set(name, to: value)
            default: throw UsageError("Unknown option \(name).")
            }
        }
        try options.check()
        self = .send(options)
    }

    /// `--name=value` says both at once.
    private static func parts(of argument: String) -> (name: String, value: String?) {
        guard argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") else { return (argument, nil) }
        return (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
    }
}

extension SendOptions {
    /// What all lines written about the transfer must hide.
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
            // The credentials without their scheme.
            if let last = header.value.split(separator: " ").last { secrets.insert(String(last)) }
        }
        for parameter in draft.query + draft.fields where Secrets.areNamed(parameter.name) {
            secrets.insert(parameter.value)
        }
        if let password = route.proxy.flatMap(Secrets.password) {
            secrets.insert(password)
            password.removingPercentEncoding.map { secrets.insert($0) }
        }
        return secrets
    }
}
