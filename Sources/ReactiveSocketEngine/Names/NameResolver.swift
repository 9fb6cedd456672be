#if os(Linux)
    import ReactiveHTTPModel

    /// The source of the addresses of hosts.
    ///
    /// ```swift
    /// var configuration = SocketTransport.Configuration()
    /// configuration.resolver = .system.overriding(["api.example.com": ["10.0.0.5"]])
    /// ```
    ///
    /// The name of the URL stays what the server and its certificate are checked for, and what the `Host` field and
    /// cookies contain. A proxy that looks up the names of servers does so without the resolver, which is asked for the
    /// name of the proxy.
    public struct NameResolver: Sendable {
        /// Returns the addresses of a name, as literals in order of preference.
        typealias Function = @Sendable (String) async throws -> [String]

        /// The system's resolver, `getaddrinfo(3)`.
        public static let system = NameResolver(function: nil)

        /// The function, or `nil` for that of the system.
        let function: Function?
        /// The literals for single names, by the normalized name.
        private var overrides: [String: [String]] = [:]

        private init(function: Function?) { self.function = function }

        /// Creates a resolver.
        ///
        /// Equal questions at the same time are asked once. Answers are kept for a minute, failures are not. If no
        /// request waits for the answer any more, the task of the function is canceled.
        ///
        /// - Parameter addresses: Returns the IPv4 and IPv6 addresses of a name, in order of preference. Requests fail
        ///   as `TransportError.Kind.cannotResolveHost` if it returns none or anything else than an address, or throws
        ///   an error, of which they name the type.
        public init(_ addresses: @escaping @Sendable (String) async throws -> [String]) {
            self.init(function: addresses)
        }

        /// Returns a resolver that has its own answers for some names.
        ///
        /// - Parameter addresses: The IPv4 and IPv6 addresses by name, in order of preference. Case and a dot at the
        ///   end of a name do not count. A name without addresses cannot be resolved.
        /// - Returns: The resolver, which asks this one for all other names.
        public func overriding(_ addresses: [String: [String]]) -> NameResolver {
            var resolver = self
            for (name, literals) in addresses { resolver.overrides[Server.normalized(name)] = literals }
            return resolver
        }

        /// Returns the literals for a name that has its own.
        func override(for name: String) -> [String]? {
            overrides.isEmpty ? nil : overrides[Server.normalized(name)]
        }
    }
#endif
