import ReactiveHTTPModel

/// A server's statement about the connection after a response. The connection is also lost if the request was not sent
/// whole or closes it, or if bytes follow the response (EN11).
enum Persistence: Hashable {
    case close
    /// The connection can be used again, within the given time.
    case keep(idleLimit: Duration?)
}

/// The options of a connection in the head of a response.
struct ConnectionOptions {
    private var closes = false
    private var keepsAlive = false
    private var idleLimit: Duration?

    /// Takes the value of a `Connection` field.
    mutating func note(connection value: Span<UInt8>) {
        var list = ListReader()
        while let member = list.next(in: value) {
            let option = value.extracting(member)
            if option.isSame(as: "close") { closes = true }
            if option.isSame(as: "keep-alive") { keepsAlive = true }
        }
    }

    /// Takes the value of a `Keep-Alive` field, or a part of it. A number that cannot be read counts as 0, because a
    /// connection that is closed early does no harm.
    mutating func note(keepAlive value: Span<UInt8>) {
        var list = ListReader()
        while let member = list.next(in: value) {
            let parameter = value.extracting(member)
            guard let sign = parameter.firstIndex(of: UInt8(ascii: "="), from: 0) else { continue }
            let name = parameter.extracting(parameter.trimmed(0..<sign))
            let digits = parameter.extracting(parameter.trimmed((sign + 1)..<parameter.count))
            let number = min(Int64(digits: digits) ?? 0, Self.maxNumber)
            if name.isSame(as: "max"), number == 0 { closes = true }
            guard name.isSame(as: "timeout") else { continue }
            if number <= 1 { closes = true }
            // The server counts from an earlier instant.
            let limit = Duration.seconds(number - 1)
            idleLimit = min(idleLimit ?? limit, limit)
        }
    }

    /// A number of seconds that can be added to every instant.
    private static let maxNumber: Int64 = 1 << 31

    /// Returns whether the server keeps the connection (RFC 9112 §9.3).
    func persistence(minorVersion: Int) -> Persistence {
        guard !closes, minorVersion > 0 || keepsAlive else { return .close }
        return .keep(idleLimit: idleLimit)
    }
}
