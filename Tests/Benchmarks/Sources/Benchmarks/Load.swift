import Dispatch
import Foundation
import ReactiveNetworking

/// Many requests, so many of them in flight: what one client needs for them, measured in a process of its own.
struct Load: Sendable {
    static let command = "load"

    /// What begins one request, and calls back with the size of its body when that has come whole.
    typealias Begin = @Sendable (_ ended: @escaping @Sendable (Int) -> Void) -> Void

    /// What a load has cost.
    struct Cost: Sendable {
        var seconds: Double
        var processorSeconds: Double
        /// The peak of the resident memory, in bytes.
        var peakMemory: Int
    }

    let count: Int
    let inFlight: Int

    /// Runs it once to warm up with a tenth, then in full.
    func run(_ begin: @escaping Begin) -> Cost {
        lanes(count / 10, begin)
        let clock = ContinuousClock.now
        let before = Self.processorSeconds
        lanes(count, begin)
        let elapsed = clock.duration(to: .now)
        return Cost(
            seconds: elapsed / .seconds(1),
            processorSeconds: Self.processorSeconds - before,
            peakMemory: Self.peakMemory
        )
    }

    private func lanes(_ count: Int, _ begin: @escaping Begin) {
        let left = Locked(count)
        let group = DispatchGroup()
        @Sendable func next() {
            let isWanted = left.withLock { left in
                left -= 1
                return left >= 0
            }
            guard isWanted else { return group.leave() }
            begin { byteCount in
                precondition(byteCount > 0, "a response without a body")
                next()
            }
        }
        for _ in 0..<min(count, inFlight) {
            group.enter()
            next()
        }
        group.wait()
    }

    private static var processorSeconds: Double {
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    /// In bytes; Linux counts in kibibytes.
    private static var peakMemory: Int { usage.ru_maxrss * 1_024 }

    private static var usage: rusage {
        var usage = rusage()
        // 0 is the calling process; the name for it has different types here and there.
        getrusage(0, &usage)
        return usage
    }
}

extension Load {
    /// Our own client, with a transport of its choice.
    static func ours(_ url: String, over transport: (any Transport)? = nil) -> Begin {
        let network = Network(transport: transport, scheduler: ImmediateScheduler())
        let request = RequestBuilder(.get, url).build()
        return { ended in
            network.send(request, parse: { (data: Data) -> Data? in data }).startWithResult { result in
                switch result {
                case .success(let response): ended(response.rawData.count)
                case .failure(let error): preconditionFailure("\(error)")
                }
            }
        }
    }
}
