import ReactiveTestSupport
import ReactiveTesting
import Testing

@testable import ReactiveNetworking

@Suite struct SharedNetworkTests {
    @Test func theSharedNetworkIsConfiguredBeforeItsFirstUse() throws {  // T5
        let storage = SharedNetwork()
        let own = Network(transport: StubTransport(.status(.ok)), clock: TestScheduler())
        try storage.configure(own)
        #expect(storage.value.core === own.core)
        #expect(storage.value.core === own.core)
    }

    @Test func aSecondConfigurationFailsAndChangesNothing() throws {  // T5
        let storage = SharedNetwork()
        let own = Network(transport: StubTransport(.status(.ok)), clock: TestScheduler())
        try storage.configure(own)
        #expect(throws: SharedNetworkError.configuredBefore) { try storage.configure(Network()) }
        _ = storage.value
        #expect(throws: SharedNetworkError.configuredBefore) { try storage.configure(Network()) }
        #expect(storage.value.core === own.core)
    }

    @Test func aConfigurationAfterTheFirstUseFailsAndChangesNothing() {  // T5
        let storage = SharedNetwork()
        let standard = storage.value
        #expect(throws: SharedNetworkError.usedBefore) { try storage.configure(Network()) }
        #expect(storage.value.core === standard.core)
        _ = Network.shared
        #expect(throws: SharedNetworkError.usedBefore) { try Network.configureShared(Network()) }
    }

    @Test func theErrorTextSaysWhyTheSharedNetworkCannotBeConfigured() {  // T5
        #expect("\(SharedNetworkError.usedBefore)".hasPrefix("The shared network was used before"))
        #expect("\(SharedNetworkError.configuredBefore)".hasPrefix("The shared network was configured before"))
    }
}
