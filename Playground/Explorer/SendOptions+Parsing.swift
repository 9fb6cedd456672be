import Foundation
import ReactiveNetworking

extension SendOptions {
    /// The options that require a value.
    static let valued: Set = [
        "--method", "-X", "--header", "-H", "--query", "--json", "--form", "--part", "--user", "-u", "--bearer",
        "--retries", "--abort-after", "-o", "--har", "--cacert", "--proxy", "--cache",
    ]

    /// Sets an option without a value.
    ///
    /// - Returns: False if there is no option of that name.
    mutating func set(_ name: String) -> Bool {
        switch name {
        case "--no-follow":
            followsRedirects = false
            draft.takesRedirects = true
        case "--http1": route.speaksHTTP1Only = true
        case "--insecure", "-k": route.isInsecure = true
        case "--quiet", "-q": isQuiet = true
        case "--verbose", "-v": isVerbose = true
        case "--timing": showsTiming = true
        case "--curl": printsCommand = true
        case "--reveal": revealsSecrets = true
        default: return false
        }
        return true
    }

    mutating func set(_ name: String, to value: String) throws(UsageError) {
        switch name {
        case "--method", "-X": draft.method = HTTP.Method(rawValue: value)
        case "--header", "-H": draft.headers.append(try Self.header(value))
        case "--query": draft.query.append(try Self.pair(value, of: name))
        case "--json": draft.json = RequestDraft.JSONSource(value)
        case "--form": draft.fields.append(try Self.pair(value, of: name))
        case "--part": draft.parts.append(try Self.pair(value, of: name))
        case "--user", "-u": try authorize(try Self.user(value, of: name))
        case "--bearer": try authorize(.bearer(value))
        case "--retries": retries = try Self.count(value)
        case "--abort-after": abortAfter = try Self.seconds(value)
        case "-o": download = value == "-" ? nil : URL(filePath: try Self.text(value, of: name))
        case "--har": archive = URL(filePath: try Self.text(value, of: name))
        case "--cache": cacheDirectory = URL(filePath: try Self.text(value, of: name))
        case "--cacert": route.authorities = try Self.text(value, of: name)
        case "--proxy": route.proxy = try Self.text(value, of: name)
        default: preconditionFailure("\(name) takes a value that nobody reads")
        }
    }

    /// - Throws: An error for contradictory options.
    func check() throws(UsageError) {
        try draft.check()
        guard !(isQuiet && isVerbose) else { throw UsageError("--quiet and --verbose contradict each other") }
        guard printsCommand || !revealsSecrets else { throw UsageError("--reveal needs --curl") }
    }

    private mutating func authorize(_ credentials: RequestDraft.Credentials) throws(UsageError) {
        guard draft.credentials == nil else { throw UsageError("--user and --bearer cannot be combined or repeated") }
        draft.credentials = credentials
    }

    private static func header(_ text: String) throws(UsageError) -> RequestDraft.Pair {
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
            throw UsageError("--header needs the form \"Name: value\"")
        }
        let value = text[text.index(after: colon)...].drop { $0 == " " }
        return RequestDraft.Pair(String(text[..<colon]), String(value))
    }

    private static func pair(_ text: String, of option: String) throws(UsageError) -> RequestDraft.Pair {
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
            throw UsageError("\(option) needs the form \"name=value\"")
        }
        return RequestDraft.Pair(String(text[..<sign]), String(text[text.index(after: sign)...]))
    }

    private static func user(_ text: String, of option: String) throws(UsageError) -> RequestDraft.Credentials {
        guard let colon = text.firstIndex(of: ":") else {
            throw UsageError("\(option) needs the form \"name:password\"")
        }
        return .basic(user: String(text[..<colon]), password: String(text[text.index(after: colon)...]))
    }

    private static func text(_ text: String, of option: String) throws(UsageError) -> String {
        guard !text.isEmpty else { throw UsageError("\(option) needs a value that is not empty") }
        return text
    }

    private static func count(_ text: String) throws(UsageError) -> Int {
        guard let count = Int(text), count >= 0 else {
            throw UsageError("--retries needs a number, 0 or more, not \"\(text)\"")
        }
        return count
    }

    private static func seconds(_ text: String) throws(UsageError) -> Duration {
        guard let seconds = Double(text), seconds >= 0, seconds < 1e9 else {
            throw UsageError("--abort-after needs seconds, 0 or more, not \"\(text)\"")
        }
        return .seconds(seconds)
    }
}
