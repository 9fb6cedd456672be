#if os(Linux)
    import ReactiveHTTPModel

    /// The system's resolver, `getaddrinfo(3)`, with its order of addresses (RFC 6724). It blocks.
    enum SystemResolver {
        /// Looks a name up. The addresses have no port.
        static func addresses(for question: LookupQuestion) -> Result<[SocketAddress], LookupFailure> {
            var hints = addrinfo()
            hints.ai_family = question.families.number
            // Without a type and a protocol, each address would be listed once for each of them.
            hints.ai_socktype = streams
            hints.ai_protocol = Int32(IPPROTO_TCP)
            hints.ai_flags = flags(for: question)
            var list: UnsafeMutablePointer<addrinfo>?
            errno = 0
            let result = getaddrinfo(question.name, nil, &hints, &list)
            let number = errno
            guard result == 0 else {
                let failure = LookupFailure(getaddrinfo: result, errno: number)
                let isUnknown = failure.kind == .cannotResolveHost && question.isLocalhost
                return isUnknown ? .success(loopbackAddresses(question.families)) : .failure(failure)
            }
            defer { freeaddrinfo(list) }
            let addresses = list.map(addresses(in:)) ?? []
            return addresses.isEmpty ? .failure(.noAddress) : .success(addresses)
        }

        /// Returns `AI_ADDRCONFIG` where it helps: on a machine without IPv6 the name is not also asked for IPv6
        /// addresses, a question that some servers leave unanswered for seconds.
        ///
        /// The flag disregards loopback interfaces. Therefore it would hide `::1` as an address of `localhost` on a
        /// machine whose other interfaces have IPv4 only, and where one family is chosen and only the loopback
        /// interface has it, every name.
        private static func flags(for question: LookupQuestion) -> Int32 {
            question.families == .any && !question.isLocalhost ? Int32(AI_ADDRCONFIG) : 0
        }

        /// Returns the addresses of names under `localhost` that the system does not know (RFC 6761 §6.3).
        private static func loopbackAddresses(_ families: AddressFamilies) -> [SocketAddress] {
            ["127.0.0.1", "::1"].compactMap { SocketAddress(literal: $0, port: 0) }
                .filter { families == .any || $0.family == families.number }
        }

        /// Returns the addresses of a list in order, each once: the system repeats what its file of hosts repeats.
        private static func addresses(in list: UnsafeMutablePointer<addrinfo>) -> [SocketAddress] {
            var found = Set<SocketAddress>()
            return sequence(first: list, next: \.pointee.ai_next)
                .compactMap { entry in
                    entry.pointee.ai_addr.flatMap { SocketAddress($0, length: entry.pointee.ai_addrlen) }
                }
                .filter { found.insert($0).inserted }
        }

        #if canImport(Glibc)
            private static let streams = Int32(SOCK_STREAM.rawValue)
        #else
            private static let streams = Int32(SOCK_STREAM)
        #endif
    }
#endif
