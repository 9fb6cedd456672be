import ReactiveHTTPModel

/// Parses the dates of cookies (RFC 6265bis §5.1.1), which servers write in many forms.
enum CookieDate {
    /// Returns the seconds since 1970, or `nil` if the text names no date that exists.
    static func seconds(in text: ArraySlice<UInt8>) -> Int? {
        var time: Int64?
        var day: Int64?
        var month: Int64?
        var year: Int64?
        for token in text.split(whereSeparator: isDelimiter) {
            if time == nil, let found = Self.time(token) {
                time = found
            } else if day == nil, let found = number(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = HTTPDate.month(token.prefix(3)) {
                month = found
            } else if year == nil, let found = number(token, digits: 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, let year = year.map(completed), year >= 1_601,
            time < 86_400
        else { return nil }
        return HTTPDate.seconds(year, month, day, time).map { Int($0) }
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Returns the number at the beginning of a token, if it has an allowed number of digits.
    private static func number(_ token: ArraySlice<UInt8>, digits: ClosedRange<Int>) -> Int64? {
        let text = token.prefix(while: isDigit)
        guard digits.contains(text.count) else { return nil }
        return text.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    /// Returns the seconds since midnight, or 86,400 for a time of day that does not exist.
    private static func time(_ token: ArraySlice<UInt8>) -> Int64? {
        let parts = token.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].allSatisfy(isDigit), parts[1].allSatisfy(isDigit),
            let hour = number(parts[0], digits: 1...2), let minute = number(parts[1], digits: 1...2),
            let second = number(parts[2], digits: 1...2)
        else { return nil }
        return hour <= 23 && minute <= 59 && second <= 59 ? hour * 3_600 + minute * 60 + second : 86_400
    }

    private static func completed(_ year: Int64) -> Int64 {
        switch year {
        case 70...99: year + 1_900
        case 0...69: year + 2_000
        default: year
        }
    }
}
