/// An error in a command line. The text repeats no values, since they may be secret.
struct UsageError: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
