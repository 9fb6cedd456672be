extension SignalProducer {
    /// A producer of one value, which then completes.
    @inlinable
    @_disfavoredOverload
    public init(value: Value) {
        self.init { sink, run in
            guard run.openEntered(for: sink) else { return }
            sink.value(value)
            run.leave(terminating: sink, with: .completed)
        }
    }

    /// A producer that calls `action` at each start, sends what it returns, and completes.
    @inlinable
    @available(swift, introduced: 6)
    public init(_ action: @escaping @Sendable () -> Value) {
        self.init { sink, run in
            guard run.openEntered(for: sink) else { return }
            sink.value(action())
            run.leave(terminating: sink, with: .completed)
        }
    }

    /// A producer that fails.
    public init(error: Failure) {
        self.init { sink, run in
            guard run.openEntered(for: sink) else { return }
            run.leave(terminating: sink, with: .failed(error))
        }
    }

    /// A producer of a result: its value and completion, or its failure.
    public init(result: Result<Value, Failure>) {
        self.init { result }
    }

    /// A producer of a result; the same as ``init(result:)``.
    public init(_ result: Result<Value, Failure>) {
        self.init(result: result)
    }

    /// A producer that calls `action` at each start, and sends its value and completion, or its failure.
    @available(swift, introduced: 6)
    public init(_ action: @escaping @Sendable () -> Result<Value, Failure>) {
        self.init { sink, run in
            guard run.openEntered(for: sink) else { return }
            switch action() {
            case .success(let value):
                sink.value(value)
                run.leave(terminating: sink, with: .completed)
            case .failure(let error):
                run.leave(terminating: sink, with: .failed(error))
            }
        }
    }

    /// A producer of the elements of a sequence, in order; it looks between two of them whether it was disposed of.
    @inlinable
    @_disfavoredOverload
    public init<Elements: Sequence & Sendable>(_ elements: Elements) where Elements.Element == Value {
        self.init { sink, run in
            guard run.openEntered(for: sink) else { return }
            for element in elements {
                sink.value(element)
                if run.isStopped { break }
            }
            run.leave(terminating: sink, with: .completed)
        }
    }

    /// A producer of these values, in order.
    @_disfavoredOverload
    public init(values first: Value, _ second: Value, _ rest: Value...) {
        self.init([first, second] + rest)
    }

    /// A producer that is made anew at each start: state that `make` creates belongs to that start alone.
    @inlinable
    @available(swift, introduced: 6)
    public static func deferred(_ make: @escaping @Sendable () -> SignalProducer) -> SignalProducer {
        SignalProducer { sink, run in make().body(sink, run) }
    }

    /// A producer that completes without a value.
    public static var empty: SignalProducer {
        SignalProducer { sink, run in
            guard run.openEntered(for: sink) else { return }
            run.leave(terminating: sink, with: .completed)
        }
    }

    /// A producer that sends nothing until it is disposed of.
    public static var never: SignalProducer {
        SignalProducer { sink, run in
            _ = run.open { sink.terminate(.interrupted) }
        }
    }
}

// The same, declared again where nothing can fail, so that inference picks `Never` when nothing else says what `Failure` is.
extension SignalProducer where Failure == Never {
    /// A producer of one value, which then completes.
    @inlinable
    public init(value: Value) {
        self.init { sink, run in
            guard run.openEntered(for: sink) else { return }
            sink.value(value)
            run.leave(terminating: sink, with: .completed)
        }
    }

    /// A producer of the elements of a sequence, in order.
    @inlinable
    public init<Elements: Sequence & Sendable>(_ elements: Elements) where Elements.Element == Value {
        self.init { sink, run in
            guard run.openEntered(for: sink) else { return }
            for element in elements {
                sink.value(element)
                if run.isStopped { break }
            }
            run.leave(terminating: sink, with: .completed)
        }
    }

    /// A producer of the elements of an array, in order. Spelled out because literals would else be slow to type-check.
    @inlinable
    public init(_ elements: [Value]) {
        self.init(elements[...])
    }

    /// A producer of these values, in order.
    public init(values first: Value, _ second: Value, _ rest: Value...) {
        self.init([first, second] + rest)
    }
}

extension SignalProducer where Failure == any Error {
    /// A producer that calls `action` at each start, and sends its value and completion, or what it throws.
    @_disfavoredOverload
    @available(swift, introduced: 6)
    public init(_ action: @escaping @Sendable () throws -> Value) {
        self.init { Result { try action() } }
    }
}
