#if os(Linux)
    import Foundation
    import ReactiveTestSupport
    import Testing

    @testable import ReactiveNetworking
    @testable import ReactiveSocketEngine

    @Suite struct SocketAddressTests {
        @Test(arguments: [
            ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
            ("::1", "::1"), ("[::1]", "::1"), ("2001:DB8:0:0::1", "2001:db8::1"),
            ("::ffff:192.0.2.1", "::ffff:192.0.2.1"), ("[::]", "::"), ("fe80::1%7", "fe80::1%7"),
            ("[fe80::1%257]", "fe80::1%7"), ("fe80::1%25", "fe80::1%25"), ("fe80::1%0", "fe80::1"),
        ])
        func aLiteralIsReadAndWrittenInDigits(literal: String, text: String) throws {  // EN8
            let address = try #require(SocketAddress(literal: literal, port: 8_080))
            #expect(address.text == text)
            #expect(address.port == 8_080)
            #expect(address.family == (text.contains(":") ? AF_INET6 : AF_INET))
            #expect(SocketAddress(literal: text, port: 8_080) == address)
        }

        @Test(arguments: [
            "", "localhost", "127.1", "127.0.0.1.", "0x7f.0.0.1", "127.0.0.01", "256.0.0.1", "1.2.3.4.5", "2130706433",
            " 127.0.0.1", "127.0.0.1 ", "127.0.0.1\u{0}.example", "[127.0.0.1]", "[::1", "::1]", "[]", "::1::", ":::",
            "12345::", "::1%", "::1%nosuchinterface", "::1%-1", "::1%+1", "::1%99999999999", "[[::1]]", "[::1]:80",
            "١٢٧.٠.٠.١",
        ])
        func aHostThatIsNoIPAddressIsNoLiteral(host: String) {  // EN8
            #expect(SocketAddress(literal: host, port: 80) == nil)
        }

        @Test(arguments: [-1, 65_536, .max]) func aPortOutOfRangeHasNoAddress(port: Int) {
            #expect(SocketAddress(literal: "127.0.0.1", port: port) == nil)
        }

        @Test func aScopeMayBeTheNameOfAnInterface() throws {
            let index = if_nametoindex("lo")
            guard index != 0 else { return }
            let address = try #require(SocketAddress(literal: "fe80::1%lo", port: 0))
            #expect(address.text == "fe80::1%\(index)")
            #expect(SocketAddress(literal: "[fe80::1%25lo]", port: 0) == address)
        }

        @Test func addressesDifferByHostScopeAndPort() throws {
            let texts = ["127.0.0.1", "127.0.0.2", "::1", "::2", "::1%1", "::1%2"]
            let addresses = texts.flatMap { text in [1, 2].map { SocketAddress(literal: text, port: $0) } }
            #expect(Set(addresses).count == 12)
            #expect(!addresses.contains(nil))
        }

        @Test(arguments: ["192.0.2.1", "2001:db8::1", "fe80::1%7"]) func thePortIsReplaceable(host: String) {
            let address = SocketAddress(literal: host, port: 0)?.with(port: 443)
            #expect(address == SocketAddress(literal: host, port: 443))
        }

        @Test func thePathOfAUnixSocketHasALimit() throws {
            let longest = String(repeating: "a", count: 107)
            let address = try #require(SocketAddress(path: longest))
            #expect(address.text == longest)
            #expect(address.family == AF_UNIX)
            #expect(address.port == 0)
            #expect(address.with(port: 80) == address)
            #expect(SocketAddress(path: "/tmp/ü.sock")?.text == "/tmp/ü.sock")
            for path in [longest + "a", "", "/tmp/a\u{0}b"] { #expect(SocketAddress(path: path) == nil) }
        }

        @Test(arguments: ["127.0.0.1", "fe80::1%7"]) func anAddressSurvivesASystemRoundTrip(host: String) throws {
            let address = try #require(SocketAddress(literal: host, port: 443))
            address.withPointer { pointer, length in
                #expect(Int32(pointer.pointee.sa_family) == address.family)
                #expect(SocketAddress(pointer, length: length) == address)
                #expect(SocketAddress(pointer, length: length - 1) == nil)
                #expect(SocketAddress(pointer, length: 1) == nil)
            }
            try #require(SocketAddress(path: "/tmp/a")).withPointer { #expect(SocketAddress($0, length: $1) == nil) }
        }

        @Test func theSystemBindsToTheAddress() throws {
            #if canImport(Glibc)
                let streams = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
            #else
                let streams = Int32(SOCK_STREAM) | Int32(SOCK_CLOEXEC)
            #endif
            let path = NSTemporaryDirectory() + "names-\(UInt32.random(in: 0...UInt32.max)).sock"
            for address in [SocketAddress(literal: "127.0.0.1", port: 0), SocketAddress(path: path)] {
                let address = try #require(address)
                let descriptor = socket(address.family, streams, 0)
                defer { close(descriptor) }
                #expect(address.withPointer { bind(descriptor, $0, $1) } == 0)
            }
            #expect(unlink(path) == 0)
        }
    }
#endif
