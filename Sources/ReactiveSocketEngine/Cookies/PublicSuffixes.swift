#if os(Linux)
    import ReactiveCore
    import ReactiveHTTPModel

    /// The list of public suffixes, such as `co.uk`, of the system's libpsl (EN39).
    ///
    /// SAFETY: the library is never closed, and the list is neither changed nor freed, so that any thread may ask it.
    /// The types of the functions are those of libpsl's header, which all releases of `libpsl.so.5` share.
    struct PublicSuffixes: Sendable {
        private typealias Load = @convention(c) @Sendable (UnsafePointer<CChar>?) -> OpaquePointer?
        private typealias BuiltIn = @convention(c) @Sendable () -> OpaquePointer?
        private typealias Check = @convention(c) @Sendable (OpaquePointer, UnsafePointer<CChar>) -> Int32

        nonisolated(unsafe) private let list: OpaquePointer
        private let check: Check

        /// The list, or `nil` without the library or a list in it.
        static var loaded: PublicSuffixes? {
            kept.withLock { kept in
                if kept == nil { kept = PublicSuffixes() }
                return kept
            }
        }

        private static let kept = Locked<PublicSuffixes?>(nil)

        private init?() {
            guard let library = dlopen("libpsl.so.5", RTLD_NOW | RTLD_LOCAL),
                let check = dlsym(library, "psl_is_public_suffix")
            else { return nil }
            // The system's file may be newer than the list in the library.
            let latest = dlsym(library, "psl_latest").map { unsafeBitCast($0, to: Load.self) }
            let builtIn = dlsym(library, "psl_builtin").map { unsafeBitCast($0, to: BuiltIn.self) }
            guard let list = latest?(nil) ?? builtIn?() else { return nil }
            self.list = list
            self.check = unsafeBitCast(check, to: Check.self)
        }

        /// Returns whether a name in lower case is a public suffix. A name of one label is one, even if it is unknown.
        func contains(_ name: String) -> Bool { check(list, name) == 1 }
    }
#endif
