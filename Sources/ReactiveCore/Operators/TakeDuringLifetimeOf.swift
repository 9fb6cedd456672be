#if canImport(ObjectiveC)
    import ObjectiveC
#endif

extension SignalProducer {
    /// Completes when an object is released.
    ///
    /// ```swift
    /// ticks.take(duringLifetimeOf: self).startWithValues { [weak self] in self?.show($0) }
    /// ```
    ///
    /// The object is not kept alive. If it has already been released, a start completes immediately without starting
    /// the source.
    ///
    /// On Apple platforms, the completion is sent when the object is released. On other platforms, releases cannot be
    /// observed, and the completion is sent in place of the next value. If that is too late, keep a ``Lifetime/Token``
    /// in the object and use ``take(during:)``.
    ///
    /// - Parameter object: The object whose lifetime to follow.
    /// - Returns: A producer of the values sent during the lifetime of the object.
    public func take(duringLifetimeOf object: AnyObject) -> SignalProducer {
        #if canImport(ObjectiveC)
            take(during: .of(object))
        #else
            taking(whileAlive: Owner(object))
        #endif
    }

    /// Completes in place of the first value that arrives after `owner` was released.
    func taking(whileAlive owner: Owner) -> SignalProducer {
        SignalProducer { [body] sink, run in
            guard owner.isAlive else { return SignalProducer.empty.body(sink, run) }
            body(
                Sink { value in
                    guard !run.isEnded else { return }
                    if owner.isAlive { sink.value(value) } else { run.finish(sink, with: .completed) }
                } terminate: { termination in
                    if !run.isEnded { sink.terminate(termination) }
                },
                run
            )
        }
    }
}

extension Signal {
    /// Completes when an object is released.
    ///
    /// For more information, see ``SignalProducer/take(duringLifetimeOf:)``.
    ///
    /// - Parameter object: The object whose lifetime to follow.
    /// - Returns: A signal of the values sent during the lifetime of the object.
    public func take(duringLifetimeOf object: AnyObject) -> Signal {
        lift { $0.take(duringLifetimeOf: object) }
    }
}

/// A weak reference that only reports whether its object still exists.
struct Owner: @unchecked Sendable {
    // SAFETY: The reference is never changed, only compared with `nil`, and gives no access to the object.
    private weak var object: AnyObject?

    init(_ object: AnyObject) {
        self.object = object
    }

    var isAlive: Bool { object != nil }
}

#if canImport(ObjectiveC)
    extension Lifetime {
        private static let key = Token()

        /// Returns the lifetime of `object`, which ends when the object is released.
        package static func of(_ object: AnyObject) -> Lifetime {
            let key = Unmanaged.passUnretained(key).toOpaque()
            objc_sync_enter(object)
            defer { objc_sync_exit(object) }
            if let token = objc_getAssociatedObject(object, key) as? Token { return Lifetime(token) }
            let token = Token()
            objc_setAssociatedObject(object, key, token, .OBJC_ASSOCIATION_RETAIN)
            return Lifetime(token)
        }
    }
#endif
