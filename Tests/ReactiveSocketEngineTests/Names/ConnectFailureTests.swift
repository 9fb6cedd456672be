#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveHTTPModel
    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct ConnectFailureTests {
        @Test(arguments: [
            ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, ENETDOWN, EACCES, EPERM, ENOENT, ECONNRESET, EAGAIN, EAFNOSUPPORT,
        ])
        func aServerThatCannotBeReachedCannotBeConnectedTo(number: Int32) {
            #expect(TransportError.Kind(connecting: number) == .cannotConnect)
        }

        @Test func aServerThatDoesNotAnswerIsATimeout() {
            #expect(TransportError.Kind(connecting: ETIMEDOUT) == .connectTimedOut)
        }

        @Test(arguments: [EMFILE, ENFILE, ENOBUFS, ENOMEM, EADDRNOTAVAIL])
        func aLackOfResourcesIsDistinctFromAFailedConnection(number: Int32) {  // EN5
            #expect(TransportError.Kind(connecting: number) == .resourcesExhausted)
        }

        @Test func theFailureHasTheNumberAndTheTextOfTheSystem() {  // EN24
            let failure = StreamFailure(connecting: ECONNREFUSED)
            #expect(failure.kind == .cannotConnect)
            #expect(failure.code == Int(ECONNREFUSED))
            #expect(failure.text == "\(String(cString: strerror(ECONNREFUSED))) (connect)")
        }
    }
#endif
