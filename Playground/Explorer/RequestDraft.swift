import Foundation
import ReactiveNetworking

/// The request of a command line, as far as it has been parsed.
struct RequestDraft: Equatable {
    /// The source of a body.
    enum BodySource: Equatable {
        case text(String)
        case file(String)
        case standardInput

        /// Parses an argument: `@path` is a file, `-` and `@-` are the standard input, and anything else is the body.
        init(_ argument: String) {
            switch argument {
            case "-", "@-": self = .standardInput
            case _ where argument.hasPrefix("@"): self = .file(String(argument.dropFirst()))
            default: self = .text(argument)
            }
        }

        fileprivate func body(_ type: HTTP.ContentType, _ input: () throws -> Data) rethrows -> Body {
            switch self {
            case .text(let text): .data(Data(text.utf8), contentType: type)
            case .file(let path): .file(URL(filePath: path), contentType: type)
            case .standardInput: .data(try input(), contentType: type)
            }
        }

        fileprivate func bytes(_ input: () throws -> Data) throws -> Data {
            guard case .file(let path) = self else { return try body(.octetStream, input).data() }
            let file = URL(filePath: path)
            try UnreadableFile.check(file)
            return try Data(contentsOf: file)
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
    /// A Boolean value that indicates whether only the head of the response is requested.
    var isHead = false
    var headers: [Pair] = []
    var query: [Pair] = []
    var credentials: Credentials?
    private(set) var credentialsOfURL: Credentials?
    var json: BodySource?
    /// The pieces of a body without a type of its own.
    var data: [BodySource] = []
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

    mutating func authorize(_ credentials: Credentials) throws(UsageError) {
        guard self.credentials == nil else { throw UsageError("--user and --bearer cannot be combined or repeated") }
        self.credentials = credentials
    }

    /// - Throws: An error for contradictory options.
    func check() throws(UsageError) {
        let bodyCount = [json != nil, !data.isEmpty, !fields.isEmpty, !parts.isEmpty].count(where: \.self)
        guard bodyCount <= 1 else { throw UsageError("A request has one body: --data, --json, --form, or --part") }
        guard data.count(where: { $0 == .standardInput }) <= 1 else {
            throw UsageError("Standard input is read once: one --data - is enough")
        }
        guard !isHead || bodyCount == 0 && (method ?? .head) == .head else {
            throw UsageError("-I sends HEAD, which has no other method and no body")
        }
    }

    /// Creates the request to send.
    ///
    /// - Parameter input: Reads the standard input to its end, if that is the body.
    func request(reading input: () throws -> Data) throws -> Request {
        let body = try json?.body(.applicationJson, input) ?? dataBody(input) ?? form ?? multipart
        let standard: HTTP.Method = isHead ? .head : body == nil ? .get : .post
        var request = Request(method ?? standard, wholeURL, body: body)
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

    /// The body of the pieces, joined as `curl` joins them.
    private func dataBody(_ input: () throws -> Data) throws -> Body? {
        let type = HTTP.ContentType(rawValue: "application/x-www-form-urlencoded")
        guard data.count > 1 else { return try data.first?.body(type, input) }
        return .data(Data(try data.map { try $0.bytes(input) }.joined(separator: Data("&".utf8))), contentType: type)
    }

    /// The fields of the body on the command line, if it is a form.
    var dataFields: [Pair] {
        data.flatMap { source -> [Pair] in
            guard case .text(let text) = source else { return [] }
            return text.split(separator: "&").compactMap { field in
                field.firstIndex(of: "=").map { Pair(String(field[..<$0]), String(field[field.index(after: $0)...])) }
            }
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
