import Combine
import Network
import ReactiveNetworking
import Testing

/// Names that modules of Apple's systems have, too.
@Suite struct NameTests {
    @Test func ourNetworkKeepsItsNameBesideTheModule() {  // A3
        let network = Network(scheduler: ImmediateScheduler())
        let error: Network.OperationError = .missingData
        #expect(network.activity.count.value == 0)
        #expect(error == .missingData)
        _ = NWPathMonitor()
    }

    @Test func aSchedulerIsQualifiedBesideCombine() {  // A3
        let ours: any ReactiveCore.Scheduler = ImmediateScheduler()
        let isDone = Locked(false)
        ours.schedule { isDone.value = true }
        #expect(isDone.value)
        _ = DispatchlessScheduler.self
    }
}

/// A scheduler of Combine, by its simple name in a signature that only Combine's satisfies.
private typealias DispatchlessScheduler = OpenCombineImmediate
private typealias OpenCombineImmediate = Combine.ImmediateScheduler
