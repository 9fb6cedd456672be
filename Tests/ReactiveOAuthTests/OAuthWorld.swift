import Foundation
import ReactiveNetworking
import ReactiveOAuth
import ReactiveTestSupport
import ReactiveTesting

/// An authorization server and an API on virtual time, and an application that logs in there.
struct OAuthWorld {
    let clock = TestScheduler()
    let stub: StubTransport
    let network: Network
    let oauth: OAuth

    static let issuer = "https://login.test"
    static let redirectURI = "com.example.todos:/login"
    /// The verifier of RFC 7636 appendix B.
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

    init(
        client: OAuth.Client = .public(id: "todos"),
        issuer: OAuth.Server.IssuerPolicy = .unchecked,
        configuration: Network.Configuration? = nil,
        _ script: StubTransport.Reply...
    ) throws {
        try self.init(client: client, issuer: issuer, configuration: configuration) { _, number in
            script[min(number, script.count - 1)]
        }
    }

    init(
        client: OAuth.Client = .public(id: "todos"),
        issuer: OAuth.Server.IssuerPolicy = .unchecked,
        configuration: Network.Configuration? = nil,
        answer: @escaping @Sendable (PreparedRequest, Int) -> StubTransport.Reply
    ) throws {
        stub = StubTransport(clock: clock, answer)
        network = Network(configuration: configuration, transport: stub, clock: clock)
        oauth = OAuth(
            server: try OAuth.Server(
                authorizationEndpoint: "\(Self.issuer)/authorize",
                tokenEndpoint: "\(Self.issuer)/token",
                issuer: issuer
            ),
            client: client
        )
    }

    /// Returns the date on the clock of the world, which begins in 1970.
    var now: @Sendable () -> Date { { [clock] in Date(timeIntervalSince1970: clock.now.seconds) } }

    func login(state: String = "xyz") throws -> OAuth.AuthorizationRequest {
        guard let verifier = OAuth.CodeVerifier(Self.verifier) else { throw OAuth.RedirectError.missingCode }
        return try oauth.authorizationRequest(redirectURI: Self.redirectURI, state: state, verifier: verifier)
    }

    /// Exchanges the code "canary-code" and returns everything that is sent.
    func exchange() throws -> EventRecorder<OAuth.TokenResponse, OAuth.Failure> {
        let code = try login().code(from: redirect("code=canary-code&state=xyz"))
        let events = oauth.exchange(code, over: network, now: now).record(on: clock)
        clock.run()
        return events
    }

    func redirect(_ query: String) throws -> URL {
        guard let url = URL(string: "\(Self.redirectURI)?\(query)") else { throw URLError(.badURL) }
        return url
    }

    /// The fields of a form that was sent.
    func fields(_ index: Int = 0) -> [String: String] {
        let body = String(decoding: stub.requests[index].body ?? Data(), as: UTF8.self)
        return body.split(separator: "&").reduce(into: [:]) { fields, pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            fields[String(parts[0])] = parts.dropFirst().joined().removingPercentEncoding
        }
    }

    /// Returns a refresher with a token, on the clock of the world.
    func refresher(_ store: MemoryTokenStore) -> TokenRefresher {
        var options = TokenRefresher.Options()
        options.clock = clock
        options.wallClock = now
        return TokenRefresher(oauth, over: network, store: store, options: options)
    }

    var isQuiet: Bool { clock.scheduledCount == 0 && stub.liveCount == 0 && network.activity.count.value == 0 }
}

extension StubTransport.Reply {
    static func tokens(access: String = "new", refresh: String? = nil, lifetime: Int? = 3_600) -> Self {
        var members: [String: JSONValue] = ["access_token": .string(access), "token_type": "Bearer"]
        if let refresh { members["refresh_token"] = .string(refresh) }
        if let lifetime { members["expires_in"] = JSONValue(lifetime) }
        return .json("\(JSONValue.object(members))")
    }

    static func refusal(_ code: String, status: HTTP.StatusCode = .badRequest) -> Self {
        .json(#"{"error":"\#(code)","error_description":"canary-words"}"#, status: status)
    }
}
