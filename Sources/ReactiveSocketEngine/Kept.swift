#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// A value that is created once. A failure caused by a lack of resources is not kept.
    package final class Kept<Value: Sendable>: Sendable {
        private let result = Locked<Result<Value, TransportError>?>(nil)
        private let make: @Sendable () throws(TransportError) -> Value

        package init(_ make: @escaping @Sendable () throws(TransportError) -> Value) {
            self.make = make
        }

        package func get() -> Result<Value, TransportError> {
            result.withLock { result in
                if let result { return result }
                let new = Result<Value, TransportError>(catching: make)
                if case .failure(let error) = new, error.kind == .resourcesExhausted { return new }
                result = new
                return new
            }
        }
    }
#endif
