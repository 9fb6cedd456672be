import Foundation
import ReactiveNetworking
import Testing

@testable import ReactiveOffline

@Suite struct VerdictTests {
    private static func timedOut(_ last: Network.OperationError?) -> Network.OperationError {
        .timedOut(after: .seconds(1), phase: .connecting, attempts: 1, lastFailure: last)
    }

    @Test func theStandardJudgeFollowsTheTable() {  // J17
        for kind in TransportError.Kind.allCases {
            let error = Network.OperationError.requestFailure(error: TransportError(kind))
            switch kind {
            case .offline, .cannotResolveHost, .cannotConnect, .connectTimedOut:
                #expect(Verdict.standard(error) == .offline)
                #expect(Verdict.offlineOnly(error) == .offline)
                #expect(Verdict.standard(Self.timedOut(error)) == .offline)
            case .handshakeFailed, .connectionLost, .truncatedResponse, .timedOut, .resourcesExhausted:
                #expect(Verdict.standard(error) == .keep)
                #expect(Verdict.offlineOnly(error) == .discard)
            default: #expect(Verdict.standard(error) == .discard)
            }
        }
        #expect(Verdict.standard(Self.timedOut(nil)) == .keep)
        for code in 300...599 {
            let isKept = [408, 425, 429].contains(code) || code >= 500 && code != 501 && code != 505
            let status = HTTP.StatusCode(rawValue: code)
            let error = Network.OperationError.unexpectedResponseCode(httpCode: status, data: nil)
            #expect(Verdict.standard(error) == (isKept ? .keep : .discard), "\(code)")
        }
        #expect(Verdict.standard(.missingData) == .discard)
        #expect(Verdict.standard(.requestFailure(error: RequestError.bodyAlreadyConsumed)) == .discard)
    }

    @Test func aTokenThatCannotBeRefreshedWithoutANetworkDiscardsNothing() {  // J17
        let offline = Network.OperationError.requestFailure(error: TransportError.offline)
        let error = RequestError.authorizationFailed(cause: RequestError.Cause(offline))
        #expect(Verdict.standard(.requestFailure(error: error)) == .offline)
    }

    @Test func aJudgeCanBeGivenByNameOrAsAClosure() {  // J17
        var configuration = RequestJournal.Configuration(judge: .offlineOnly)
        #expect(configuration.judge(.missingData) == .discard)
        configuration.judge = { _ in .keep }
        #expect(configuration.judge(.missingData) == .keep)
        configuration.judge = .standard
        #expect(configuration.judge(.missingData) == .discard)
        let second = RequestJournal.Configuration(judge: { _ in .offline })
        #expect(second.judge(.missingData) == .offline)
    }

    @Test func theDefaultsAreThoseOfTheContract() {
        let configuration = RequestJournal.Configuration()
        #expect(configuration.maxEntries == 10_000)
        #expect(configuration.maxByteCount == 64 << 20)
        #expect(configuration.overflow == .refuse)
        #expect(configuration.inlineBodyByteCount == 64 << 10)
        #expect(configuration.expiresAfter == .seconds(7 * 24 * 3_600))
        #expect(configuration.maxAttempts == 10)
        #expect(configuration.uncertain == .sendAgain)
        #expect(configuration.seal == nil)
    }
}
