import ReactiveNetworking
import ReactiveReachability
import ReactiveTesting

/// A source of the network's status that follows a script on virtual time.
struct ScriptedPaths: ReachabilitySource {
    let clock: TestScheduler
    /// Times relative to a start. Those at zero are sent inside the start.
    let script: [(Duration, Reachability.Status)]
    let startCount = Locked(0)
    let liveCount = Locked(0)

    init(on clock: TestScheduler, _ script: (Duration, Reachability.Status)...) {
        self.init(on: clock, script)
    }

    init(on clock: TestScheduler, _ script: [(Duration, Reachability.Status)]) {
        self.clock = clock
        self.script = script
    }

    var changes: SignalProducer<Reachability.Status, Never> {
        SignalProducer { observer, lifetime in
            startCount.modify { $0 += 1 }
            liveCount.modify { $0 += 1 }
            lifetime.observeEnded {
                liveCount.modify { $0 -= 1 }
                _ = observer
            }
            for (time, status) in script {
                guard time > .zero else {
                    observer.send(value: status)
                    continue
                }
                lifetime += clock.schedule(after: time) { observer.send(value: status) }
            }
        }
    }

    /// The numbers of starts so far, and of those that have not ended.
    var counts: [Int] { [startCount.value, liveCount.value] }

    var reachability: Reachability { Reachability(source: self, clock: clock) }
}
