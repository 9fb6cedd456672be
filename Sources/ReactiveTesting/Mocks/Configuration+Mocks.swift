import ReactiveHTTPModel
import ReactiveNetworking

/// The mocks that a request carries to its transport.
struct ConfiguredMocks: Attachment {
    var routes: [Mock.Route]

    func overridden(by other: ConfiguredMocks) -> ConfiguredMocks {
        ConfiguredMocks(routes: other.routes + routes)
    }
}

extension Network.Configuration {
    /// Creates a configuration that sets mocks only.
    ///
    /// - Parameter mocks: The responses of a ``MockingTransport``.
    public init(mocks: [Mock.Route]) {
        self.init()
        self.mocks = mocks
    }

    /// The responses that a ``MockingTransport`` gives to requests of this configuration; no other transport reads
    /// them. The mocks of all layers count, those of the later layer first.
    ///
    /// Endpoints can therefore declare their mocks, and the transport of a network switches them on.
    public var mocks: [Mock.Route] {
        get { attachments[ConfiguredMocks.self]?.routes ?? [] }
        set { attachments[ConfiguredMocks.self] = newValue.isEmpty ? nil : ConfiguredMocks(routes: newValue) }
    }
}
