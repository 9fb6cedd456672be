import Foundation
import Testing

@testable import ReactiveNetworking

#if canImport(FoundationNetworking)
    import FoundationNetworking
    import ReactiveTestSupport

    @testable import ReactiveHTTPModel
    @testable import ReactiveURLSession
#endif

/// The texts are those of Foundation over libcurl 7.88 to 8.14.
@Suite struct URLErrorTests {
    #if canImport(FoundationNetworking)
        @Test(
            arguments: [
                ("Failed to connect to localhost port 80 after 0 ms: Couldn't connect to server", .cannotConnect),
                ("Could not connect to server", .cannotConnect), ("Immediate connect fail for ::1", .cannotConnect),
                ("Empty reply from server", .connectionLost),
                ("Recv failure: Connection reset by peer", .connectionLost),
                ("transfer closed with 9 bytes remaining to read", .truncatedResponse), ("", .connectionLost),
            ] as [(String, TransportError.Kind)]
        )
        func theTextOfACannotConnectErrorDeterminesItsKind(text: String, kind: TransportError.Kind) {  // N7
            #expect(TransportError.Kind(.cannotConnectToHost, text: text) == kind)
        }

        @Test func aSessionWithoutDescriptorsIsNotARefusedConnection() async {
            await #expect(processExitsWith: .success) {
                func kind(_ code: URLError.Code, hasSent: Bool = false) -> TransportError.Kind {
                    let phase = hasSent ? TransferPhase.waitingForHead : .connecting
                    return TransportError(URLError(code), host: "a.test", phase: phase, hasSent: hasSent).kind
                }
                let before = [kind(.cannotFindHost), kind(.cannotConnectToHost), kind(.timedOut)]
                var limit = rlimit(rlim_cur: 64, rlim_max: 64)
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                var taken: [Int32] = []
                while case let descriptor = dup(0), descriptor >= 0 { taken.append(descriptor) }
                let during = [
                    kind(.cannotFindHost), kind(.cannotConnectToHost), kind(.timedOut),
                    kind(.networkConnectionLost, hasSent: true),
                ]
                for descriptor in taken { close(descriptor) }
                #expect(before == [.cannotResolveHost, .connectionLost, .timedOut])
                #expect(during == [.resourcesExhausted, .resourcesExhausted, .timedOut, .connectionLost])
            }
        }
    #endif

    @Test(
        arguments: [
            ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to a.test:443", .handshakeFailed),
            ("TLS connect error: error:0A00010B:SSL routines::wrong version number", .handshakeFailed),
            ("OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof while reading, errno 0", .connectionLost),
            ("OpenSSL SSL_write: Broken pipe, errno 32", .connectionLost),
            ("SSL certificate problem: self-signed certificate", .untrustedCertificate),
            ("HTTP/2 stream 1 was not closed cleanly: INTERNAL_ERROR (err 2)", .connectionLost),
            ("Illegal or missing hexadecimal sequence in chunked-encoding", .invalidResponse),
            ("Failed reading the chunked-encoded stream", .invalidResponse),
            ("Failed to connect to 127.0.0.1 port 80 after 0 ms: Couldn't connect to server", .cannotConnect),
            ("Invalid Content-Length: value", .invalidResponse),
            ("Error while processing content unencoding: incorrect header check", .invalidResponse),
            ("Send failure: Broken pipe", .connectionLost), ("something odd", .other),
        ] as [(String, TransportError.Kind)]
    )
    func onlyHandshakeErrorsCountAsNotSent(text: String, kind: TransportError.Kind) {  // N7
        #expect(TransportError.Kind(.unknown, text: text) == kind)
    }

    @Test func sentRequestsMayHaveArrivedForEveryError() {  // N7
        let error = URLError(.cannotFindHost)
        let fresh = TransportError(error, host: nil, phase: .waitingForHead, hasSent: false)
        #expect(!fresh.mayHaveReachedServer)
        #expect(TransportError(error, host: nil, phase: .waitingForHead, hasSent: true).mayHaveReachedServer)
        #expect(TransportError(error, host: nil, phase: .receiving, hasSent: false).mayHaveReachedServer)
    }
}
