extension Operation {
    /// `transport`, behind the mocks that the request's layers have, if they are to be used.
    func mocking(_ transport: any Transport) -> any Transport {
        guard isMocked else { return transport }
        return MockingTransport(otherwise: .transport(transport), clock: clock) { [self] prepared in
            // The request may have changed since, and its mocks with it.
            guard let configuration = request.details?.configuration, configuration.usesMocks ?? false else {
                return nil
            }
            return configuration.mocks.mock(for: prepared)
        }
    }
}
