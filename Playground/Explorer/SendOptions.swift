import Foundation
import ReactiveNetworking

/// What is wrong with a command line.
struct UsageError: Error, CustomStringConvertible {
    let description: String
}

/// The command line of `send`.
struct SendOptions {
    private(set) var request: Request
    private(set) var retries = 10
    /// What the command line says; else as the library has it.
    private(set) var abortAfter: Duration?
    private(set) var isVerbose = false
    /// Prints the command, and sends nothing.
    private(set) var printsCommand = false
    /// Where the response goes, if not to the terminal.
    private(set) var download: URL?
    /// Where a HTTP archive goes.
    private(set) var archive: URL?

    init(_ arguments: [String]) throws(UsageError) {
        var draft = RequestDraft()
        var rest = arguments[...]
        request = Request(.get, "")

        while let argument = rest.popFirst() {
            func value() throws(UsageError) -> String {
                guard let value = rest.popFirst() else { throw UsageError(description: "\(argument) needs a value.") }
                return value
            }
            switch argument {
            case "--method": draft.method = HTTP.Method(rawValue: try value())
            case "--header": draft.headers.append(try Self.header(try value()))
            case "--json": draft.json = try value()
            case "--form": draft.fields.append(try Self.field(try value(), of: argument))
            case "--part": draft.parts.append(try Self.field(try value(), of: argument))
            case "--retries": retries = try Self.count(try value())
            case "--abort-after": abortAfter = try Self.seconds(try value())
            case "-o": download = URL(filePath: try value())
            case "--har": archive = URL(filePath: try value())
            case "--curl": printsCommand = true
            case "--verbose": isVerbose = true
            case _ where argument.hasPrefix("-"): throw UsageError(description: "Unknown option \(argument).")
            case _ where draft.url == nil: draft.url = argument
            default: throw UsageError(description: "One URL only, please; \"\(argument)\" is the second.")
            }
        }
        request = try draft.request()
    }

    private static func header(_ text: String) throws(UsageError) -> (String, String) {
        guard let colon = text.firstIndex(of: ":") else {
            throw UsageError(description: "A header looks like \"Name: value\", not \"\(text)\".")
        }
        let value = text[text.index(after: colon)...].drop { $0 == " " }
        return (String(text[..<colon]), String(value))
    }

    private static func field(_ text: String, of option: String) throws(UsageError) -> (String, String) {
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
            throw UsageError(description: "\(option) looks like \"name=value\", not \"\(text)\".")
        }
        return (String(text[..<sign]), String(text[text.index(after: sign)...]))
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
