#if !os(Linux)
    import Darwin

    /// Dispatch needs no file descriptors here; see the form for Linux.
    package enum DispatchDescriptors {
        static var areReady: Bool { true }

        /// Nothing has to be opened.
        @discardableResult
        package static func open() -> Bool { true }

        static func whenOpen(_ action: @escaping @Sendable () -> Void) { action() }

        /// Whether the process cannot open another file at present.
        package static var areExhausted: Bool {
            let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
            guard descriptor < 0 else {
                close(descriptor)
                return false
            }
            return errno == EMFILE || errno == ENFILE
        }
    }
#endif
