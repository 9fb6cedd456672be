extension ResponseHead {
    /// The delay that the server requests, with the statuses that allow it (RFC 9110 §10.2.3).
    ///
    /// The field holds a number of seconds or a date in one of HTTP's three formats. A date is compared with the
    /// response's own `Date`, so the clocks need not agree. A value that is invalid, lies in the past, or is
    /// contradicted by another field of this name is ignored.
    package var retryAfter: Duration? {
        let allowsDelay = [408, 429, 503].contains(status) || (300..<400).contains(status.rawValue)
        return allowsDelay ? requestedDelay : nil
    }

    /// The delay that the server requests with `Retry-After`, whatever the status.
    package var requestedDelay: Duration? {
        guard let text = headers.unambiguous(HTTP.Headers.Name.retryAfter), !text.isEmpty else { return nil }
        if text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return .seconds(Int64(text) ?? .max)
        }
        guard let date = HTTP.date(text) else { return nil }
        let now = headers.unambiguous(HTTP.Headers.Name.date).flatMap(HTTP.date) ?? Date()
        let seconds = date.timeIntervalSince(now)
        return seconds > 0 ? .seconds(Int64(min(seconds.rounded(.up), 1e15))) : nil
    }
}

extension HTTP {
    /// Returns the date in the value of a header field such as `Date`, `Expires`, or `Last-Modified`.
    ///
    /// - Parameter text: A date in one of the three formats of RFC 9110 §5.6.7: IMF-fixdate, RFC 850, or asctime.
    /// - Returns: The date, or `nil` if the text has none of these formats, or if there is no such day or time. A leap
    ///   second is the second before it.
    public static func date(_ text: String) -> Date? {
        var fields = text.split { " ,\t".contains($0) }
        // The date of RFC 850 is one word.
        if fields.count > 1 { fields.replaceSubrange(1...1, with: fields[1].split(separator: "-")) }
        guard fields.count >= 5 else { return nil }
        let isAsctime = number(fields[1], digits: 1...2) == nil
        let (day, month, year, time) =
            isAsctime ? (fields[2], fields[1], fields[4], fields[3]) : (fields[1], fields[2], fields[3], fields[4])
        guard isAsctime || fields.last?.lowercased() == "gmt", let day = number(day, digits: 1...2),
            let month = HTTPDate.month(month.utf8), let year = fullYear(year),
            let time = secondOfDay(time),
            let seconds = HTTPDate.seconds(year, month, day, time)
        else { return nil }
        return Date(timeIntervalSince1970: TimeInterval(seconds))
    }

    /// Returns the seconds since midnight (RFC 9110 §5.6.7: 60 is a leap second).
    private static func secondOfDay(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { number($0, digits: 1...2) }
        guard parts.count == 3, let hour = parts[0], let minute = parts[1], let second = parts[2],
            hour <= 23, minute <= 59, second <= 60
        else { return nil }
        return hour * 3_600 + minute * 60 + min(second, 59)
    }

    /// Returns a year. Two digits mean the closest year that is at most fifty years ahead.
    private static func fullYear(_ text: Substring) -> Int64? {
        guard let year = number(text, digits: 2...4) else { return nil }
        guard text.utf8.count == 2 else { return text.utf8.count == 4 ? year : nil }
        let now = Int64(Calendar(identifier: .gregorian).component(.year, from: Date()))
        let candidate = now / 100 * 100 + year
        return candidate > now + 50 ? candidate - 100 : candidate
    }

    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int64? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int64(text)
    }
}
