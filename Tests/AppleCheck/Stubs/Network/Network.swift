import Foundation

// https://developer.apple.com/documentation/network/nwpathmonitor

public final class NWPathMonitor: Sendable {
    public var pathUpdateHandler: (@Sendable (NWPath) -> Void)? {
        get { nil }
        set {}
    }

    public init() {}

    public func start(queue: DispatchQueue) {}

    public func cancel() {}
}

// https://developer.apple.com/documentation/network/nwpath

public struct NWPath: Sendable {
    public enum Status: Sendable { case satisfied, unsatisfied, requiresConnection }

    public let status: Status
    public let availableInterfaces: [NWInterface]
}

// https://developer.apple.com/documentation/network/nwinterface

public struct NWInterface: Sendable {
    public enum InterfaceType: Sendable { case other, wifi, cellular, wiredEthernet, loopback }

    public let type: InterfaceType
}
