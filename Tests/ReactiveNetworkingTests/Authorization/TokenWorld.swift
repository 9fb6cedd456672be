import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting

/// A server that accepts only one token, and a `TokenRefresher` that refreshes it elsewhere, all on virtual time.
final class TokenWorld: Sendable {
    let clock = TestScheduler()
    let stub: StubTransport
    let network: Network
    let store: MemoryTokenStore
    let refresher: TokenRefresher
    /// The tokens that were exchanged for new ones.
    let refreshes = Locked<[String?]>([])
    /// The token that the server accepts.
    let accepted: Locked<String>

    /// - Parameters:
    ///   - token: the token in the store.
    ///   - expiry: when it expires, from now.
    ///   - accepted: the token that the server takes.
    ///   - answerAfter: how long the server takes.
    ///   - configure: changes the refresher's options.
    ///   - refresh: the refresh number n, from 1 on.
    init(
        token: AccessToken? = AccessToken(access: "old", refresh: "r0"),
        accepted: String = "new1",
        answerAfter: Duration = .seconds(1),
        _ configure: (inout TokenRefresher.Options) -> Void = { _ in },
        refresh: @escaping @Sendable (Int) -> SignalProducer<AccessToken, Refusal>
    ) {
        let accepted = Locked(accepted)
        let refreshes = refreshes
        var options = TokenRefresher.Options()
        options.clock = clock
        options.wallClock = { [clock] in Date(timeIntervalSince1970: clock.now.seconds) }
        configure(&options)
        self.accepted = accepted
        stub = StubTransport(clock: clock) { request, _ in
            let isRight = request.headers["Authorization"] == "Bearer \(accepted.value)"
            return StubTransport.Reply.status(isRight ? .ok : .unauthorized).delayed(by: answerAfter)
        }
        network = Network(transport: stub, clock: clock)
        store = MemoryTokenStore(token)
        refresher = TokenRefresher(store: store, options: options) { old -> SignalProducer<AccessToken, Refusal> in
            let number = refreshes.modify {
                $0.append(old?.refresh)
                return $0.count
            }
            return refresh(number)
        }
    }

    struct Refusal: Error, Hashable { var reason = "canary" }

    var request: Request { RequestBuilder(.get, "http://api.test/").authorization(.refreshing(refresher)).build() }

    func send(_ count: Int = 1, abortAfter: Duration = .seconds(10)) -> [EventRecorder<Bool, OperationError>] {
        (0..<count).map { _ in
            network.send(request, abortAfter: abortAfter, maxRetries: 0).map { _ in true }.record(on: clock)
        }
    }

    var sent: [String?] { stub.requests.map { $0.headers["Authorization"] } }

    var isQuiet: Bool { clock.scheduledCount == 0 && stub.liveCount == 0 && network.activity.count.value == 0 }

    static let cause = OperationError.requestFailure(
        error: RequestError.authorizationFailed(cause: .init(Refusal()))
    )
    static let unauthorized = OperationError.unexpectedResponseCode(httpCode: .unauthorized, data: nil)
}

extension AccessToken {
    static func number(_ number: Int) -> AccessToken { AccessToken(access: "new\(number)", refresh: "r\(number)") }
}
