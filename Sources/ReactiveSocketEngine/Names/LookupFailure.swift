#if os(Linux)
    import ReactiveHTTPModel

    /// The reason why a name has no addresses.
    struct LookupFailure: Error, Hashable {
        var kind: TransportError.Kind
        /// The result of `getaddrinfo(3)`, or the system's error number if resources were missing.
        var code: Int?
        /// The text of the error, with its source.
        var text: String

        /// A host that is neither an address nor a name that could be looked up.
        static let unusableHost = LookupFailure(
            kind: .cannotResolveHost,
            text: "the host is neither an address nor a name"
        )

        /// A name that exists but has no address of a usable family.
        static let noAddress = LookupFailure(kind: .cannotResolveHost, text: "the name has no usable address")

        /// An address in place of a name, of a family that the configuration excludes.
        static func otherFamily(than families: AddressFamilies, _ host: String) -> LookupFailure {
            let name = families == .ipv4 ? "IPv4" : "IPv6"
            return LookupFailure(kind: .unsupported, text: "\(host) is no address of \(name), the configured family")
        }

        /// A resolver of the user without a usable answer.
        static func resolver(_ text: String) -> LookupFailure {
            LookupFailure(kind: .cannotResolveHost, text: "the resolver \(text)")
        }

        /// A configured path that no Unix-domain socket can have.
        static let invalidPath = LookupFailure(
            kind: .unsupported,
            text: "the path of the Unix-domain socket is empty or too long"
        )

        /// Creates the failure for a result of `getaddrinfo(3)`.
        ///
        /// Without descriptors or memory the function often reports that the name is unknown. Only the error number
        /// tells the truth then.
        ///
        /// - Parameter number: The value of `errno` after the call, for which it was zero before.
        init(getaddrinfo result: Int32, errno number: Int32) {
            if let missing = Self.missingResource(result, number) {
                self.init(resources: missing, in: "getaddrinfo")
            } else if result == EAI_SYSTEM {
                let text = "\(String(cString: strerror(number))) (getaddrinfo)"
                self.init(kind: .cannotResolveHost, code: Int(number), text: text)
            } else {
                let text = "\(String(cString: gai_strerror(result))) (getaddrinfo \(result))"
                self.init(kind: .cannotResolveHost, code: Int(result), text: text)
            }
        }

        /// Creates the failure for an error number that says which resource was missing.
        ///
        /// - Parameter function: The function of the system that failed.
        init(resources number: Int32, in function: String) {
            let text = "\(String(cString: strerror(number))) (\(function))"
            self.init(kind: .resourcesExhausted, code: Int(number), text: text)
        }

        private init(kind: TransportError.Kind, code: Int? = nil, text: String) {
            self.kind = kind
            self.code = code
            self.text = text
        }

        /// Returns the error number of the missing resource, if one was missing.
        private static func missingResource(_ result: Int32, _ number: Int32) -> Int32? {
            if result == EAI_MEMORY { return ENOMEM }
            return [EMFILE, ENFILE, ENOMEM, ENOBUFS].contains(number) ? number : nil
        }
    }
#endif
