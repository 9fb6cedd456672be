import Foundation
import ReactiveNetworking

/// The request of a command line, as far as it has been parsed.
struct RequestDraft: Equatable {
    /// The source of a JSON body.
    enum JSONSource: Equatable {
        case text(String)
        case file(String)
        case standardInput

        /// Parses an argument: `@path` is a file, `-` is the standard input, and anything else is the body.
        init(_ argument: String) {
            switch argument {
            case "-": self = .standardInput
            case _ where argument.hasPrefix("@"): self = .file(String(argument.dropFirst()))
            default: self = .text(argument)
            }
        }
    }

    enum Credentials: Equatable {
        case basic(user: String, password: String)
        case bearer(String)
    }

    struct Pair: Equatable {
        var name: String
        var value: String

        init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    private(set) var url: String?
    var method: HTTP.Method?
    var headers: [Pair] = []
    var query: [Pair] = []
    var credentials: Credentials?
    private(set) var credentialsOfURL: Credentials?
    var json: JSONSource?
    var fields: [Pair] = []
    /// The parts of a multipart form. A value that begins with `@` names a file.
    var parts: [Pair] = []
    /// A Boolean value that indicates whether a redirect counts as an accepted response.
    var takesRedirects = false

    /// Sets the URL. Its user and password become credentials, unless others are given.
    mutating func take(_ text: String) {
        let begin = text.firstRange(of: "://")?.upperBound ?? text.startIndex
        let authority = text[begin...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else {
            url = text
            return
        }
        url = String(text[..<begin] + text[text.index(after: at)...])
        let parts = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.removingPercentEncoding ?? String($0) }
        credentialsOfURL = .basic(user: parts[0], password: parts.count > 1 ? parts[1] : "")
    }

    /// - Throws: An error for contradictory options.
    func check() throws(UsageError) {
        guard url != nil else { throw UsageError("send needs a URL") }
        guard [json != nil, !fields.isEmpty, !parts.isEmpty].count(where: \.self) <= 1 else {
            throw UsageError("A request has one body: --json, --form, or --part")
        }
    }

    /// Creates the request to send.
    ///
    /// - Parameter input: Reads the standard input to its end, if that is the body.
    func request(reading input: () throws -> Data) rethrows -> Request {
        let body = try jsonBody(input) ?? form ?? multipart
        var request = Request(method ?? (body == nil ? .get : .post), wholeURL, body: body)
        for header in headers {
            request.headers.add(header.name, header.value)
            if Secrets.areNamed(header.name) { request.headers.markSecret(header.name) }
        }
        switch credentials ?? credentialsOfURL {
        case .basic(let user, let password): request.authorization = .basic(username: user, password: password)
        case .bearer(let token): request.authorization = .bearer(token)
        case nil: break
        }
        if takesRedirects { request.acceptedCodes = AcceptedCodes(200...399) }
        return request
    }

    /// The URL with a scheme, and with the parameters of the command line appended to its own, in order.
    var wholeURL: String {
        let url = url ?? ""
        let whole = url.contains("://") ? url : "http://" + url
        guard !query.isEmpty else { return whole }
        let (base, fragment) = (whole.prefix { $0 != "#" }, whole.drop { $0 != "#" })
        let separator = !base.contains("?") ? "?" : base.hasSuffix("?") || base.hasSuffix("&") ? "" : "&"
        let pairs = query.map { "\(Self.escaped($0.name))=\(Self.escaped($0.value))" }.joined(separator: "&")
        return base + separator + pairs + fragment
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    /// The characters that are unreserved in every part of a URL (RFC 3986 §2.3).
    private static let unreserved = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )

    private func jsonBody(_ input: () throws -> Data) rethrows -> Body? {
        switch json {
        case .text(let text): .data(Data(text.utf8), contentType: .applicationJson)
        case .file(let path): .file(URL(filePath: path), contentType: .applicationJson)
        case .standardInput: .data(try input(), contentType: .applicationJson)
        case nil: nil
        }
    }

    private var form: Body? {
        guard !fields.isEmpty else { return nil }
        var parameters = Parameters()
        for (name, fields) in Dictionary(grouping: fields, by: \.name) {
            parameters[name] = .array(fields.map { .string($0.value) })
        }
        return .form(parameters, style: Parameters.Style(arrays: .repeated))
    }

    private var multipart: Body? {
        guard !parts.isEmpty else { return nil }
        return .multipart(
            Multipart(
                parts.map { part in
                    part.value.hasPrefix("@")
                        ? .file(part.name, URL(filePath: String(part.value.dropFirst())))
                        : .value(part.name, part.value)
                }
            )
        )
    }
}
