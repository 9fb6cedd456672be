import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveNetworking
@testable import ReactiveSocketEngine

@Suite struct ServerTests {
    @Test(arguments: [
        ("http://a.test", false, "a.test", 80), ("https://a.test/x?y", true, "a.test", 443),
        ("HTTPS://A.Test:8443/", true, "a.test", 8_443), ("http://a.test:443", false, "a.test", 443),
        ("http://a.test./", false, "a.test", 80), ("http://A.TEST.:81", false, "a.test", 81),
        ("http://127.0.0.1:8080/a:1", false, "127.0.0.1", 8_080), ("http://[::1]:8080/", false, "::1", 8_080),
        ("https://[2001:DB8::A]", true, "2001:db8::a", 443), ("http://a_b~c.test", false, "a_b~c.test", 80),
    ])
    func aURLLeadsToOneServer(text: String, isSecure: Bool, host: String, port: Int) throws {  // EN10
        let server = Server(url: try #require(URL(string: text)))
        #expect(server.isSecure == isSecure)
        #expect(server.host == host)
        #expect(server.port == port)
        #expect(server == Server(isSecure: isSecure, host: host, port: port))
        #expect(server.hashValue == Server(isSecure: isSecure, host: host, port: port).hashValue)
    }

    @Test func equivalentSpellingsOfAHostAreOneServer() throws {  // EN10
        let server = Server(isSecure: true, host: "[2001:DB8::A]", port: 443)
        #expect(server == Server(url: try #require(URL(string: "https://[2001:db8::a]/"))))
        #expect(Server(isSecure: true, host: "A.Test.", port: 1) == Server(isSecure: true, host: "a.test", port: 1))
    }

    @Test func serversDifferInSchemeHostAndPort() {  // EN10
        let hosts = ["a.test", "b.test", "a.test.test", "127.0.0.1", "::1"]
        let servers = hosts.flatMap { host in
            [80, 443].flatMap { port in
                [true, false].map { Server(isSecure: $0, host: host, port: port) }
            }
        }
        #expect(Set(servers).count == 20)
    }
}
