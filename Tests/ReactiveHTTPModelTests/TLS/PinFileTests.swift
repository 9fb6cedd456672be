import Foundation
import ReactiveTestSupport
import Testing

@testable import ReactiveHTTPModel
@testable import ReactiveNetworking

@Suite struct PinFileTests {
    private static let pem = SampleCertificate.pem
    private static let key = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"

    private func pins(of data: Data) throws -> [PinPolicy.Pin] {
        let folder = try Folder()
        let file = folder.url.appending(path: "server.pem")
        try data.write(to: file)
        return [
            try PinPolicy.Pin(.certificate, ofCertificateIn: file),
            try PinPolicy.Pin(.publicKey, ofCertificateIn: file),
        ]
    }

    @Test func aPinIsCreatedFromACertificateFile() throws {  // F-57
        let expected: [PinPolicy.Pin] = [
            try .certificate(sha256: SampleCertificate.digest), try .publicKey(sha256: SampleCertificate.keyDigest),
        ]
        #expect(try pins(of: SampleCertificate.der) == expected)
        #expect(try pins(of: Data(Self.pem.utf8)) == expected)
        #expect(try pins(of: Data(Self.pem.replacing("\n", with: "\r\n").utf8)) == expected)
        #expect(try pins(of: Data(("Certificate:\n    Version: 3\n" + Self.key + Self.pem).utf8)) == expected)
        #expect(try pins(of: Data((Self.pem + Self.key).utf8)) == expected)
    }

    @Test func theFirstCertificateOfAChainIsPinned() throws {  // F-57
        let other = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
        #expect(try pins(of: Data((Self.pem + other).utf8)).first == .certificate(sha256: SampleCertificate.digest))
    }

    @Test func theErrorNamesAFileWithoutACertificate() throws {  // F-57
        let broken: [Data] = [
            Data(), Data("hello".utf8), Data(Self.key.utf8), SampleCertificate.der.dropLast(),
            SampleCertificate.der + [0],
            Data("-----BEGIN CERTIFICATE-----\n!!\n-----END CERTIFICATE-----".utf8), Data(Self.pem.utf8.prefix(80)),
            Data(repeating: 0x30, count: 3 << 20),
        ]
        for data in broken {
            let error = #expect(throws: PinPolicy.PinError.self) { try pins(of: data) }
            #expect(error?.path?.hasSuffix("/server.pem") == true)
            #expect(error?.description.contains("/server.pem") == true)
        }
    }

    @Test(arguments: ["file:///nowhere/at/all.pem", "file:///tmp", "http://api.test/server.pem"])
    func theErrorNamesAnUnreadableFile(url: String) throws {  // F-57
        let url = try #require(URL(string: url))
        let error = #expect(throws: PinPolicy.PinError.self) { try PinPolicy.Pin(.certificate, ofCertificateIn: url) }
        #expect(error?.path == url.path)
        #expect(error?.description.contains(url.path) == true)
    }

    @Test func theErrorForADigestNamesNoFile() {  // F-57
        let error = #expect(throws: PinPolicy.PinError.self) { try PinPolicy.Pin.publicKey(sha256: "!") }
        #expect(error != nil && error?.path == nil)
    }
}
