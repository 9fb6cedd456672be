/// The dates of HTTP (RFC 9110 §5.6.7), read strictly: a cache must not take something else for a date.
///
/// ``HTTP/date(_:)`` is more lenient, for fields such as `Retry-After` whose sender is glad of any reading.
package enum HTTPDate {
    /// Returns the seconds since 1970 of a date in exactly one of the three formats, or `nil`.
    ///
    /// - Parameters:
    ///   - text: The value of a field.
    ///   - now: The current time, in seconds since 1970. A date whose year has two digits is at most fifty years ahead.
    package static func seconds(_ text: String, now: Int64) -> Int64? {
        let bytes = Substring(text).utf8.trimmingSpace
        guard (24...33).contains(bytes.count) else { return nil }
        var scanner = Scanner(Array(bytes))
        return scanner.date(now: now)
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    private static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]

    /// Returns the days since 1970 of a date of the Gregorian calendar.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        // Years that begin with March have the leap day at their end.
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Returns the number of a month, 1 for January, by the three letters of its name in any case.
    package static func month(_ name: some Collection<UInt8>) -> Int64? {
        let index = months.firstIndex { $0.utf8.elementsEqual(name.lazy.map { HTTP.lowercased($0) }) }
        return index.map { Int64($0) + 1 }
    }

    /// Returns the seconds since 1970 of a time of a day in the Gregorian calendar, or `nil` if the month has no such
    /// day.
    package static func seconds(_ year: Int64, _ month: Int64, _ day: Int64, _ time: Int64) -> Int64? {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths: [Int64] = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        guard day >= 1, day <= lengths[Int(month) - 1] else { return nil }
        return days(year: year, month: month, day: day) * 86_400 + time
    }

    /// Returns the year of a time after 1970.
    private static func year(of seconds: Int64) -> Int64 {
        let days = max(seconds, 0) / 86_400
        let guess = 1970 + days * 400 / 146_097
        return [guess + 1, guess, guess - 1].first { Self.days(year: $0, month: 1, day: 1) <= days } ?? guess
    }

    private struct Scanner {
        private let bytes: [UInt8]
        private var position = 0

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
        }

        mutating func date(now: Int64) -> Int64? {
            let weekday = letters()
            switch peek() {
            case UInt8(ascii: ","):
                position += 1
                guard skip(" "), let day = number(2) else { return nil }
                return peek() == UInt8(ascii: "-")
                    ? rfc850(weekday, day, now: now) : fixdate(weekday, day)
            case UInt8(ascii: " "): return asctime(weekday)
            default: return nil
            }
        }

        private mutating func fixdate(_ weekday: Int, _ day: Int64) -> Int64? {
            guard weekday == 3, skip(" "), let month = month(), skip(" "), let year = number(4), skip(" "),
                let time = time(), skip(" gmt"), position == bytes.count
            else { return nil }
            return HTTPDate.seconds(year, month, day, time)
        }

        private mutating func rfc850(_ weekday: Int, _ day: Int64, now: Int64) -> Int64? {
            let isFull = HTTPDate.weekdays.contains { name in
                name.utf8.count == weekday
                    && zip(name.utf8, bytes).allSatisfy { HTTP.lowercased($0) == HTTP.lowercased($1) }
            }
            guard isFull, skip("-"), let month = month(), skip("-"), let shortYear = number(2), skip(" "),
                let time = time(), skip(" gmt"), position == bytes.count
            else { return nil }
            // The latest year with these digits in which the date is at most fifty years ahead.
            let latest = HTTPDate.year(of: now) + 50
            let year = latest - (latest - shortYear) % 100
            let isTooFar = HTTPDate.days(year: year - 50, month: month, day: day) * 86_400 + time > now
            return HTTPDate.seconds(isTooFar ? year - 100 : year, month, day, time)
        }

        private mutating func asctime(_ weekday: Int) -> Int64? {
            guard weekday == 3, skip(" "), let month = month(), skip(" ") else { return nil }
            let day = peek() == UInt8(ascii: " ") ? (skip(" ") ? number(1) : nil) : number(2)
            guard let day, skip(" "), let time = time(), skip(" "), let year = number(4), position == bytes.count
            else { return nil }
            return HTTPDate.seconds(year, month, day, time)
        }

        private func peek() -> UInt8? { position < bytes.count ? bytes[position] : nil }

        /// Skips letters, and returns their number.
        private mutating func letters() -> Int {
            let start = position
            while let byte = peek(), (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) { position += 1 }
            return position - start
        }

        /// Skips a text in lower case, whatever the case of the bytes.
        private mutating func skip(_ text: String) -> Bool {
            let end = position + text.utf8.count
            guard end <= bytes.count else { return false }
            let isSame = zip(text.utf8, bytes[position..<end]).allSatisfy { $0 == HTTP.lowercased($1) }
            if isSame { position = end }
            return isSame
        }

        private mutating func number(_ digitCount: Int) -> Int64? {
            guard position + digitCount <= bytes.count else { return nil }
            var number: Int64 = 0
            for byte in bytes[position..<(position + digitCount)] {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                number = number * 10 + Int64(byte - UInt8(ascii: "0"))
            }
            position += digitCount
            return number
        }

        private mutating func month() -> Int64? {
            guard position + 3 <= bytes.count else { return nil }
            defer { position += 3 }
            return HTTPDate.month(bytes[position..<(position + 3)])
        }

        private mutating func time() -> Int64? {
            guard let hour = number(2), skip(":"), let minute = number(2), skip(":"), let second = number(2),
                hour <= 23, minute <= 59, second <= 60
            else { return nil }
            return hour * 3_600 + minute * 60 + min(second, 59)
        }
    }
}
