import ReactiveHTTPModel

/// Cookies by the rules of RFC 6265bis (EN38). A table is a value without input, output, or clock of its own: the
/// callers say what time it is, in seconds since 1970.
struct CookieTable: Sendable {
    /// The most cookies of one domain.
    static let domainLimit = 180
    /// The most cookies in all.
    static let limit = 3_000
    /// The longest life of a cookie in seconds.
    static let maxAge = 400 * 86_400

    /// A cookie and its times, which are numbers in the order of events.
    private struct Entry: Sendable {
        var cookie: Cookie
        let creation: Int
        var lastUse: Int
    }

    private var entries: [String: [Entry]] = [:]
    private(set) var count = 0
    private var eventCount = 0
    /// Returns whether a name is a public suffix; `nil` if nobody knows, so that domains are ignored (EN39).
    private let isPublicSuffix: (@Sendable (String) -> Bool)?

    init(isPublicSuffix: (@Sendable (String) -> Bool)?) {
        self.isPublicSuffix = isPublicSuffix
    }

    /// A Boolean value that indicates whether all cookies are for single hosts, because public suffixes are unknown.
    var ignoresDomains: Bool { isPublicSuffix == nil }

    /// Returns whether a cookie may be for all names of a domain.
    func maySpan(_ domain: String) -> Bool { isPublicSuffix.map { !$0(domain) } ?? false }

    /// The cookies in the order of their creation.
    var cookies: [Cookie] {
        entries.values.joined().sorted { $0.creation < $1.creation }.map(\.cookie)
    }

    /// Returns the cookies for a request, those with longer paths first, then in the order of their creation.
    mutating func cookies(for target: CookieTarget, at now: Int) -> [Cookie] {
        eventCount += 1
        var found: [Entry] = []
        for domain in target.domains {
            guard let candidates = entries[domain] else { continue }
            for (index, entry) in candidates.enumerated()
            where !entry.cookie.hasEnded(at: now) && entry.cookie.applies(to: target) {
                entries[domain]?[index].lastUse = eventCount
                found.append(entry)
            }
        }
        found.sort { first, second in
            let (one, other) = (first.cookie.path.utf8.count, second.cookie.path.utf8.count)
            return one == other ? first.creation < second.creation : one > other
        }
        return found.map(\.cookie)
    }

    /// Stores or removes the cookie of a `Set-Cookie` field (RFC 6265bis §5.7).
    ///
    /// - Parameters:
    ///   - field: The value of the field.
    ///   - target: The request that the field answers.
    ///   - now: The current time.
    /// - Returns: Whether the cookies have changed.
    mutating func store(_ field: String, from target: CookieTarget, at now: Int) -> Bool {
        guard let setting = SetCookie(field), let cookie = cookie(of: setting, from: target, at: now),
            cookie.isSecure || target.isSecure || !wouldHide(cookie, at: now)
        else { return false }
        return insert(cookie, at: now)
    }

    private func cookie(of setting: SetCookie, from target: CookieTarget, at now: Int) -> Cookie? {
        guard let isHostOnly = isHostOnly(setting.domain, for: target) else { return nil }
        let cookie = Cookie(
            name: setting.name,
            value: setting.value,
            domain: isHostOnly ? target.host : setting.domain,
            isHostOnly: isHostOnly,
            path: setting.path ?? target.defaultPath,
            isSecure: setting.isSecure,
            isHTTPOnly: setting.isHTTPOnly,
            expiry: setting.expiry(at: now).map { min($0, now + Self.maxAge) }
        )
        guard target.isSecure || !setting.isSecure else { return nil }
        guard setting.isSecure || !setting.isForAllSites else { return nil }
        guard cookie.isTrueToItsPrefix else { return nil }
        if cookie.name.hasASCIIPrefix("__host-") {
            guard setting.domain.isEmpty, setting.path == "/" else { return nil }
        }
        return cookie
    }

    /// Returns whether a cookie with a domain attribute is for the host alone, or `nil` if the host must not set it.
    private func isHostOnly(_ domain: String, for target: CookieTarget) -> Bool? {
        guard !domain.isEmpty else { return true }
        guard target.isBelow(domain) else { return nil }
        guard let isPublicSuffix else { return true }
        guard isPublicSuffix(domain) else { return false }
        return target.host == domain ? true : nil
    }

    /// Returns whether a cookie that was set over http would hide a secure one from its server.
    private func wouldHide(_ new: Cookie, at now: Int) -> Bool {
        entries.values.joined().contains { entry in
            let old = entry.cookie
            return old.isSecure && old.hasName(of: new) && !old.hasEnded(at: now)
                && (CookieTarget.isDomain(old.domain, of: new.domain)
                    || CookieTarget.isDomain(new.domain, of: old.domain))
                && CookieTarget.isPath(old.path, above: new.path)
        }
    }

    /// Adds a cookie in place of one that it replaces, or removes that one if the cookie has ended.
    ///
    /// - Returns: Whether the cookies have changed.
    mutating func insert(_ cookie: Cookie, at now: Int) -> Bool {
        eventCount += 1
        let old = entries[cookie.domain]?.firstIndex { cookie.replaces($0.cookie) }
        if cookie.hasEnded(at: now) {
            if let old { remove(old, of: cookie.domain) }
            return old != nil
        }
        if let old, let creation = entries[cookie.domain]?[old].creation {
            entries[cookie.domain]?[old] = Entry(cookie: cookie, creation: creation, lastUse: eventCount)
            return true
        }
        entries[cookie.domain, default: []].append(Entry(cookie: cookie, creation: eventCount, lastUse: eventCount))
        count += 1
        makeRoom(in: cookie.domain, at: now)
        return true
    }

    private mutating func remove(_ index: Int, of domain: String) {
        entries[domain]?.remove(at: index)
        count -= 1
        if entries[domain]?.isEmpty == true { entries[domain] = nil }
    }
}

/// Limits (RFC 6265bis §5.7).
extension CookieTable {
    /// Removes cookies until no limit is exceeded: those that have ended, then, of a domain with too many, those that
    /// are not secure; the ones that were unused the longest first.
    private mutating func makeRoom(in domain: String, at now: Int) {
        if entries[domain]?.count ?? 0 > Self.domainLimit {
            removeEnded(of: domain, at: now)
            while let candidates = entries[domain], candidates.count > Self.domainLimit {
                let plain = candidates.indices.filter { !candidates[$0].cookie.isSecure }
                let oldest = (plain.isEmpty ? Array(candidates.indices) : plain)
                    .min { candidates[$0].lastUse < candidates[$1].lastUse }
                guard let oldest else { break }
                remove(oldest, of: domain)
            }
        }
        guard count > Self.limit else { return }
        for domain in Array(entries.keys) { removeEnded(of: domain, at: now) }
        while count > Self.limit, let (index, domain) = leastRecentlyUsed { remove(index, of: domain) }
    }

    private mutating func removeEnded(of domain: String, at now: Int) {
        guard let candidates = entries[domain] else { return }
        let left = candidates.filter { !$0.cookie.hasEnded(at: now) }
        count -= candidates.count - left.count
        entries[domain] = left.isEmpty ? nil : left
    }

    private var leastRecentlyUsed: (index: Int, domain: String)? {
        var found: (index: Int, domain: String, lastUse: Int)?
        for (domain, candidates) in entries {
            for (index, entry) in candidates.enumerated() where entry.lastUse < found?.lastUse ?? .max {
                found = (index, domain, entry.lastUse)
            }
        }
        return found.map { ($0.index, $0.domain) }
    }
}

extension CookieTarget {
    /// The domains whose cookies may apply: the host, and the names above it unless it is an address.
    fileprivate var domains: [String] {
        var domains = [host]
        var rest = host.utf8[...]
        while let dot = rest.firstIndex(of: UInt8(ascii: ".")) {
            rest = rest[rest.index(after: dot)...]
            guard let domain = String(rest), isBelow(domain) else { break }
            domains.append(domain)
        }
        return domains
    }
}

extension Cookie {
    /// A Boolean value that indicates whether the cookie is what the prefix of its name promises (RFC 6265bis §4.1.3).
    var isTrueToItsPrefix: Bool {
        // An empty name would let the value look like a name with a prefix.
        let shownName = name.isEmpty ? value : name
        if shownName.hasASCIIPrefix("__secure-") { return isSecure && !name.isEmpty }
        if shownName.hasASCIIPrefix("__host-") { return isSecure && !name.isEmpty && isHostOnly && path == "/" }
        return true
    }
}

extension SetCookie {
    /// Returns the end of the cookie in seconds since 1970, or `nil` if it has none.
    fileprivate func expiry(at now: Int) -> Int? {
        guard let maxAge else { return expires }
        let (sum, isOverflow) = now.addingReportingOverflow(maxAge)
        return isOverflow ? .max : maxAge > 0 ? sum : now
    }
}

extension String {
    /// Returns whether the text begins with letters, compared without regard to case, or other ASCII characters.
    fileprivate func hasASCIIPrefix(_ lowercased: String) -> Bool {
        utf8.lazy.map(HTTP.lowercased).starts(with: lowercased.utf8)
    }
}
