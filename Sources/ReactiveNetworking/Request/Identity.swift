/// Stands beside what cannot be compared, such as a closure: it equals its own copies and nothing else.
struct Identity: Sendable, Hashable {
    private final class Token: Sendable {}

    private let token = Token()

    static func == (left: Self, right: Self) -> Bool { left.token === right.token }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(token))
    }
}
