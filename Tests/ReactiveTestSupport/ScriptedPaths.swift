import ReactiveNetworking
import ReactiveReachability
import ReactiveTesting

/// A source of the network's status that follows a script on virtual time.
package struct ScriptedPaths: ReachabilitySource {
    package let clock: TestScheduler
    /// Times relative to a start. Those at zero are sent inside the start.
    package let script: [(Duration, Reachability.Status)]
    package let startCount = Locked(0)
    package let liveCount = Locked(0)

    package init(on clock: TestScheduler, _ script: (Duration, Reachability.Status)...) {
        self.init(on: clock, script)
    }

    package init(on clock: TestScheduler, _ script: [(Duration, Reachability.Status)]) {
        self.clock = clock
        self.script = script
    }

    package var changes: SignalProducer<Reachability.Status, Never> {
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
    package var counts: [Int] { [startCount.value, liveCount.value] }

    package var reachability: Reachability { Reachability(source: self, clock: clock) }
}
