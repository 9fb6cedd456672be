/// An identity for values that cannot be compared, such as closures. It equals only its copies.
struct Identity: Sendable, Hashable {
    private final class Token: Sendable {}

    private let token = Token()

    static func == (left: Self, right: Self) -> Bool { left.token === right.token }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(token))
    }
}
