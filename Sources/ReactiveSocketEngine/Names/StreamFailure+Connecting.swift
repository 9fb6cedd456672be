#if os(Linux)
    import ReactiveHTTPModel

    extension StreamFailure {
        /// Creates the failure for an error number of `socket(2)`, `connect(2)`, or a socket that was connecting.
        init(connecting number: Int32) {
            kind = TransportError.Kind(connecting: number)
            code = Int(number)
            text = "\(String(cString: strerror(number))) (connect)"
        }
    }

    extension TransportError.Kind {
        /// Creates the kind of an error number of `socket(2)`, `connect(2)`, or a socket that was connecting.
        ///
        /// No number means ``offline``: even `ENETDOWN` is about one interface, and the device may have others.
        init(connecting number: Int32) {
            switch number {
            case ETIMEDOUT: self = .connectTimedOut
            // `EADDRNOTAVAIL`: no port is left on this side.
            case EMFILE, ENFILE, ENOBUFS, ENOMEM, EADDRNOTAVAIL: self = .resourcesExhausted
            default: self = .cannotConnect
            }
        }
    }
#endif
