import Foundation

extension ResponseHead {
    /// The delay that the server requests, with the statuses that allow it (RFC 9110 §10.2.3).
    ///
    /// The field holds a number of seconds or a date in one of HTTP's three formats. A date is compared with the
    /// response's own `Date`, so the clocks need not agree. A value that is invalid, lies in the past, or is
    /// contradicted by another field of this name is ignored.
    var retryAfter: Duration? {
        let allowsDelay = [408, 429, 503].contains(status) || (300..<400).contains(status.rawValue)
        return allowsDelay ? requestedDelay : nil
    }

    /// The delay that the server requests with `Retry-After`, whatever the status.
    var requestedDelay: Duration? {
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
    /// - Returns: The date, or `nil` if the text has none of these formats.
    public static func date(_ text: String) -> Date? {
        let fields = text.replacing("-", with: " ").split { " ,".contains($0) }.map(String.init)
        guard fields.count >= 5 else { return nil }
        let isAsctime = Int(fields[1]) == nil
        let (day, month, year, time) =
            isAsctime ? (fields[2], fields[1], fields[4], fields[3]) : (fields[1], fields[2], fields[3], fields[4])
        let clock = time.split(separator: ":").map { Int($0) }
        guard isAsctime || fields.last == "GMT", clock.count == 3,
            let day = Int(day), (1...31).contains(day), let month = months.firstIndex(of: month),
            let year = fullYear(year), let hour = clock[0], let minute = clock[1], let second = clock[2],
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(
            from: DateComponents(
                year: year,
                month: month + 1,
                day: day,
                hour: hour,
                minute: minute,
                second: min(second, 59)
            )
        )
    }

    /// Returns a year. Two digits mean the closest year that is at most fifty years ahead.
    private static func fullYear(_ text: String) -> Int? {
        guard let year = Int(text), year >= 0 else { return nil }
        guard text.count == 2 else { return text.count == 4 ? year : nil }
        let now = Calendar(identifier: .gregorian).component(.year, from: Date())
        let candidate = now / 100 * 100 + year
        return candidate > now + 50 ? candidate - 100 : candidate
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
