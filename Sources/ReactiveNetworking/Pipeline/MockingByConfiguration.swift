extension Operation {
    /// Returns `transport` behind the mocks of the request's configuration, if they are enabled.
    func mocking(_ transport: any Transport) -> any Transport {
        guard isMocked else { return transport }
        return MockingTransport(otherwise: .transport(transport), clock: clock) { [self] prepared in
            // The request may have changed since, and its mocks with it.
            guard let configuration = request.settings?.configuration, configuration.usesMocks ?? false else {
                return nil
            }
            return configuration.mocks.mock(for: prepared)
        }
    }
}
