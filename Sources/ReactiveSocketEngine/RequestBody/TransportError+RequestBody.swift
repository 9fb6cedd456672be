#if os(Linux)
    import ReactiveHTTPModel

    extension TransportError {
        /// Creates the error of a body that has another number of bytes than announced.
        static func bodyLength(_ reason: String) -> TransportError {
            TransportError(.bodyUnavailable, phase: .sending, detail: reason)
        }

        /// The error of reading a body whose source was canceled.
        static let bodyCanceled = TransportError(.bodyUnavailable, phase: .sending, detail: "its source was canceled")

        /// Creates the error of a body whose source has failed.
        init(unavailable error: any Error) {
            if let error = error as? TransportError {
                self = error
            } else {
                let cause = RequestError.Cause(error)
                self.init(.bodyUnavailable, phase: .sending, detail: "its source failed with \(cause)")
                self.cause = cause
            }
        }
    }
#endif
