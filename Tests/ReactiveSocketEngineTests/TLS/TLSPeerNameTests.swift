#if os(Linux)
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct TLSPeerNameTests {
        @Test(arguments: [
            ("example.com", TLSPeerName.host("example.com")), ("example.com.", .host("example.com")),
            ("127.0.0.1", .address("127.0.0.1")), ("127.0.0.1.", .address("127.0.0.1")), ("::1", .address("::1")),
            ("[::1]", .address("::1")), ("fe80::1%eth0", .address("fe80::1")), ("1.2.3", .host("1.2.3")),
            ("a%b", .host("a%b")),
        ])
        func aHostIsANameOrAnAddress(host: String, name: TLSPeerName) {  // EN26
            #expect(TLSPeerName(host) == name)
        }

        @Test(arguments: ["", ".", "..", ".example.com", "example.com\0", String(repeating: "a", count: 256)])
        func noCertificateCanNameSomeHosts(host: String) {  // EN26
            #expect(TLSPeerName(host) == nil)
        }
    }
#endif
