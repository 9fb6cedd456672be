import Foundation
import ReactiveNetworking
import ReactiveTestSupport
import ReactiveTesting
import Testing

@Suite struct LogTests {
    /// The events of the operation, without the details of its exchanges.
    private func story(_ log: Locked<[Network.Event]>) -> [Network.Event] {
        log.withLock { $0.filter { if case .exchange = $0.kind { false } else { true } } }
    }

    private func kinds(_ log: Locked<[Network.Event]>) -> [Network.Event.Kind] { story(log).map(\.kind) }

    @Test func everyStepOfAnOperationIsLogged() {  // N18
        let world = VirtualNetwork(.failure(.connectionLost), .status(.ok).delayed(by: .seconds(1)))
        let log = world.log()
        world.network.send(.get()).start()
        world.clock.run()
        let lost = OperationError.requestFailure(error: TransportError.connectionLost)
        #expect(
            kinds(log) == [
                .began, .attemptBegan(1), .attemptFailed(1, lost), .retryPlanned(after: .seconds(1), .policy),
                .attemptBegan(2), .responded(.ok), .ended(.succeeded, nil),
            ]
        )
        #expect(story(log).map(\.time) == [0, 0, 0, 0, 1, 2, 2].map { .seconds($0) })
        #expect(Set(log.withLock { $0.map(\.operation) }).count == 1)
    }

    @Test func everyEndOfAnOperationIsLoggedOnce() throws {  // N18
        let refused = VirtualNetwork(.status(.ok))
        let refusals = refused.log()
        refused.network.send(.get("not a URL")).start()
        let error = try #require(RequestError.invalid("not a URL"))
        #expect(
            kinds(refusals) == [
                .began, .attemptBegan(1), .attemptFailed(1, .requestFailure(error: error)),
                .ended(.failed(.requestFailure(error: error)), .notTransient),
            ]
        )

        let silent = VirtualNetwork(.never)
        let timeouts = silent.log()
        silent.network.send(.get()).start()
        silent.clock.run()
        let timedOut = OperationError.timedOut(
            after: .seconds(10),
            phase: .waitingForHead,
            attempts: 1,
            lastFailure: nil
        )
        #expect(kinds(timeouts) == [.began, .attemptBegan(1), .ended(.failed(timedOut), .deadline)])

        let disposed = VirtualNetwork(.never)
        let disposals = disposed.log()
        disposed.network.send(.get()).start().dispose()
        #expect(kinds(disposals) == [.began, .attemptBegan(1), .ended(.cancelled, nil)])
    }

    @Test func anOperationThatNeverBeganIsNotLogged() {  // N1, N18
        let world = VirtualNetwork(.status(.ok))
        let log = world.log()
        let interruptions = Locked(0)
        world.network.send(.get()).startWithSignal { signal, handle in
            signal.observeInterrupted { interruptions.withLock { $0 += 1 } }
            handle.dispose()
        }
        #expect(interruptions.withLock { $0 } == 1)
        #expect(kinds(log).isEmpty)
        #expect(world.stub.requests.isEmpty)
        #expect(world.isQuiet)
    }
}

extension RequestError {
    fileprivate static func invalid(_ url: String) -> RequestError? {
        do throws(RequestError) {
            _ = try Request.get(url).prepared()
            return nil
        } catch {
            return error
        }
    }
}
