#if canImport(Combine)
    import Combine

    extension PropertyProtocol {
        /// A Combine publisher of the property's value and its changes.
        ///
        /// Each subscription receives the current value first. The publisher completes when the property does.
        public var publisher: some Publisher<Value, Never> { producer.publisher }
    }
#endif
