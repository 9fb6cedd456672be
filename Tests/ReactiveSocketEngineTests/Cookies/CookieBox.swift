import ReactiveTestSupport

@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

/// A table of cookies that expectations can change.
final class CookieBox {
    private var table: CookieTable

    init(_ table: CookieTable) {
        self.table = table
    }

    var count: Int { table.count }
    var cookies: [Cookie] { table.cookies }

    func store(_ field: String, from target: CookieTarget, at now: Int) -> Bool {
        table.store(field, from: target, at: now)
    }

    func cookies(for target: CookieTarget, at now: Int) -> [Cookie] { table.cookies(for: target, at: now) }

    /// Returns the cookies for a request as a field has them.
    func text(for target: CookieTarget, at now: Int) -> String {
        cookies(for: target, at: now).map { $0.name.isEmpty ? $0.value : "\($0.name)=\($0.value)" }
            .joined(separator: "; ")
    }
}
