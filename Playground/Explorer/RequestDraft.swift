import Foundation
import ReactiveNetworking

/// The request of a command line, as far as it has been read.
struct RequestDraft {
    var url: String?
    var method: HTTP.Method?
    var headers: [(name: String, value: String)] = []
    var json: String?
    var fields: [(name: String, value: String)] = []
    /// A value that begins with `@` names a file.
    var parts: [(name: String, value: String)] = []

    func request() throws(UsageError) -> Request {
        guard let url else { throw UsageError(description: "send needs a URL.") }
        let bodies = [json.map(Self.json), form, multipart].compactMap(\.self)
        guard bodies.count <= 1 else {
            throw UsageError(description: "A request has one body: --json, --form or --part.")
        }
        var all = HTTP.Headers()
        for header in headers { all.add(header.name, header.value) }
        return Request(method ?? (bodies.isEmpty ? .get : .post), url, headers: all, body: bodies.first)
    }

    private static func json(_ text: String) -> Body { .data(Data(text.utf8), contentType: .applicationJson) }

    private var form: Body? {
        guard !fields.isEmpty else { return nil }
        var parameters = Parameters()
        for (name, fields) in Dictionary(grouping: fields, by: \.name) {
            parameters[name] = .array(fields.map { .string($0.value) })
        }
        return .form(parameters, style: ParameterStyle(arrays: .repeated))
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
