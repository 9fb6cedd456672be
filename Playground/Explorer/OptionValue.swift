import Foundation
import ReactiveNetworking

/// The value of an option, and the name under which the option was given.
struct OptionValue {
    let option: String
    let text: String

    func header() throws(UsageError) -> RequestDraft.Pair {
        guard let colon = text.firstIndex(of: ":"), colon > text.startIndex else {
            throw UsageError("\(option) needs the form \"Name: value\"")
        }
        let value = text[text.index(after: colon)...].drop { $0 == " " }
        return RequestDraft.Pair(String(text[..<colon]), String(value))
    }

    func pair() throws(UsageError) -> RequestDraft.Pair {
        guard let sign = text.firstIndex(of: "="), sign > text.startIndex else {
            throw UsageError("\(option) needs the form \"name=value\"")
        }
        return RequestDraft.Pair(String(text[..<sign]), String(text[text.index(after: sign)...]))
    }

    func user() throws(UsageError) -> RequestDraft.Credentials {
        guard let colon = text.firstIndex(of: ":") else {
            throw UsageError("\(option) needs the form \"name:password\"")
        }
        return .basic(user: String(text[..<colon]), password: String(text[text.index(after: colon)...]))
    }

    func nonEmpty() throws(UsageError) -> String {
        guard !text.isEmpty else { throw UsageError("\(option) needs a value that is not empty") }
        return text
    }

    func file() throws(UsageError) -> URL { URL(filePath: try nonEmpty()) }

    func count() throws(UsageError) -> Int {
        guard let count = Int(text), count >= 0 else {
            throw UsageError("\(option) needs a number, 0 or more, not \"\(text)\"")
        }
        return count
    }

    func seconds() throws(UsageError) -> Duration {
        guard let seconds = Double(text), seconds >= 0, seconds < 1e9 else {
            throw UsageError("\(option) needs seconds, 0 or more, not \"\(text)\"")
        }
        return .seconds(seconds)
    }
}
