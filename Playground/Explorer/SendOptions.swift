import Foundation
import ReactiveNetworking

/// The parsed command line of `send`.
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
    var isQuiet = false
    var showsTiming = false
    /// A Boolean value that indicates whether the curl command is printed and nothing is sent.
    var printsCommand = false
    var revealsSecrets = false
    /// The file for the response, or `nil` for the standard output.
    var download: URL?
    /// The file for an HTTP archive, if any.
    var archive: URL?
    /// The directory of the cache, if any.
    var cacheDirectory: URL?
}

/// The task of the command `send`.
enum SendTask: Equatable {
    case showHelp
    case showVersion
    case send(SendOptions)

    /// Parses a command line.
    ///
    /// - Throws: The first error in it.
    init(_ arguments: [String]) throws(UsageError) {
        var options = SendOptions()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("-") else {
                guard options.draft.url == nil else {
                    let position = arguments.count - rest.count
                    throw UsageError("send takes one URL; argument \(position) is a second one")
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
                guard value == nil else { throw UsageError("\(name) takes no value") }
            case _ where SendOptions.valued.contains(name):
                guard let value = value ?? rest.popFirst() else { throw UsageError("\(name) needs a value") }
                try options.set(name, to: value)
            default: throw UsageError("Unknown option \(name)")
            }
        }
        try options.check()
        self = .send(options)
    }

    /// Splits `--name=value` into its parts.
    private static func parts(of argument: String) -> (name: String, value: String?) {
        guard argument.hasPrefix("--"), let sign = argument.firstIndex(of: "=") else { return (argument, nil) }
        return (String(argument[..<sign]), String(argument[argument.index(after: sign)...]))
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
