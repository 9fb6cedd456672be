import ReactiveHTTPModel

/// The text of a file of cookies in the Netscape format, which curl(1) writes and reads too.
///
/// A line has seven columns between tabs: the domain, with a dot before it if the cookie is also for names below it;
/// `TRUE` in that case; the path; `TRUE` for https only; the end in seconds since 1970, or zero; the name; the value.
/// Before the domain, `#HttpOnly_` marks a cookie that scripts must not see. Other lines with a number sign are
/// comments. Lines that are none of this stay in the file.
enum CookieText {
    private static let header = """
        # Netscape HTTP Cookie File
        # https://curl.se/docs/http-cookies.html


        """
    private static let mark = "#HttpOnly_"

    /// Returns the text for cookies, with lines that were not read behind them.
    static func text(of cookies: [Cookie], keeping unreadable: [String] = []) -> String {
        (cookies.map(line) + unreadable).reduce(into: header) { $0 += $1 + "\n" }
    }

    private static func line(of cookie: Cookie) -> String {
        let columns = [
            (cookie.isHTTPOnly ? mark : "") + (cookie.isHostOnly ? "" : ".") + cookie.domain,
            cookie.isHostOnly ? "FALSE" : "TRUE", cookie.path, cookie.isSecure ? "TRUE" : "FALSE",
            String(cookie.expiry ?? 0), cookie.name, cookie.value,
        ]
        return columns.joined(separator: "\t")
    }

    /// The lines of a text.
    struct Lines: Sendable {
        var cookies: [Cookie] = []
        /// The lines that are neither cookies nor comments, as they were.
        var unreadable: [String] = []
    }

    /// Reads the lines of a text, as curl(1) does, and those of programs that differ from it: flags in any case, ends
    /// with a fraction or without a value, and columns between spaces.
    static func lines(in bytes: [UInt8]) -> Lines {
        let text = bytes.dropFirst(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
        return text.split { $0 == 0x0A || $0 == 0x0D }.reduce(into: Lines()) { lines, line in
            switch content(of: line) {
            case .cookie(let cookie): lines.cookies.append(cookie)
            case .nothing: break
            case .unreadable: lines.unreadable.append(String(decoding: line, as: UTF8.self))
            }
        }
    }

    /// Returns the cookies of a text.
    static func cookies(in bytes: [UInt8]) -> [Cookie] { lines(in: bytes).cookies }

    private enum Content {
        case cookie(Cookie)
        /// A comment, an empty line, or a cookie that ended before 1970.
        case nothing
        case unreadable
    }

    private static func content(of line: ArraySlice<UInt8>) -> Content {
        let isHTTPOnly = String(decoding: line.prefix(mark.utf8.count), as: UTF8.self).lowercased() == mark.lowercased()
        let line = line.dropFirst(isHTTPOnly ? mark.utf8.count : 0)
        guard line.first != UInt8(ascii: "#"), line.contains(where: { $0 != 0x20 && $0 != 0x09 }) else {
            return .nothing
        }
        guard !line.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }), let columns = columns(of: line),
            let expiry = expiry(columns[4]), let path = path(columns[2])
        else { return .unreadable }
        let value = columns.count == 7 ? columns[6] : ""
        let domain = columns[0].utf8.drop { $0 == UInt8(ascii: ".") }.map(HTTP.lowercased)
        guard !domain.isEmpty, !columns[5].isEmpty || !value.isEmpty,
            columns[5].utf8.count + value.utf8.count <= SetCookie.maxByteCount
        else { return .unreadable }
        guard expiry >= 0 else { return .nothing }
        return .cookie(
            Cookie(
                name: columns[5],
                value: value,
                domain: String(decoding: domain, as: UTF8.self),
                isHostOnly: !HTTP.isSameIgnoringCase(columns[1], "TRUE"),
                path: path,
                // What is not clear is not sent over http.
                isSecure: !["false", "0", ""].contains(columns[3].lowercased()),
                isHTTPOnly: isHTTPOnly,
                expiry: expiry == 0 ? nil : expiry
            )
        )
    }

    /// Returns the six or seven columns of a line; the last one may be missing if it is empty.
    private static func columns(of line: ArraySlice<UInt8>) -> [String]? {
        let isTabbed = line.contains(0x09)
        let parts =
            isTabbed
            ? line.split(separator: 0x09, omittingEmptySubsequences: false) : line.split(separator: 0x20, maxSplits: 6)
        let columns = parts.map { String(decoding: $0, as: UTF8.self) }
        guard columns.count == 6 || columns.count == 7 else { return nil }
        // Words between spaces may be anything.
        return isTabbed || [columns[1], columns[3]].allSatisfy { ["true", "false"].contains($0.lowercased()) }
            ? columns : nil
    }

    private static func path(_ text: String) -> String? {
        text.isEmpty ? "/" : text.utf8.first == UInt8(ascii: "/") ? text : nil
    }

    /// Returns the end in seconds since 1970 without its fraction, zero if there is none, -1 if it was before.
    private static func expiry(_ text: String) -> Int? {
        let text = text.trimmingPrefix { $0 == " " }
        guard !text.isEmpty else { return 0 }
        let digits = text.drop { $0 == "-" || $0 == "+" }.prefix { $0.isASCII && $0.isNumber }
        guard let whole = Double(digits) else { return nil }
        guard text.first != "-" else { return whole == 0 ? 0 : -1 }
        // Some programs write large numbers with an exponent.
        let seconds = Double(text) ?? whole
        return seconds < 1e18 ? Int(seconds) : .max
    }
}

extension CookieTable {
    /// Adds the cookies of a file, by the rules for those of responses.
    mutating func load(_ cookies: [Cookie], at now: Int) {
        for var cookie in cookies where cookie.isTrueToItsPrefix {
            if !cookie.isHostOnly, !maySpan(cookie.domain) {
                guard ignoresDomains else { continue }
                cookie.isHostOnly = true
            }
            cookie.expiry = cookie.expiry.map { min($0, now + Self.maxAge) }
            _ = insert(cookie, at: now)
        }
    }
}
