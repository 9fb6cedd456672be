#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct SystemResolverTests {
        private func lookUp(_ host: String, _ families: AddressFamilies) throws -> [SocketAddress] {
            try SystemResolver.addresses(for: #require(LookupQuestion(host, families))).get()
        }

        @Test func localhostHasLoopbackAddressesEachOnce() throws {  // EN8
            let addresses = try lookUp("localhost", .any)
            #expect(Set(addresses.map(\.text)).isSubset(of: ["127.0.0.1", "::1"]))
            #expect(addresses.map(\.port).allSatisfy { $0 == 0 })
            #expect(Set(addresses).count == addresses.count)
        }

        @Test func aNameBelowLocalhostHasLoopbackAddressesEvenIfTheSystemKnowsNone() throws {
            let addresses = try lookUp("a-name-of-nobody.localhost", .any)
            #expect(!addresses.isEmpty && Set(addresses.map(\.text)).isSubset(of: ["127.0.0.1", "::1"]))
            #expect(try lookUp("a-name-of-nobody.localhost", .ipv4).map(\.text) == ["127.0.0.1"])
        }

        @Test func onlyAddressesOfTheChosenFamilyAreFound() throws {
            #expect(try lookUp("localhost", .ipv4).map(\.family) == [AF_INET])
            let six = (try? lookUp("localhost", .ipv6)) ?? []
            #expect(six.allSatisfy { $0.family == AF_INET6 })
        }

        /// The C library refuses a name with an empty label by itself.
        @Test func aNameThatCannotExistIsNotFound() {
            #expect {
                try lookUp("a..example", .any)
            } throws: {
                ($0 as? LookupFailure)?.kind == .cannotResolveHost
            }
        }
    }
#endif
