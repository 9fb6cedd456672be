import Foundation

extension Authorization {
    /// A way to prove that one knows a password.
    public enum ChallengeScheme: Sendable, Hashable, CaseIterable {
        /// Digest (RFC 7616) with MD5, MD5-sess, SHA-256 or SHA-256-sess: the password itself is not sent.
        case digest
        /// Basic (RFC 7617): the password is sent as good as in the clear, to whoever asks for it.
        case basic
    }

    /// Digest authentication (RFC 7616): the server asks with a 401, and gets its answer in a second request.
    ///
    /// The server's nonce is kept, or the next one that it names (`nextnonce`), so that further requests to that origin are
    /// answered before they are refused. Of several challenges the strongest one is answered that can be; `auth` is preferred
    /// to `auth-int`, which needs a body in memory. A challenge that cannot be answered leaves the 401 for the response, and
    /// so does a second 401.
    ///
    /// - Parameters:
    ///   - username: the user's name, sent as UTF-8, or hashed if the server wants that.
    ///   - password: the password, which is never sent.
    ///   - clientNonce: makes this side's nonces; 128 random bits by default. A test passes what it can predict.
    public static func digest(
        username: String,
        password: String,
        clientNonce: @escaping @Sendable () -> String = Authorization.randomNonce
    ) -> Authorization {
        onChallenge(username: username, password: password, schemes: [.digest], clientNonce: clientNonce)
    }

    /// Sends nothing until the server asks with a 401, and then what it asks for; of several challenges the strongest.
    ///
    /// With `.basic` among the schemes whoever answers in the server's place can ask for the password itself: leave it to https.
    /// See ``digest(username:password:clientNonce:)``.
    public static func onChallenge(
        username: String,
        password: String,
        schemes: Set<ChallengeScheme> = [.digest, .basic],
        clientNonce: @escaping @Sendable () -> String = Authorization.randomNonce
    ) -> Authorization {
        let credentials = ChallengedCredentials(username, password, schemes, clientNonce)
        return Authorization("challenge", .scheme(credentials))
    }

    /// 128 random bits, in hexadecimal digits, from the system's generator for secrets.
    public static func randomNonce() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        .joined()
    }
}

/// User and password, and what each origin has last asked for.
private final class ChallengedCredentials: AuthorizationScheme, CustomReflectable {
    private enum Session: Sendable {
        case basic
        case digest(DigestChallenge, clientNonce: String, count: UInt32)

        /// This session, counted on from `other` if both are about one nonce: no count may come twice with it.
        func continuing(_ other: Session?) -> Session {
            guard case .digest(let challenge, _, _) = self,
                case .digest(let before, let clientNonce, let count) = other, before.nonce == challenge.nonce
            else { return self }
            return .digest(challenge, clientNonce: clientNonce, count: count)
        }

        /// Whether the parts of `request` that are vouched for can be had.
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
        // As RFC 7616 §4 and RFC 7617 §2.1 have it, equal names are to have equal bytes.
        self.username = username.precomposedStringWithCanonicalMapping
        self.password = password.precomposedStringWithCanonicalMapping
        self.schemes = schemes
        self.clientNonce = clientNonce
    }

    /// Nothing: it holds a password.
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
            // Asked again for what was sent: it is wrong.
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
            // The parameters alone: without a scheme they would be no challenge.
            let nonce = Authorization.Challenge.all(in: ["Authentication-Info": "Digest \(info)"], named: "Authentication-Info")
                .first?["nextnonce"], !nonce.isEmpty, HTTP.Headers.isValidValue(nonce)
        else { return }
        sessions.withLock { sessions in
            // The secret of a session is made of the first nonce, and holds as long as that.
            guard case .digest(var challenge, _, _) = sessions[request.url.origin], !challenge.algorithm.isSession,
                challenge.nonce != nonce
            else { return }
            challenge.nonce = nonce
            sessions[request.url.origin] = .digest(challenge, clientNonce: clientNonce(), count: 0)
        }
    }

    /// The session with an origin, counted once more.
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

    /// A session by the strongest of the challenges that can be met.
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
        guard let authority = text.range(of: "://") else { return "/" }
        let rest = text[authority.upperBound...].prefix { $0 != "#" }
        guard let start = rest.firstIndex(where: { $0 == "/" || $0 == "?" }) else { return "/" }
        return rest[start] == "?" ? "/" + rest[start...] : String(rest[start...])
    }
}
