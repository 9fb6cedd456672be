#if !os(Linux)
    import Darwin

    /// The file descriptors that Dispatch opens when it is first used. On Apple platforms, it needs none.
    package enum DispatchDescriptors {
        /// Returns `true`, because nothing must be opened.
        package static func open() -> Bool { true }

        /// A Boolean value that indicates whether the process currently cannot open another file.
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
