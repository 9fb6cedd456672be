extension SignalProducer {
    /// Sends the steps from each list to the next; the first from the empty list.
    ///
    /// ```
    /// source       ──[a, b]──────────[b, c]─────────|
    /// differences  ──insert 0, 1─────remove 0, insert 1─|
    /// ```
    ///
    /// - Parameter identity: Returns the identity of an element, which tells whether elements of two lists are the same
    ///   one.
    /// - Returns: A producer of the differences, one for each list.
    @_disfavoredOverload
    public func differences<Element: Equatable & Sendable, ID: Hashable & Sendable>(
        by identity: @escaping @Sendable (Element) -> ID
    ) -> SignalProducer<ListDifference<Element>, Failure> where Value == [Element] {
        combinePrevious([]).map { old, new in ListDifference(from: old, to: new, by: identity) }
    }
}

extension Signal {
    /// Sends the steps from each list to the next; the first from the empty list.
    ///
    /// For more information, see ``SignalProducer/differences(by:)``.
    ///
    /// - Parameter identity: Returns the identity of an element.
    /// - Returns: A signal of the differences, one for each list.
    @_disfavoredOverload
    public func differences<Element: Equatable & Sendable, ID: Hashable & Sendable>(
        by identity: @escaping @Sendable (Element) -> ID
    ) -> Signal<ListDifference<Element>, Failure> where Value == [Element] {
        combinePrevious([]).map { old, new in ListDifference(from: old, to: new, by: identity) }
    }
}

extension PropertyProtocol {
    /// Sends the steps to the current list, from the empty one, and then those from each list to the next.
    ///
    /// For more information, see ``SignalProducer/differences(by:)``.
    ///
    /// - Parameter identity: Returns the identity of an element.
    /// - Returns: A producer of the differences, one for each list.
    @_disfavoredOverload
    public func differences<Element: Equatable & Sendable, ID: Hashable & Sendable>(
        by identity: @escaping @Sendable (Element) -> ID
    ) -> SignalProducer<ListDifference<Element>, Never> where Value == [Element] {
        producer.differences(by: identity)
    }
}
