/// A flaw of a command line, in a sentence that repeats no value: it might be a secret.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
