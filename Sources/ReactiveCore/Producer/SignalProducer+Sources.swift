extension SignalProducer {
    /// Creates a producer that sends one value and completes.
    ///
    /// - Parameter value: The value to send.
    @inlinable
    @_disfavoredOverload
    public init(value: Value) {
        self.init(.value(value))
    }

    /// Creates a producer that sends the result of a closure and completes.
    ///
    /// - Parameter action: A closure that returns the value. It is called at each start.
    @_disfavoredOverload
    @inlinable
    public init(_ action: @escaping @Sendable () -> Value) {
        self.init { sink, run in
            run.send(to: sink) {
                sink.value(action())
                return .completed
            }
        }
    }

    /// Creates a producer that fails immediately.
    ///
    /// - Parameter error: The failure.
    @inlinable
    public init(error: Failure) {
        self.init(.failed(error))
    }

    /// Creates a producer that sends the value of a result and completes, or fails with its error.
    ///
    /// - Parameter result: The result.
    public init(result: Result<Value, Failure>) {
        switch result {
        case .success(let value): self.init(.value(value))
        case .failure(let error): self.init(.failed(error))
        }
    }

    /// Creates a producer that sends the value of a result and completes, or fails with its error.
    ///
    /// - Parameter result: The result.
    public init(_ result: Result<Value, Failure>) {
        self.init(result: result)
    }

    /// Creates a producer that sends the value of a closure's result and completes, or fails with its error.
    ///
    /// - Parameter action: A closure that returns the result. It is called at each start.
    @_disfavoredOverload
    public init(_ action: @escaping @Sendable () -> Result<Value, Failure>) {
        self.init { sink, run in
            run.send(to: sink) {
                switch action() {
                case .success(let value):
                    sink.value(value)
                    return .completed
                case .failure(let error):
                    return .failed(error)
                }
            }
        }
    }

    /// Creates a producer that sends the elements of a sequence in order and completes.
    ///
    /// After each element, the producer checks whether it was disposed of.
    ///
    /// - Parameter elements: The values to send.
    @inlinable
    @_disfavoredOverload
    public init<Elements: Sequence & Sendable>(_ elements: Elements) where Elements.Element == Value {
        self.init { sink, run in
            run.send(to: sink) {
                for element in elements {
                    sink.value(element)
                    if run.isStopped { break }
                }
                return .completed
            }
        }
    }

    /// Creates a producer that sends the given values in order and completes.
    ///
    /// - Parameters:
    ///   - first: The first value.
    ///   - second: The second value.
    ///   - rest: The remaining values.
    @_disfavoredOverload
    public init(values first: Value, _ second: Value, _ rest: Value...) {
        self.init([first, second] + rest)
    }

    /// Creates a producer that is made anew at each start, so that its state belongs to that start alone.
    ///
    /// - Parameter make: A closure that returns the producer to start. It is called at each start.
    /// - Returns: A producer whose starts send the events of the producer that `make` returns.
    @_disfavoredOverload
    @inlinable
    public static func deferred(_ make: @escaping @Sendable () -> SignalProducer) -> SignalProducer {
        SignalProducer { sink, run in make().body(sink, run) }
    }

    /// A producer that completes without a value.
    @inlinable public static var empty: SignalProducer { SignalProducer(.completed) }

    /// A producer that sends no event until it is disposed of.
    public static var never: SignalProducer {
        SignalProducer { sink, run in
            _ = run.open { sink.terminate(.interrupted) }
        }
    }
}

// These initializers are repeated for `Never` so that inference chooses it when the context does not determine
// `Failure`.
extension SignalProducer where Failure == Never {
    /// Creates a producer that sends one value and completes.
    ///
    /// - Parameter value: The value to send.
    @_disfavoredOverload
    @inlinable
    public init(value: Value) {
        self.init(.value(value))
    }

    /// Creates a producer that sends the elements of a sequence in order and completes.
    ///
    /// After each element, the producer checks whether it was disposed of.
    ///
    /// - Parameter elements: The values to send.
    @inlinable
    public init<Elements: Sequence & Sendable>(_ elements: Elements) where Elements.Element == Value {
        self.init { sink, run in
            run.send(to: sink) {
                for element in elements {
                    sink.value(element)
                    if run.isStopped { break }
                }
                return .completed
            }
        }
    }

    /// Creates a producer that sends the elements of an array in order and completes.
    ///
    /// This initializer exists because array literals would otherwise be slow to type-check.
    ///
    /// - Parameter elements: The values to send.
    @inlinable
    public init(_ elements: [Value]) {
        self.init(elements[...])
    }

    /// Creates a producer that sends the given values in order and completes.
    ///
    /// - Parameters:
    ///   - first: The first value.
    ///   - second: The second value.
    ///   - rest: The remaining values.
    public init(values first: Value, _ second: Value, _ rest: Value...) {
        self.init([first, second] + rest)
    }
}

extension SignalProducer where Failure == any Error {
    /// Creates a producer that sends the result of a throwing closure and completes, or fails with the thrown error.
    ///
    /// - Parameter action: A closure that returns the value or throws. It is called at each start.
    @_disfavoredOverload
    public init(_ action: @escaping @Sendable () throws -> Value) {
        self.init { Result { try action() } }
    }
}
