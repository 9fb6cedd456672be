/// A Digest challenge that can be answered (RFC 7616 §3.3).
struct DigestChallenge: Sendable {
    /// The parts of a message that the answer protects.
    enum Protection: String {
        case request = "auth"
        case requestAndBody = "auth-int"
    }

    let realm: String
    var nonce: String
    let opaque: String?
    let algorithm: DigestAlgorithm
    /// The algorithm's name as the server spells it, which the answer repeats.
    let algorithmName: String?
    /// The protection (`qop`); `nil` for servers that predate it.
    let protection: Protection?
    let hashesUserName: Bool
    let wantsUTF8: Bool
    /// A Boolean value that indicates whether the credentials failed only because the nonce was too old.
    let isStale: Bool

    /// Returns `nil` if the challenge uses another scheme, lacks a required parameter, or asks for an unsupported
    /// algorithm.
    init?(_ challenge: Authorization.Challenge, hasBodyInMemory: Bool) {
        guard challenge.isScheme("Digest"), let realm = challenge["realm"], let nonce = challenge["nonce"],
            let algorithm = DigestAlgorithm(named: challenge["algorithm"]),
            // A value that cannot be sent in a header field cannot be answered.
            [realm, nonce, challenge["opaque"] ?? ""].allSatisfy(HTTP.Headers.isValidValue)
        else { return nil }
        if let offers = challenge["qop"] {
            let offers = offers.split { $0 == "," || $0 == " " || $0 == "\t" }.map { $0.lowercased() }
            if offers.contains(Protection.request.rawValue) {
                protection = .request
            } else if hasBodyInMemory, offers.contains(Protection.requestAndBody.rawValue) {
                protection = .requestAndBody
            } else {
                return nil
            }
        } else {
            protection = nil
        }
        self.realm = realm
        self.nonce = nonce
        self.algorithm = algorithm
        algorithmName = challenge["algorithm"]
        opaque = challenge["opaque"]
        hashesUserName = challenge["userhash"]?.lowercased() == "true"
        wantsUTF8 = challenge["charset"]?.lowercased() == "utf-8"
        isStale = challenge["stale"]?.lowercased() == "true"
    }
}

/// The answer to a Digest challenge (RFC 7616 §3.4).
struct DigestAnswer {
    var challenge: DigestChallenge
    var username: String
    var password: String
    /// The nonce that this client has chosen.
    var clientNonce: String
    /// The number of requests sent with the server's nonce, including this one.
    var count: UInt32

    /// Returns the value of the header.
    ///
    /// - Parameters:
    ///   - method: The request's method.
    ///   - target: The path and query as they are sent.
    ///   - body: The bytes of the body, if the answer protects them.
    func headerValue(method: String, target: String, body: Data = Data()) -> String {
        let algorithm = challenge.algorithm
        var fields: [String] = [userField, quoted("realm", challenge.realm), quoted("nonce", challenge.nonce)]
        fields.append(quoted("uri", target))
        if let name = challenge.algorithmName { fields.append("algorithm=\(name)") }
        let second = "\(method):\(target)"
        switch challenge.protection {
        case nil:
            let response = algorithm.hash("\(secret):\(challenge.nonce):\(algorithm.hash(second))")
            fields.append(quoted("response", response))
            if algorithm.isSession { fields.append(quoted("cnonce", clientNonce)) }
        case .some(let protection):
            let whole = protection == .request ? second : "\(second):\(algorithm.hash(body))"
            let count = count.hexadecimalDigits
            let middle = "\(challenge.nonce):\(count):\(clientNonce):\(protection.rawValue)"
            fields.append(quoted("response", algorithm.hash("\(secret):\(middle):\(algorithm.hash(whole))")))
            fields += ["qop=\(protection.rawValue)", "nc=\(count)", quoted("cnonce", clientNonce)]
        }
        if let opaque = challenge.opaque { fields.append(quoted("opaque", opaque)) }
        if challenge.hashesUserName { fields.append("userhash=true") }
        return "Digest " + fields.joined(separator: ", ")
    }

    private var secret: String {
        let algorithm = challenge.algorithm
        let plain = algorithm.hash("\(username):\(challenge.realm):\(password)")
        return algorithm.isSession ? algorithm.hash("\(plain):\(challenge.nonce):\(clientNonce)") : plain
    }

    /// The user name; the extended notation is used for non-ASCII names if the server accepts UTF-8 (RFC 7616 §3.4, RFC
    /// 8187).
    private var userField: String {
        if challenge.hashesUserName {
            return quoted("username", challenge.algorithm.hash("\(username):\(challenge.realm)"))
        }
        guard challenge.wantsUTF8, !username.utf8.allSatisfy({ $0 < 0x80 }) else { return quoted("username", username) }
        let escaped = username.utf8.map { byte in
            let isPlain = HTTP.isTokenByte(byte) && !"*'%".utf8.contains(byte)
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
        }
        return "username*=UTF-8''" + escaped.joined()
    }

    private func quoted(_ name: String, _ value: String) -> String {
        let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\(name)=\"\(escaped)\""
    }
}
