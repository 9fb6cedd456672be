import ReactiveNetworking

/// What is wrong with a command line.
struct UsageError: Error, CustomStringConvertible {
    let description: String
}

/// The command line of `send`.
struct SendOptions {
    private(set) var request: Request
    private(set) var retries = 10
    private(set) var abortAfter = Duration.seconds(10)
    private(set) var isVerbose = false

    init(_ arguments: [String]) throws(UsageError) {
        var url: String?
        var method: HTTP.Method?
        var headers = HTTP.Headers()
        var json: String?
        var rest = arguments[...]

        func value(of option: String) throws(UsageError) -> String {
            guard let value = rest.popFirst() else { throw UsageError(description: "\(option) needs a value.") }
            return value
        }

        while let argument = rest.popFirst() {
            switch argument {
            case "--method": method = HTTP.Method(rawValue: try value(of: argument))
            case "--header":
                let (name, text) = try Self.header(try value(of: argument))
                headers.add(name, text)
            case "--json": json = try value(of: argument)
            case "--retries": retries = try Self.count(try value(of: argument))
            case "--abort-after": abortAfter = try Self.seconds(try value(of: argument))
            case "--verbose": isVerbose = true
            case _ where argument.hasPrefix("--"): throw UsageError(description: "Unknown option \(argument).")
            case _ where url == nil: url = argument
            default: throw UsageError(description: "One URL only, please; \"\(argument)\" is the second.")
            }
        }
        guard let url else { throw UsageError(description: "send needs a URL.") }
        let body = json.map { Body.data(.init($0.utf8), contentType: .applicationJson) }
        request = Request(method ?? (json == nil ? .get : .post), url, headers: headers, body: body)
    }

    private static func header(_ text: String) throws(UsageError) -> (String, String) {
        guard let colon = text.firstIndex(of: ":") else {
            throw UsageError(description: "A header looks like \"Name: value\", not \"\(text)\".")
        }
        let value = text[text.index(after: colon)...].drop { $0 == " " }
        return (String(text[..<colon]), String(value))
    }

    private static func count(_ text: String) throws(UsageError) -> Int {
        guard let count = Int(text), count >= 0 else {
            throw UsageError(description: "--retries needs a number from 0 on, not \"\(text)\".")
        }
        return count
    }

    private static func seconds(_ text: String) throws(UsageError) -> Duration {
        guard let seconds = Double(text), seconds >= 0, seconds < 1e9 else {
            throw UsageError(description: "--abort-after needs seconds from 0 on, not \"\(text)\".")
        }
        return .seconds(seconds)
    }
}
