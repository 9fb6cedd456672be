#if canImport(ObjectiveC)
    import ObjectiveC
#endif

extension SignalProducer {
    /// Completes when `object`, which is not kept alive, is released. A start after that completes at once, without starting the
    /// source.
    ///
    /// ```swift
    /// ticks.take(duringLifetimeOf: self).startWithValues { [weak self] in self?.show($0) }
    /// ```
    ///
    /// On Apple platforms the completion comes when the object is released. Elsewhere nothing tells of that: it comes in place of
    /// the next value. Keep a ``Lifetime/Token`` in the object, and use ``take(during:)``, where that is too late.
    public func take(duringLifetimeOf object: AnyObject) -> SignalProducer {
        #if canImport(ObjectiveC)
            take(during: .of(object))
        #else
            taking(whileAlive: Owner(object))
        #endif
    }

    /// Completes in place of the first value that comes when `owner` is gone.
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
    /// See ``SignalProducer/take(duringLifetimeOf:)``.
    public func take(duringLifetimeOf object: AnyObject) -> Signal {
        lift { $0.take(duringLifetimeOf: object) }
    }
}

/// An object of which it is only asked whether it still exists.
struct Owner: @unchecked Sendable {
    // SAFETY: the reference is never changed, only compared with `nil`; nobody gets at the object through it.
    private weak var object: AnyObject?

    init(_ object: AnyObject) {
        self.object = object
    }

    var isAlive: Bool { object != nil }
}

#if canImport(ObjectiveC)
    extension Lifetime {
        private static let key = Token()

        /// The lifetime of `object`, which ends when the object is released.
        fileprivate static func of(_ object: AnyObject) -> Lifetime {
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
