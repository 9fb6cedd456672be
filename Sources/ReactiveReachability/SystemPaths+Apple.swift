#if canImport(Network)
    import Dispatch
    import Network
    import ReactiveCore

    /// The paths that the system's monitor reports (Q4).
    enum SystemPaths {
        static var changes: SignalProducer<Reachability.Status, Never> {
            SignalProducer { observer, lifetime in
                let monitor = NWPathMonitor()
                monitor.pathUpdateHandler = { path in observer.send(value: Reachability.Status(path)) }
                monitor.start(queue: DispatchQueue(label: "ReactiveNetworking.Reachability"))
                lifetime.observeEnded { monitor.cancel() }
            }
        }
    }

    extension Reachability.Status {
        fileprivate init(_ path: NWPath) {
            guard path.status == .satisfied else {
                self = .offline
                return
            }
            self = .online(path.availableInterfaces.first.map { Reachability.Interface($0.type) } ?? .other)
        }
    }

    extension Reachability.Interface {
        fileprivate init(_ type: NWInterface.InterfaceType) {
            switch type {
            case .wifi: self = .wifi
            case .cellular: self = .cellular
            case .wiredEthernet: self = .wired
            case .loopback, .other: self = .other
            @unknown default: self = .other
            }
        }
    }
#endif
