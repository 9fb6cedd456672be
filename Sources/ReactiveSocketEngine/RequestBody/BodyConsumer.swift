#if os(Linux)
    import ReactiveHTTPModel

    /// The receiver of a request body: it reads the body, and is told when there is more of it.
    protocol BodyConsumer: AnyObject, Sendable {
        /// Continues reading, after a read that found no bytes. Called on any thread, and sometimes in vain.
        func bodyIsAvailable()
    }
#endif
