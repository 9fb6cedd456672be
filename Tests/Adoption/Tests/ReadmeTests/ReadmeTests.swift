import Helper
import Testing

@Test func theServerHasAnAddress() async throws {
    try await Server.serving { #expect($0.hasPrefix("http://127.0.0.1:")) }
}
