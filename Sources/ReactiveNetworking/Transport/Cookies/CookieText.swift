/// The text of a file of cookies in the Netscape format, which curl(1) writes and reads too.
///
/// A line has seven columns between tabs: the domain, with a dot before it if the cookie is also for names below it;
/// `TRUE` in that case; the path; `TRUE` for https only; the end in seconds since 1970, or zero; the name; the value.
/// Before the domain, `#HttpOnly_` marks a cookie that scripts must not see. Other lines with a number sign are
/// comments.
enum CookieText {
    private static let header = """
        # Netscape HTTP Cookie File
        # https://curl.se/docs/http-cookies.html


        """
    private static let mark = "#HttpOnly_"

    /// Returns the text for cookies.
    static func text(of cookies: [Cookie]) -> String {
        cookies.reduce(into: header) { $0 += line(of: $1) + "\n" }
    }

    private static func line(of cookie: Cookie) -> String {
        let columns = [
            (cookie.isHTTPOnly ? mark : "") + (cookie.isHostOnly ? "" : ".") + cookie.domain,
            cookie.isHostOnly ? "FALSE" : "TRUE", cookie.path, cookie.isSecure ? "TRUE" : "FALSE",
            String(cookie.expiry ?? 0), cookie.name, cookie.value,
        ]
        return columns.joined(separator: "\t")
    }

    /// Returns the cookies of a text. Lines that are no cookies are ignored.
    static func cookies(in bytes: [UInt8]) -> [Cookie] {
        bytes.split { $0 == 0x0A || $0 == 0x0D }.compactMap(cookie)
    }

    private static func cookie(_ line: ArraySlice<UInt8>) -> Cookie? {
        var line = line
        let isHTTPOnly = line.starts(with: mark.utf8)
        if isHTTPOnly { line = line.dropFirst(mark.utf8.count) }
        guard line.first != UInt8(ascii: "#"), !line.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
            return nil
        }
        let columns = line.split(separator: 0x09, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard columns.count == 6 || columns.count == 7, let expiry = Int(columns[4]), expiry >= 0,
            columns[2].utf8.first == UInt8(ascii: "/")
        else { return nil }
        let value = columns.count == 7 ? columns[6] : ""
        let domain = columns[0].utf8.drop { $0 == UInt8(ascii: ".") }.map(\.lowercasedASCII)
        guard !domain.isEmpty, !columns[5].isEmpty || !value.isEmpty,
            columns[5].utf8.count + value.utf8.count <= SetCookie.maxByteCount
        else { return nil }
        return Cookie(
            name: columns[5],
            value: value,
            domain: String(decoding: domain, as: UTF8.self),
            isHostOnly: columns[1] != "TRUE",
            path: columns[2],
            isSecure: columns[3] == "TRUE",
            isHTTPOnly: isHTTPOnly,
            expiry: expiry == 0 ? nil : expiry
        )
    }
}

extension CookieTable {
    /// Adds the cookies of a file, by the rules for those of responses.
    mutating func load(_ cookies: [Cookie], at now: Int) {
        for var cookie in cookies {
            if !cookie.isHostOnly, !maySpan(cookie.domain) {
                guard ignoresDomains else { continue }
                cookie.isHostOnly = true
            }
            cookie.expiry = cookie.expiry.map { min($0, now + Self.maxAge) }
            _ = insert(cookie, at: now)
        }
    }
}
