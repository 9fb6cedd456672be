#if os(Linux)
    import Foundation
    import ReactiveNetworking
    import ReactiveReachability

    // Observes the network of the system, in a network namespace of its own or with few descriptors. The argument names
    // the task.

    func report(_ text: String) {
        let line = Array((text + "\n").utf8)
        _ = write(STDOUT_FILENO, line, line.count)
    }

    extension Reachability.Status {
        var name: String {
            switch self {
            case .unknown: "unknown"
            case .offline: "offline"
            case .online(let interface): "online(\(interface))"
            }
        }
    }

    /// Takes a link down and up, and reports each status. Every step waits for the status that the last one leads to.
    func observeNamespace() async {
        guard let kernel = KernelConfiguration(), kernel.addPair("v0", "v1") else { exit(77) }
        let status = Reachability.shared.status
        var step = 0
        for await seen in status.producer.values(buffering: .dropOldest(limit: 100)) {
            report(seen.name)
            guard seen != .unknown else { continue }
            step += 1
            switch step {
            case 1:
                kernel.setUp("v0", true)
                kernel.setUp("v1", true)
                kernel.addAddress([10, 99, 0, 1], to: "v0")
                kernel.addDefaultRoute(by: [10, 99, 0, 2], over: "v0")
            case 2: kernel.setUp("v0", false)
            case 3:
                // The kernel has removed the route together with the link, and told nobody.
                kernel.setUp("v0", true)
                poll(nil, 0, 300)
                report("without a route: \(status.value.name)")
                kernel.addDefaultRoute(by: [10, 99, 0, 2], over: "v0")
            case 4:
                // The carrier is lost, because the other end is down.
                kernel.setUp("v1", false)
            case 5:
                kernel.removeDefaultRoute(over: "v0")
                kernel.addBridge("b0")
                kernel.setMaster("b0", of: "v1")
                kernel.setUp("v1", true)
                kernel.setUp("b0", true)
                kernel.addAddress([10, 98, 0, 1], to: "b0")
                kernel.addDefaultRoute(by: [10, 98, 0, 2], over: "b0")
            default: return
            }
        }
    }

    /// Counts the sockets of the process, which has no others.
    func countSockets() {
        var count: Int {
            let folder = "/proc/self/fd"
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.count {
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
                return target?.hasPrefix("socket:") ?? false
            }
        }
        func awaitNone() {
            while count > 0 { poll(nil, 0, 5) }
        }
        let inherited = count
        guard inherited == 0 else { return report("\(inherited) inherited sockets") }
        let status = Reachability.shared.status
        let observers = (0..<1_000).map { _ in status.producer.start() }
        report("observed by \(observers.count): \(count)")
        for observer in observers.dropFirst() { observer.dispose() }
        report("observed by 1: \(count)")
        observers[0].dispose()
        awaitNone()
        report("unobserved: \(count)")
        var most = 0
        for _ in 0..<1_000 {
            let observer = status.producer.start()
            most = max(most, count)
            observer.dispose()
        }
        // The count is no snapshot: a socket may be closed and another one opened while it is taken.
        report("at most 3: \(most <= 3)")
        awaitNone()
        report("end: \(count)")
    }

    /// Observes while no descriptor is free.
    func observeWithoutDescriptors() {
        _ = QueueScheduler.shared
        var limit = rlimit(rlim_cur: 64, rlim_max: 64)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        while dup(STDERR_FILENO) >= 0 {}
        let status = Reachability.shared.status
        let observer = status.producer.start()
        poll(nil, 0, 400)
        report(status.value.name)
        observer.dispose()
    }

    switch CommandLine.arguments.dropFirst().first {
    case "namespace": await observeNamespace()
    case "sockets": countSockets()
    case "refused": observeWithoutDescriptors()
    default: exit(2)
    }
#endif
