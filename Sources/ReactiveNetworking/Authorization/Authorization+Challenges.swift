extension Authorization {
    /// An authentication scheme that proves knowledge of a password.
    #if hasAttribute(nonexhaustive)
        @nonexhaustive(warn)
    #endif
    public enum ChallengeScheme: Sendable, Hashable, CaseIterable {
        /// Digest (RFC 7616) with MD5, MD5-sess, SHA-256, or SHA-256-sess. The password itself is not sent.
        case digest
        /// Basic (RFC 7617). The password is sent practically in the clear, to any server that requests it.
        case basic
    }

    /// Creates Digest authentication (RFC 7616), which answers the server's 401 with a second request.
    ///
    /// The server's nonce, or the next one that it names (`nextnonce`), is kept, so further requests to that origin are
    /// authorized in advance. If there are several challenges, the strongest supported one is answered; `auth` is
    /// preferred to `auth-int`, which requires a body in memory. If no challenge can be answered, the 401 is the
    /// response, and so is a second 401.
    ///
    /// - Parameters:
    ///   - username: The user's name, sent as UTF-8, or hashed if the server requests it.
    ///   - password: The password, which is never sent.
    ///   - clientNonce: Creates the client's nonces; 128 random bits by default. A test can pass predictable values.
    /// - Returns: An authorization that answers Digest challenges.
    public static func digest(
        username: String,
        password: String,
        clientNonce: @escaping @Sendable () -> String = Authorization.randomNonce
    ) -> Authorization {
        onChallenge(username: username, password: password, schemes: [.digest], clientNonce: clientNonce)
    }

    /// Creates an authorization that sends nothing until the server responds with a 401, and then answers the strongest
    /// supported challenge.
    ///
    /// If `schemes` contains `.basic`, a server that impersonates the real one can obtain the password itself: use it
    /// only with https.
    ///
    /// - Parameters:
    ///   - username: The user's name, sent as UTF-8, or hashed if a Digest challenge requests it.
    ///   - password: The password.
    ///   - schemes: The schemes that may be answered.
    ///   - clientNonce: Creates the client's nonces for Digest; 128 random bits by default.
    /// - Returns: An authorization that answers challenges of `schemes`.
    public static func onChallenge(
        username: String,
        password: String,
        schemes: Set<ChallengeScheme> = [.digest, .basic],
        clientNonce: @escaping @Sendable () -> String = Authorization.randomNonce
    ) -> Authorization {
        let credentials = ChallengedCredentials(username, password, schemes, clientNonce)
        return Authorization("challenge", .scheme(credentials))
    }

    /// Returns 128 random bits as hexadecimal digits, from the system's cryptographic random number generator.
    ///
    /// - Returns: A string of 32 hexadecimal digits.
    public static func randomNonce() -> String {
        var generator = SystemRandomNumberGenerator()
        return generator.next().hexadecimalDigits + generator.next().hexadecimalDigits
    }
}

/// The user name, the password, and the latest session of each origin.
private final class ChallengedCredentials: AuthorizationScheme, CustomReflectable {
    private enum Session: Sendable {
        case basic
        case digest(DigestChallenge, clientNonce: String, count: UInt32)

        /// Returns this session with the count of `other` if both use the same nonce: a count must not be used twice
        /// with a nonce.
        func continuing(_ other: Session?) -> Session {
            guard case .digest(let challenge, _, _) = self,
                case .digest(let before, let clientNonce, let count) = other, before.nonce == challenge.nonce
            else { return self }
            return .digest(challenge, clientNonce: clientNonce, count: count)
        }

        /// Returns whether the parts of `request` that the answer protects are available.
        func canAnswer(for request: PreparedRequest) -> Bool {
            guard case .digest(let challenge, _, _) = self, challenge.protection == .requestAndBody else { return true }
            return request.content?.isInMemory ?? true
        }
    }

    private static let maxOriginCount = 64

    private let username: String
    private let password: String
    private let schemes: Set<Authorization.ChallengeScheme>
    private let clientNonce: @Sendable () -> String
    private let sessions = Locked<[String: Session]>([:])

    init(
        _ username: String,
        _ password: String,
        _ schemes: Set<Authorization.ChallengeScheme>,
        _ clientNonce: @escaping @Sendable () -> String
    ) {
        // RFC 7616 §3.4 and RFC 7617 §2.1: equal names must have equal bytes.
        self.username = username.normalized
        self.password = password.normalized
        self.schemes = schemes
        self.clientNonce = clientNonce
    }

    /// An empty mirror, because the object holds a password.
    var customMirror: Mirror { Mirror(self, children: []) }

    func grant(for request: PreparedRequest) -> SignalProducer<Credentials?, RequestError> {
        .deferred { [self] in
            guard let session = takeTurn(at: request.url.origin), session.canAnswer(for: request) else {
                return SignalProducer(value: nil)
            }
            return SignalProducer(result: value(session, for: request).map { Credentials(headerValue: $0) })
        }
    }

    func answer(
        to refusal: UnauthorizedResponse,
        after grant: Credentials?
    ) -> SignalProducer<Credentials, RequestError>? {
        let origin = refusal.request.url.origin
        guard let session = session(answering: refusal) else { return nil }
        if case .basic = session, grant?.headerValue.hasPrefix("Basic ") ?? false {
            // The server refused what was just sent, so the credentials are wrong.
            sessions.withLock { $0[origin] = nil }
            return nil
        }
        sessions.withLock { sessions in
            if sessions.count >= Self.maxOriginCount, sessions[origin] == nil { sessions = [:] }
            sessions[origin] = session.continuing(sessions[origin])
        }
        return .deferred { [self] in
            let session = takeTurn(at: origin) ?? session
            return SignalProducer(
                result: value(session, for: refusal.request).map { Credentials(headerValue: $0) }
            )
        }
    }

    func didReceive(_ head: ResponseHead, for request: PreparedRequest) {
        guard let info = head.headers["Authentication-Info"],
            // Parses the parameters only: without a scheme they would not be a challenge.
            let nonce = Authorization.Challenge.all(
                in: ["Authentication-Info": "Digest \(info)"],
                named: "Authentication-Info"
            )
            .first?["nextnonce"], !nonce.isEmpty, HTTP.Headers.isValidValue(nonce)
        else { return }
        sessions.withLock { sessions in
            // A session algorithm derives its secret from the first nonce and keeps it for the whole session.
            guard case .digest(var challenge, _, _) = sessions[request.url.origin], !challenge.algorithm.isSession,
                challenge.nonce != nonce
            else { return }
            challenge.nonce = nonce
            sessions[request.url.origin] = .digest(challenge, clientNonce: clientNonce(), count: 0)
        }
    }

    /// Returns the session of an origin and increments its count.
    private func takeTurn(at origin: String) -> Session? {
        sessions.withLock { sessions in
            if case .digest(let challenge, let clientNonce, let count) = sessions[origin] {
                guard count < .max else {
                    sessions[origin] = nil
                    return nil
                }
                sessions[origin] = .digest(challenge, clientNonce: clientNonce, count: count + 1)
            }
            return sessions[origin]
        }
    }

    /// Returns a session for the strongest challenge that can be answered.
    private func session(answering refusal: UnauthorizedResponse) -> Session? {
        let hasBodyInMemory = refusal.request.content.map { $0.isInMemory } ?? true
        if schemes.contains(.digest) {
            let known = refusal.challenges.compactMap { DigestChallenge($0, hasBodyInMemory: hasBodyInMemory) }
            let strongest = known.reduce(nil as DigestChallenge?) { best, next in
                guard let best, best.algorithm.strength >= next.algorithm.strength else { return next }
                return best
            }
            if let strongest { return .digest(strongest, clientNonce: clientNonce(), count: 0) }
        }
        return schemes.contains(.basic) && refusal.challenges.contains { $0.isScheme("Basic") } ? .basic : nil
    }

    private func value(_ session: Session, for request: PreparedRequest) -> Result<String, RequestError> {
        Result { () throws(RequestError) in
            guard case .digest(let challenge, let clientNonce, let count) = session else {
                return try Authorization.basicValue(username: username, password: password)
            }
            guard (username + password).utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
                throw .invalidAuthorization(.controlCharacter)
            }
            let answer = DigestAnswer(
                challenge: challenge,
                username: username,
                password: password,
                clientNonce: clientNonce,
                count: count
            )
            let body = request.body ?? Data()
            return answer.headerValue(method: request.method.rawValue, target: request.target, body: body)
        }
    }
}

extension BodyContent {
    fileprivate var isInMemory: Bool {
        if case .data = self { true } else { false }
    }
}

extension PreparedRequest {
    /// Path and query as they are sent.
    var target: String {
        let text = url.absoluteString
        guard let authority = text.firstRange(of: "://") else { return "/" }
        let rest = text[authority.upperBound...].prefix { $0 != "#" }
        guard let start = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return "/" }
        return rest[start] == "?" ? "/" + rest[start...] : String(rest[start...])
    }
}
