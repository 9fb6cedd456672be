#if !canImport(Network)
    import ReactiveNetworking

    /// The paths that the kernel's tables of links, addresses and routes allow (Q2).
    enum SystemPaths {
        static var changes: SignalProducer<Reachability.Status, Never> {
            SignalProducer { observer, lifetime in
                let watch = RouteWatch { table in observer.send(value: table.status(DeviceTraits.init(ofDevice:))) }
                lifetime.observeEnded { watch.end() }
                watch.begin()
            }
        }
    }

    extension DeviceTraits {
        private static let folder = "/sys/class/net/"

        /// Reads the traits of a device. A name comes from the kernel, and is used as part of a path.
        init(ofDevice name: String) {
            guard !name.isEmpty, !name.contains("/"), !name.hasPrefix(".") else { return }
            let path = Self.folder + name
            isWireless = ["/wireless", "/phy80211"].contains { access(path + $0, F_OK) == 0 }
            let lines = (try? String(contentsOfFile: path + "/uevent", encoding: .utf8)) ?? ""
            type = lines.split(separator: "\n").first { $0.hasPrefix("DEVTYPE=") }.map { String($0.dropFirst(8)) }
        }
    }
#endif
