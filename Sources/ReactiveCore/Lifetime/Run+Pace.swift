extension Run {
    /// Lets `source` know when the consumer has taken all values, until this run ends.
    @usableFromInline
    func pace(_ source: any PacedSource) {
        guard let demand else { return }
        let token = demand.add(source)
        adopt(AnyDisposable { demand.remove(token) })
    }

    /// Creates a demand for the input of an operator that keeps values for later and whose own run is this one.
    ///
    /// - Parameter capacity: The number of values that may wait before a source is not asked for another one.
    /// - Returns: The demand, or `nil` if the consumer takes everything.
    @usableFromInline
    func demandForKeeping(_ capacity: Int = 1) -> Demand? {
        guard let demand else { return nil }
        let keeping = Demand(below: demand, capacity: capacity)
        pace(keeping)
        return keeping
    }

    /// A Boolean value that indicates whether the consumer has not taken all values that it was sent.
    @usableFromInline var isBehind: Bool { demand?.isBehind ?? false }
}

extension StartOutput {
    /// Lets `source` know when the consumer has taken all values that it was sent.
    @inlinable
    package func pace(_ source: any PacedSource) { run.pace(source) }

    /// A Boolean value that indicates whether the consumer keeps values that nobody has asked for yet, or values are on
    /// their way to it.
    @inlinable package var consumerIsBehind: Bool { run.isBehind }
}
