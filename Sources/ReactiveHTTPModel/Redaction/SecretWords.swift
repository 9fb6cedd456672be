/// The table of the words by which the name of a header field, a parameter, a member, or a cookie tells that its value
/// is a secret. Everything that hides or withholds values asks it, through ``Redaction``.
///
/// A list of exact names would never be complete: every service has names of its own.
enum SecretWords {
    /// Words that make every name a secret.
    static let always: Set = [
        "secret", "secrets", "password", "passwords", "passwd", "passwds", "pwd", "passphrase", "passphrases",
        "passcode", "passcodes", "credential", "credentials", "jwt", "jwts", "otp", "totp", "hotp", "bearer",
        "signature", "signatures", "sig", "hmac", "auth", "authorization", "authentication", "csrf", "xsrf", "session",
        "sessid", "sessionid", "cookie", "cookies", "assertion", "verifier", "userpass", "dbpass",
    ]

    /// Words before `key` that make it the name of a thing: `Idempotency-Key`, `sort_key`. Any other key is a secret,
    /// because every service puts its own name before its keys.
    static let namesOfThings: Set = [
        "idempotency", "idempotent", "cache", "surrogate", "public", "pub", "websocket", "primary", "foreign", "sort",
        "order", "partition", "row", "column", "hash", "range", "group", "grouping", "index", "unique", "natural",
        "composite", "shard", "sharding", "routing", "lookup", "search", "filter", "dedup", "deduplication", "dedupe",
        "object", "map", "dictionary", "item", "entry", "entity", "record", "field", "property", "attribute", "member",
        "tag", "label", "message", "translation", "localization", "locale", "text", "title", "event", "metric", "topic",
        "issue", "project", "space", "product", "config", "configuration", "setting", "settings", "preference", "state",
        "file", "image", "cursor", "page", "next", "last", "start", "end", "parent", "child", "type", "kind", "react",
        "arrow", "hot", "any", "missing", "invalid", "unknown", "wrong", "duplicate", "error", "feature", "flag",
        "job", "task", "queue", "lock", "data", "natural", "sub", "join", "evaluated",
    ]

    /// Words that make `tokens` a secret, which alone counts the words of a language model: `max_tokens`.
    static let ownersOfTokens: Set = [
        "access", "refresh", "api", "id", "device", "push", "security", "user", "private",
    ]

    /// Words before `token` that make it the place in a list. Such a cursor is worth nothing without credentials, and
    /// has to go along to the next page.
    static let cursors: Set = ["page", "next", "prev", "previous", "continuation", "continue", "sync", "cursor"]

    /// First words of names that tell something about a secret: `hasPassword`, `max_tokens`, `Accept-Signature`.
    static let beginnings: Set = [
        "accept", "is", "has", "requires", "needs", "supports", "max", "min", "total", "num",
    ]

    /// Last words of names that tell something about a secret: `token_type`, `sessionTimeout`.
    static let endings: Set = [
        "type", "types", "url", "urls", "uri", "uris", "endpoint", "method", "methods", "count", "counts", "name",
        "names", "expires", "expiry", "expiration", "expired", "ttl", "lifetime", "duration", "timeout", "version",
        "algorithm", "algorithms", "alg", "scheme", "status", "state", "enabled", "required", "supported", "valid",
        "length", "size", "limit", "limits", "policy", "hint", "usage", "time", "timestamp", "date", "at", "in", "age",
        "provider", "issuer", "audience", "scope", "scopes", "mode", "format", "strength", "attempts", "servers",
    ]

    /// Pairs of words that are a secret only together.
    static let pairs: Set = [
        "pass word", "pass wd", "pass phrase", "pass code", "pin code", "pin number", "user pin", "card pin",
        "account pin", "device pin", "security pin", "access code", "device code", "verification code",
        "security code", "recovery code", "recovery codes", "backup code", "backup codes", "access sign", "art api",
        "connection string", "connect sid", "session sid", "mfa code", "factor code", "login code", "reset code",
        "sms code", "magic link", "saml response",
    ]

    /// Words that are a secret only as a whole name.
    static let alone: Set = ["tokens", "pin", "sid"]

    /// Words that are found inside of joined ones (`csrfmiddlewaretoken`), unless one of the given letters follow.
    static let roots: [(root: String, innocent: [String])] = [
        ("password", []), ("passwd", []), ("passphrase", []), ("credential", []), ("authorization", []),
        ("sessionid", []), ("sessid", []), ("signature", []), ("cookie", []), ("token", ["iz", "is"]),
        ("secret", ["ar", "e", "ion", "ly"]),
    ]
}

extension SecretWords {
    /// Returns whether a name tells of a secret by its words.
    ///
    /// Words end at other characters than letters, and at capitals (`accessToken`). Header fields have no capitals that
    /// count, so pass them in lower case.
    static func tell(_ name: String) -> Bool {
        guard mayTell(name.utf8) else { return false }
        let words = Array(words(of: name).drop { $0 == "x" })
        guard let first = words.first, let last = words.last, !beginnings.contains(first),
            !tellsAboutASecret(words, last),
            !(words.count > 2 && first == "access" && words[1] == "control")
        else { return false }
        if words.count == 1, alone.contains(first) { return true }
        return last == "pass" || words.indices.contains { isSecret(words, at: $0) }
    }

    /// Returns whether the last word makes the name one about a secret. The hint of OpenID Connect is a whole token.
    private static func tellsAboutASecret(_ words: [String], _ last: String) -> Bool {
        endings.contains(last) && !words.suffix(2).elementsEqual(["token", "hint"])
    }

    private static func isSecret(_ words: [String], at index: Int) -> Bool {
        let word = words[index]
        if always.contains(word) { return true }
        let previous = index > 0 ? words[index - 1] : ""
        switch word {
        case "token": return !cursors.contains { previous.hasSuffix($0) }
        case "tokens": return words.contains { ownersOfTokens.contains($0) }
        case "key", "keys": return index > 0 && !namesOfThings.contains(previous)
        default: return index > 0 && pairs.contains("\(previous) \(word)")
        }
    }

    /// Returns whether a name may tell of a secret, at little cost: whether it contains the first three letters of a
    /// word that can: api, ass, aut, bea, cod, coo, cre, csr, hma, jwt, key, mag, otp, pas, pin, pwd, sam, sec, ses,
    /// sid, sig, str, tok, ver, or xsr.
    static func mayTell(_ name: some Sequence<UInt8>) -> Bool {
        var letters: UInt32 = 0
        for byte in name {
            letters = (letters << 8 | UInt32(byte | 0x20)) & 0xFF_FFFF
            switch letters {
            case 0x61_7069, 0x61_7373, 0x61_7574, 0x62_6561, 0x63_6F64, 0x63_6F6F, 0x63_7265, 0x63_7372, 0x68_6D61,
                0x6A_7774, 0x6B_6579, 0x6D_6167, 0x73_616D, 0x6F_7470, 0x70_6173, 0x70_696E, 0x70_7764, 0x73_6563,
                0x73_6573, 0x73_6964,
                0x73_6967, 0x73_7472, 0x74_6F6B, 0x76_6572, 0x78_7372:
                return true
            default: break
            }
        }
        return false
    }
}

extension SecretWords {
    /// Returns the words of a name, in lower case.
    static func words(of name: String) -> [String] {
        var words: [String] = []
        var word = ""
        var isAfterLowercase = false
        let scalars = Array(name.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            guard scalar.properties.isAlphabetic else {
                words += parts(of: word)
                (word, isAfterLowercase) = ("", false)
                continue
            }
            let isUppercase = scalar.properties.isUppercase
            // "APIKey" ends its first word before the last capital, "apiKey" before the only one.
            let endsCapitals = index + 1 < scalars.count && scalars[index + 1].properties.isLowercase
            if isUppercase, isAfterLowercase || endsCapitals {
                words += parts(of: word)
                word = ""
            }
            word += scalar.properties.lowercaseMapping
            isAfterLowercase = !isUppercase
        }
        return words + parts(of: word)
    }

    /// Returns the parts of a joined word, such as `access` and `token` of `accesstoken`.
    private static func parts(of word: String) -> [String] {
        guard word.utf8.count > 4, !always.contains(word) else { return word.isEmpty ? [] : [word] }
        for (root, innocent) in roots {
            guard let range = word.firstRange(of: root) else { continue }
            let (head, tail) = (word[..<range.lowerBound], word[range.upperBound...])
            guard !innocent.contains(where: tail.hasPrefix) else { return [word] }
            // "maxtokens" and "hastoken" tell as much as the names whose words are apart.
            let before = head.isEmpty ? [] : [String(head)]
            if tail.hasPrefix("s") { return before + [root + "s"] + partsOfTail(tail.dropFirst()) }
            return before + [root] + partsOfTail(tail)
        }
        if let range = word.firstRange(of: "key"), let owner = owner(ofKeyAfter: word[..<range.lowerBound]) {
            return [owner, "key"] + partsOfTail(word[range.upperBound...])
        }
        if let end = joinedEndings.first(where: { word.hasSuffix($0) }), !exceptions.contains(word) { return [end] }
        return [word]
    }

    private static let joinedEndings = ["session", "auth", "pwd", "jwt"]
    private static let exceptions: Set = ["possession", "obsession", "repossession", "dispossession", "oauth"]

    /// Words that make `key` a secret without a border between them, as in `clientkey`.
    private static let joinedOwners: Set = [
        "functions", "function", "admin", "app", "application", "licence", "encryption", "decryption", "signing",
        "shared", "security", "service", "server", "consumer", "client", "user", "developer", "dev", "ssh", "rest",
        "write", "ingest", "deploy", "partner", "merchant", "webhook", "auth", "session", "stripe", "openai",
    ]

    private static func owner(ofKeyAfter head: Substring) -> String? {
        let isOwner = ["api", "access", "private", "account", "subscription", "master", "license"].contains {
            head.hasSuffix($0)
        }
        if isOwner { return head.hasSuffix("api") ? "api" : "access" }
        return joinedOwners.contains(String(head)) ? "access" : nil
    }

    /// A joined rest may itself end with a word about the secret, as in `tokenexpiresin`.
    private static func partsOfTail(_ tail: Substring) -> [String] {
        guard !tail.isEmpty else { return [] }
        if let end = endings.first(where: { $0.utf8.count > 3 && tail.hasSuffix($0) }) { return [end] }
        return ["expiresin", "expiresat"].contains(String(tail)) ? ["expires"] : [String(tail)]
    }
}
